"""Arguments of hand-written tools that headers repeat."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest

from frisian_pipeline.mcp import mcp_tool
from frisian_pipeline.mcp.handwritten import TOOLS
from tests.mcp.live.agents import LEGACY, MODERN, Agent

Serve = Callable[..., str]
SCHEMA = {"properties": {"region": {"type": "string", "x-mcp-header": "My-Region"}}}
ARGUMENTS = {"region": "eu"}


@pytest.fixture(autouse=True)
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without a tool, and forget those of the test."""
    monkeypatch.setattr(TOOLS, "known", {})


def give(**facts: Any) -> None:
    """Write a tool that answers what it got."""

    @mcp_tool(name="it", **facts)
    def it(arguments: dict[str, Any], request: HttpRequest) -> Any:
        return arguments


class TestHeaders:
    @pytest.mark.parametrize("name", ["Mcp-Param-My-Region", "mcp-param-my-region", "MCP-PARAM-MY-REGION"])
    def test_that_repeat(self, serve: Serve, name: str) -> None:
        """A call whose header says the same is run; names have no case."""
        give(input_schema=SCHEMA)
        assert Agent(serve(), MODERN).call("it", {name: "eu"}, **ARGUMENTS).data == ARGUMENTS

    @pytest.mark.parametrize("headers", [{}, {"Mcp-Param-My-Region": "us"}, {"Mcp-Param-Region": "eu"}])
    def test_that_do_not(self, serve: Serve, headers: dict[str, str]) -> None:
        """A call whose header is missing or says something else is a header mismatch, and nothing is run."""
        give(input_schema=SCHEMA)
        sent = Agent(serve(), MODERN).ask("tools/call", headers, name="it", arguments=ARGUMENTS)
        assert (sent.status, sent.data["error"]["code"]) == (400, -32020)
        assert sent.data["error"]["message"].startswith("Mcp-Param-My-Region header does not match")

    def test_without_the_argument(self, serve: Serve) -> None:
        """Neither is expected where the other is not."""
        give(input_schema=SCHEMA)
        made = Agent(serve(), MODERN)
        assert made.call("it").data == {}
        sent = made.ask("tools/call", {"Mcp-Param-My-Region": "eu"}, name="it", arguments={})
        assert sent.data["error"]["code"] == -32020

    @pytest.mark.parametrize("facts", [{}, {"params": {"region": ""}}, {"input_schema": {}}])
    def test_that_nobody_asks_for(self, serve: Serve, facts: dict[str, Any]) -> None:
        """A tool that asks for none takes any."""
        give(**facts)
        called = Agent(serve(), MODERN).call("it", {"Mcp-Param-My-Region": "us"}, **ARGUMENTS)
        assert called.data == ARGUMENTS

    def test_of_older_clients(self, serve: Serve) -> None:
        """Clients of the revisions before know nothing of it."""
        give(input_schema=SCHEMA)
        assert Agent(serve(), LEGACY).call("it", **ARGUMENTS).data == ARGUMENTS

    def test_beyond_reach(self, serve: Serve) -> None:
        """A caller learns nothing of a tool that it does not reach."""
        give(input_schema=SCHEMA, admin=True)
        called = Agent(serve(), MODERN).call("it", **ARGUMENTS)
        assert (called.is_error, called.status) == (True, 403)

    def test_are_published(self, serve: Serve) -> None:
        """The schema says which header repeats what."""
        give(input_schema=SCHEMA)
        schema = Agent(serve(), MODERN).tools()["it"]["inputSchema"]
        assert schema["properties"]["region"] == SCHEMA["properties"]["region"]
