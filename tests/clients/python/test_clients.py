"""What the Python clients of others get from the endpoint, in both eras of the protocol and behind every server."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from tests.clients.expected import ABOUT, LEGACY, MODERN, PROMPTS, RESOURCES, TEMPLATES, TOOLS
from tests.clients.python.peers import IN_PROCESS, Peer, fast, official

pytestmark = [pytest.mark.anyio, pytest.mark.django_db(transaction=True)]

PEERS = {"mcp": official, "fastmcp": fast}
AGREED = {"auto": MODERN, MODERN: MODERN, "legacy": LEGACY}
RESOURCE_NOT_FOUND = -32002  # up to 2025-11-25
PLACES = ["in-process", "gunicorn", "uvicorn"]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep this process's database in a file: Django never closes those in memory, and each request has a thread."""
    connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("process") / "host.sqlite3")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run the tests on asyncio, as Django does."""
    return "asyncio"


@pytest.fixture(params=PEERS)
def kind(request: pytest.FixtureRequest) -> str:
    """Name a client."""
    return str(request.param)


@pytest.fixture(params=AGREED)
def mode(request: pytest.FixtureRequest) -> str:
    """Name a way to agree on an era."""
    return str(request.param)


@pytest.fixture(params=PLACES)
def url(request: pytest.FixtureRequest) -> str:
    """Give the URL of an endpoint."""
    if request.param == "in-process":
        return IN_PROCESS
    url_of: Callable[[str], str] = request.getfixturevalue("url_of")
    return url_of(request.param)


@pytest.fixture
async def peer(kind: str, mode: str, url: str) -> AsyncIterator[Peer]:
    """Connect a client."""
    async with PEERS[kind](url, mode) as connected:
        yield connected


async def answer_of(peer: Peer, tool: str, **arguments: Any) -> Any:
    """Call a tool that has to succeed, and read its answer."""
    text, is_error = await peer.call(tool, **arguments)
    assert not is_error, text
    return json.loads(text)


async def error_of(peer: Peer, tool: str, **arguments: Any) -> Any:
    """Call a tool that has to fail, and read its answer."""
    text, is_error = await peer.call(tool, **arguments)
    assert is_error, text
    return json.loads(text)


async def refusal_of(asked: Awaitable[Any]) -> int:
    """Ask for what there is not, and give the code of the error."""
    with pytest.raises(MCPError) as raised:
        await asked
    return raised.value.error.code


class TestConnection:
    """What a client learns when it connects."""

    async def test_agrees_on_an_era(self, peer: Peer, mode: str) -> None:
        """A client gets the newest revision of the era that it asks for, and the newest of all if it leaves it open."""
        assert peer.version == AGREED[mode]

    @pytest.mark.parametrize("mode", ["auto", "legacy"], indirect=True)
    async def test_says_who_answers(self, peer: Peer) -> None:
        """A client that asks who is there is told the host's name."""
        assert peer.server == "stockroom"

    @pytest.mark.parametrize("slash", ["", "/"], ids=["bare", "slash"])
    async def test_takes_a_slash(self, kind: str, mode: str, url: str, slash: str) -> None:
        """The endpoint is found with and without a slash behind it."""
        async with PEERS[kind](url + slash, mode) as connected:
            assert await connected.tools() == TOOLS


class TestTools:
    """What a client gets from the host's tools."""

    async def test_are_listed(self, peer: Peer) -> None:
        """A client sees the tools of the host, in order, and nothing else."""
        assert await peer.tools() == TOOLS

    async def test_read(self, peer: Peer) -> None:
        """A read answers what the view answered."""
        assert await answer_of(peer, "about_get") == ABOUT

    async def test_confirm_a_write(self, peer: Peer) -> None:
        """A write of one object answers its envelope, and the object is there."""
        slug = f"site-{uuid4()}"
        written = await answer_of(peer, "sites_create", identifier=slug, name="Drachten", description=None)
        assert written.items() >= {"identifier": slug, "name": "Drachten", "status_code": 201}.items()
        assert (await answer_of(peer, "sites_retrieve", slug=slug))["name"] == "Drachten"

    async def test_confirm_a_bulk(self, peer: Peer) -> None:
        """A write of many answers their count, and a token that buys them: as an argument and as a resource."""
        names = ["Sneek", "ĳlst", "Starum"]
        written = await answer_of(peer, "devices_create", items=[{"name": name} for name in names])
        assert (written["accepted"], written["status_code"]) == (3, 201)
        token = written["continuation_token"]
        whole = await answer_of(peer, "devices_create", continuation_token=token)
        assert [row["name"] for row in whole] == names
        assert json.loads(await peer.read(f"continuation://devices_create/{token}")) == whole

    async def test_show_a_whole_write(self, peer: Peer) -> None:
        """A write that is verified answers the whole object."""
        whole = await answer_of(peer, "devices_create", name="Makkum", verify=True)
        assert whole["comments"] is None

    async def test_delete(self, peer: Peer) -> None:
        """A delete says that it did."""
        uid = (await answer_of(peer, "devices_create", name="Hylpen"))["uid"]
        assert await answer_of(peer, "devices_destroy", uid=uid) == {"deleted": True, "status_code": 204}

    async def test_fail_as_rest_does(self, peer: Peer) -> None:
        """What REST refuses is an error with REST's status and body."""
        error = await error_of(peer, "sites_retrieve", slug="nowhere")
        assert error == {"status_code": 404, "error": {"detail": "No Site matches the given query."}}

    async def test_refuse_wrong_arguments(self, peer: Peer) -> None:
        """Arguments that do not fit are an error that names each of them."""
        error = await error_of(peer, "sites_create", nme="Dokkum")
        assert error["status_code"] == 400
        assert error["error"].keys() == {"nme", "name", "identifier"}

    async def test_take_arguments_that_headers_repeat(self, peer: Peer) -> None:
        """An argument that a header repeats arrives, whatever it is; a client that lists the tools sends the header."""
        assert "test_x_mcp_header" in await peer.tools()
        for region in ("eu-west1", " Fryslân ", "=?base64?SGVsbG8=?="):
            assert await answer_of(peer, "test_x_mcp_header", region=region) == {"region": region}
        assert await answer_of(peer, "test_x_mcp_header") == {}

    async def test_report_progress(self, peer: Peer) -> None:
        """A client that wants to know how far a tool has come hears each of its reports, in order."""
        heard = await peer.follow("test_tool_with_progress")
        assert heard == [(done, 100, f"{done} of 100") for done in (0, 50, 100)]

    async def test_are_known_by_name(self, peer: Peer) -> None:
        """A tool that there is not is an error of the protocol."""
        assert await refusal_of(peer.call("devices_lst")) == INVALID_PARAMS


class TestOthers:
    """What a client gets beside tools."""

    async def test_are_listed(self, peer: Peer) -> None:
        """A client sees the resources, the prompts, and the templates with the one for tokens first."""
        assert await peer.others() == (RESOURCES, PROMPTS, TEMPLATES)

    async def test_read(self, peer: Peer) -> None:
        """A resource that the host has written is read, by its URI or by one that its template gives."""
        assert await peer.read("test://static-text") == "This is the content of the static text resource."
        assert json.loads(await peer.read("test://template/a%2Fb/data"))["id"] == "a/b"

    async def test_fill_in(self, peer: Peer) -> None:
        """A prompt that the host has written is filled in with what it takes, and refused without."""
        said = await peer.prompt("test_prompt_with_arguments", arg1="one", arg2="two")
        assert said == "Prompt with arguments: arg1='one', arg2='two'"
        assert await refusal_of(peer.prompt("test_prompt_with_arguments", arg1="one")) == INVALID_PARAMS

    async def test_are_known_by_uri(self, peer: Peer, mode: str) -> None:
        """A resource that there is not is an error of the protocol, with the code of its era."""
        code = RESOURCE_NOT_FOUND if mode == "legacy" else INVALID_PARAMS
        assert await refusal_of(peer.read(f"continuation://devices_create/{'x' * 24}")) == code
