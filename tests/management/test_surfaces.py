"""Calls that were recorded on one surface and are made on another."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError
from rest_framework.exceptions import PermissionDenied
from rest_framework.response import Response

from frisian_pipeline.mcp import mcp_action, mcp_dispatcher, mcp_tool
from frisian_pipeline.mcp.content import TextContent
from frisian_pipeline.regressions import Baseline
from tests.management.conftest import OPEN
from tests.project.models import Tag

Run = Callable[..., str]
NEW = {"code": "new", "label": "new"}
FLAT: tuple[str, dict[str, Any]] = "things_list", {}
GROUPED = "api", {"resource": "things", "action": "list"}
OWN_GROUP = "labels", {"resource": "things", "action": "list", "params": {}}
SEARCHED = "call", {"name": "things_list", "arguments": {}}
RECORDED = [
    pytest.param(*FLAT, id="flat call"),
    pytest.param("things.list", {}, id="dotted call"),
    pytest.param(*GROUPED, id="call of a group"),
    pytest.param(*SEARCHED, id="call by name"),
]
SURFACES = [
    pytest.param({"SURFACE": "flat"}, id="flat"),
    pytest.param({"SURFACE": "groups"}, id="groups"),
    pytest.param({"SURFACE": "search"}, id="search"),
    pytest.param({"SURFACE": "flat", "DISPATCH_GROUPS": {"labels": ["things_*"]}}, id="own groups"),
    pytest.param({"SURFACE": "groups", "DISPATCH_GROUPS": {"api": ["nothing"]}}, id="own group of the name"),
]


@pytest.fixture
def measure(run: Run, project: Any, tmp_path: Path) -> Callable[..., dict[str, float]]:
    """Measure calls on a surface; returns what is written down."""
    path, file = tmp_path / "baseline.json", tmp_path / "calls.jsonl"

    def measure(said: dict[str, Any], *calls: Any, words: tuple[str, ...] = ()) -> dict[str, float]:
        project.FRISIAN_PIPELINE = {**OPEN, **said}
        file.write_text("\n".join(json.dumps({"tool": tool, "arguments": given}) for tool, given in calls))
        run("frisian_baseline", "--write", "--path", str(path), "--calls", str(file), "--user", "ann", *words)
        return Baseline.read(path).tools

    return measure


class TestSurfaces:
    @pytest.mark.parametrize("said", SURFACES)
    @pytest.mark.parametrize(("tool", "given"), RECORDED)
    def test_a_read(self, measure: Any, run: Run, said: Any, tool: str, given: Any) -> None:
        """A call is made and measured as its tool, whatever the surface was then and is now, and a read is a read."""
        assert measure(said, (tool, given)) == measure({"SURFACE": "flat"}, FLAT)
        shown = run("frisian_shape", "--call", tool, json.dumps(given), "--user", "ann")
        assert "(result)" in shown

    def test_a_group_of_the_host(self, measure: Any) -> None:
        """A call of a group that the host has named is made as long as it names it."""
        named = {"DISPATCH_GROUPS": {"labels": ["things_*"]}}
        assert list(measure({"SURFACE": "search", **named}, OWN_GROUP)) == ["things_list"]

    @pytest.mark.parametrize("said", SURFACES)
    @pytest.mark.parametrize(
        ("tool", "given"),
        [
            pytest.param("things_create", NEW, id="flat call"),
            pytest.param("api", {"resource": "things", "action": "create", "params": NEW}, id="call of a group"),
            pytest.param("call", {"name": "things_create", "arguments": NEW}, id="call by name"),
        ],
    )
    def test_a_write(self, measure: Any, run: Run, said: Any, tool: str, given: Any) -> None:
        """A call writes if its tool does, whatever it is recorded as."""
        with pytest.raises(CommandError, match=rf"^{tool} may write, .* leave it out \(line 2\), or add --writes"):
            measure(said, FLAT, (tool, given))
        with pytest.raises(CommandError, match=f"^{tool} may write, and would do so; add --writes to call it"):
            run("frisian_shape", "--call", tool, json.dumps(given), "--user", "ann")
        assert not Tag.objects.filter(code="new").exists()
        assert list(measure(said, (tool, given), words=("--writes",))) == ["things_create"]

    @pytest.mark.parametrize("said", SURFACES)
    def test_what_is_nowhere(self, measure: Any, said: Any) -> None:
        """A tool that is on no surface is not there; who may mean another is told."""
        with pytest.raises(CommandError, match="there is no tool 'things_lst' for this user; did you mean 'things_"):
            measure(said, ("things_lst", {}))

    @pytest.mark.parametrize(
        "call",
        [
            pytest.param(("api", {}), id="help"),
            pytest.param(("search", {"query": "things"}), id="search"),
        ],
    )
    def test_what_the_surface_answers(self, measure: Any, call: Any) -> None:
        """Help and searches are no tool's answers: they are made, told, and measured as nothing."""
        with pytest.raises(CommandError, match=r"No call was measured: .* answered nothing that is shaped"):
            measure({"SURFACE": "flat"}, call)

    @pytest.mark.parametrize(
        ("call", "status"),
        [
            pytest.param(("api", {"resource": "nope", "action": "list"}), 400, id="no resource"),
            pytest.param(("things_create", {"continuation_token": "x"}), 404, id="a token of then"),
        ],
    )
    def test_what_fails(self, measure: Any, call: Any, status: int) -> None:
        """A call that no surface can read is refused, and one with a token reads only, which is gone."""
        with pytest.raises(CommandError, match=f"No call was measured: .* answered {status}"):
            measure({"SURFACE": "flat"}, call)


@pytest.mark.usefixtures("written")
class TestWritten:
    def test_a_dispatcher(self, measure: Any) -> None:
        """An action that reads is read, though others of its dispatcher write."""
        made: list[str] = []

        @mcp_dispatcher("stock", description="Stock.")
        class Stock:
            @mcp_action(description="Count.")
            def count(self, arguments: dict[str, Any], request: Any) -> Any:
                return {"count": 3}

            @mcp_action(description="Take.", write=True)
            def take(self, arguments: dict[str, Any], request: Any) -> Any:
                made.append("take")
                return {"count": 2}

        assert list(measure({"SURFACE": "search"}, ("stock", {"action": "count"}))) == ["stock"]
        with pytest.raises(CommandError, match="stock may write"):
            measure({"SURFACE": "search"}, ("stock", {"action": "take"}))
        assert made == []

    def test_errors_without_a_status(self, measure: Any) -> None:
        """What an author says in blocks of its own, and what a permission refuses, has failed all the same."""
        said = TextContent(text="It is all there.")
        mcp_tool("blocks", description="Blocks.")(lambda arguments, request: said)
        mcp_tool("broken", description="Broken.")(lambda arguments, request: Response([said], status=409))

        @mcp_tool("denied", description="Denied.")
        def denied(arguments: dict[str, Any], request: Any) -> Any:
            raise PermissionDenied

        with pytest.raises(CommandError) as caught:
            measure({"SURFACE": "flat"}, ("blocks", {}), ("broken", {}), ("denied", {}))
        assert str(caught.value) == (
            "No call was measured: blocks answered nothing that is shaped (line 1); broken answered an error (line 2); "
            "denied answered 403 (line 3)."
        )
