"""What the TypeScript clients get from the endpoint: the SDK of today in both eras, and the one before it."""

import json
import shutil
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.clients.expected import ABOUT, LEGACY, MODERN, PROMPTS, RESOURCES, TEMPLATES, TOOLS
from tests.clients.node.tools import HERE, modules, run_node

TALKS = {
    "client-auto": ("client", "auto", MODERN),
    "client-2026-07-28": ("client", MODERN, MODERN),
    "client-legacy": ("client", "legacy", LEGACY),
    "sdk-legacy": ("sdk", "legacy", LEGACY),
}


@pytest.fixture(scope="session", params=TALKS)
def talk(request: pytest.FixtureRequest) -> tuple[str, str, str]:
    """Name an SDK, a way to agree on an era, and the revision that this gives."""
    return TALKS[request.param]


@pytest.fixture(scope="session")
def said(talk: tuple[str, str, str], url: str) -> Any:
    """Have a talk with the endpoint."""
    sdk, mode, _ = talk
    # The packages are found from where the program is.
    program = Path(shutil.copy(HERE / "talk.mjs", modules().parent))
    done = run_node(program, sdk, mode, url, f"site-{uuid4()}")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class TestTalk:
    """What a client of TypeScript gets, as one of Python does."""

    def test_agrees_on_an_era(self, said: Any, talk: tuple[str, str, str]) -> None:
        """A client gets the revision that it asks for, from the host by its name."""
        assert (said["version"], said["server"]) == (talk[2], "stockroom")

    def test_lists(self, said: Any) -> None:
        """A client sees the tools of the host, and the resources and prompts beside them."""
        assert said["tools"] == TOOLS
        assert (said["resources"], said["prompts"], said["templates"]) == (RESOURCES, PROMPTS, TEMPLATES)

    def test_reads(self, said: Any) -> None:
        """A read answers what the view answered, in one channel."""
        assert said["about"] == {"answer": ABOUT, "isError": False, "blocks": 1}

    def test_writes(self, said: Any) -> None:
        """A write answers its envelope."""
        assert not said["written"]["isError"]
        assert said["written"]["answer"]["status_code"] == 201

    def test_writes_many(self, said: Any) -> None:
        """A write of many answers their count, and a token that buys them: as an argument and as a resource."""
        assert said["bulk"]["answer"]["accepted"] == 2
        assert [row["name"] for row in said["whole"]["answer"]] == ["Sneek", "IJlst"]
        assert said["resource"] == said["whole"]["answer"]

    def test_follows_progress(self, said: Any) -> None:
        """A client that wants to know how far a tool has come hears each of its reports, in order."""
        heard = [{"progress": done, "total": 100, "message": f"{done} of 100"} for done in (0, 50, 100)]
        assert said["reports"] == heard

    def test_is_refused_as_by_rest(self, said: Any) -> None:
        """What REST refuses, and arguments that do not fit, are results that are errors."""
        assert said["refused"]["isError"]
        assert said["refused"]["answer"]["status_code"] == 404
        assert said["wrong"]["isError"]
        assert said["wrong"]["answer"]["error"].keys() == {"nme", "name", "identifier"}

    def test_is_told_what_there_is_not(self, said: Any, talk: tuple[str, str, str]) -> None:
        """An unknown tool and an unknown resource are errors of the protocol; the new SDK has one code for both."""
        assert said["unknownTool"] == -32602
        assert said["unknownResource"] == (-32602 if talk[0] == "client" else -32002)
