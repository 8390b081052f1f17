"""What hand-written tools report while they run."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.mcp import mcp_action, mcp_dispatcher, mcp_tool
from frisian_pipeline.mcp.handwritten import TOOLS
from frisian_pipeline.mcp.progress import report
from tests.mcp.live.agents import LEGACY, META, Agent, Sent

Make = Callable[..., Agent]
Serve = Callable[..., str]

JSON, EVENTS = "application/json", "text/event-stream"


@pytest.fixture(autouse=True)
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without a tool, and forget those of the test."""
    monkeypatch.setattr(TOOLS, "known", {})


def ask(agent: Agent, tool: str, accept: str = f"{JSON}, {EVENTS}", **arguments: Any) -> Sent:
    """Call a tool and ask for reports."""
    meta = (META if agent.era != LEGACY else {}) | {"progressToken": "t"}
    return agent.ask("tools/call", {"Accept": accept}, name=tool, arguments=arguments, _meta=meta)


def messages_of(sent: Sent) -> list[Any]:
    """The messages of a reply, whatever its type is, and its length is right."""
    assert sent.headers["Content-Length"] == str(len(sent.content))
    if sent.headers["Content-Type"] == JSON:
        return [sent.data]
    assert sent.headers["Content-Type"] == EVENTS
    events = sent.content.decode().removesuffix("\n\n").split("\n\n")
    return [json.loads(event.removeprefix("event: message\ndata: ")) for event in events]


def shown(messages: list[Any]) -> tuple[list[Any], Any]:
    """What was reported, and what the tool answered in the end."""
    *reports, response = messages
    assert response["id"] == 7
    assert {one["params"]["progressToken"] for one in reports} <= {"t"}
    return [one["params"]["progress"] for one in reports], json.loads(response["result"]["content"][0]["text"])


def write_count() -> None:
    """Register a tool that reports twice."""

    @mcp_tool()
    def count(arguments: dict[str, Any], request: HttpRequest) -> Any:
        report(request, 1, total=2, message="half")
        report(request, 2, total=2)
        return {"counted": 2}


class TestProgress:
    def test_of_a_tool(self, agent: Make) -> None:
        """What a tool has reported comes before its answer, in order, and the answer is the same as without."""
        write_count()
        made = agent()
        sent = ask(made, "count")
        assert sent.status == 200
        assert shown(messages_of(sent)) == ([1, 2], {"counted": 2})
        assert messages_of(sent)[-1] == made.ask("tools/call", name="count", arguments={}).data

    def test_of_an_asynchronous_tool(self, agent: Make) -> None:
        """A tool that is asynchronous is heard, too."""

        @mcp_tool()
        async def count(arguments: dict[str, Any], request: HttpRequest) -> Any:
            report(request, 1)
            return {}

        assert shown(messages_of(ask(agent(), "count"))) == ([1], {})

    def test_of_an_action(self, agent: Make) -> None:
        """An action of a dispatcher is heard as a tool is."""

        @mcp_dispatcher()
        class Count:
            @mcp_action()
            def all(self, arguments: dict[str, Any], request: HttpRequest) -> Any:
                report(request, 1)
                return {}

        assert shown(messages_of(ask(agent(), "count", action="all"))) == ([1], {})

    def test_of_a_tool_that_fails(self, agent: Make) -> None:
        """What was reported before a failure is told, and then the failure."""

        @mcp_tool()
        def count(arguments: dict[str, Any], request: HttpRequest) -> None:
            report(request, 1)
            raise ValueError("Lost count.")

        reports, failure = shown(messages_of(ask(agent(), "count")))
        assert (reports, failure["status_code"]) == ([1], 400)

    def test_of_each_call(self, agent: Make) -> None:
        """A call hears of itself and of no other."""
        write_count()
        made = agent()
        assert shown(messages_of(ask(made, "count"))) == shown(messages_of(ask(made, "count")))


class TestOrdinaryAnswers:
    def test_to_who_does_not_ask(self, agent: Make) -> None:
        """A caller that sends no token gets plain JSON."""
        write_count()
        sent = agent().ask("tools/call", name="count", arguments={})
        assert (sent.headers["Content-Type"], shown(messages_of(sent))) == (JSON, ([], {"counted": 2}))

    def test_to_who_reads_no_events(self, agent: Make) -> None:
        """A caller that reads JSON only gets JSON, whatever it asks for."""
        write_count()
        sent = ask(agent(), "count", accept=JSON)
        assert (sent.headers["Content-Type"], shown(messages_of(sent))) == (JSON, ([], {"counted": 2}))

    def test_of_a_tool_without_reports(self, agent: Make) -> None:
        """A tool that reports nothing answers the same bytes, asked for reports or not."""

        @mcp_tool()
        def count(arguments: dict[str, Any], request: HttpRequest) -> Any:
            return {}

        made = agent()
        plain = made.ask("tools/call", name="count", arguments={})
        sent = ask(made, "count")
        assert (sent.headers["Content-Type"], sent.content) == (JSON, plain.content)

    def test_of_a_view(self, agent: Make) -> None:
        """A view of the host's that reports is not heard, and answers as ever."""

        class CountView(APIView):
            def get(self, request: Request) -> Response:
                report(request._request, 1)
                return Response({})

        sent = ask(agent(path("count", CountView.as_view())), "count_get")
        assert (sent.headers["Content-Type"], shown(messages_of(sent))) == (JSON, ([], {}))

    def test_of_a_batch(self, serve: Serve) -> None:
        """A batch is answered in JSON, whatever its members ask for."""
        write_count()
        params = {"name": "count", "arguments": {}, "_meta": {"progressToken": "t"}}
        one = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}
        headers = {"Accept": f"{JSON}, {EVENTS}", "MCP-Protocol-Version": "2025-03-26"}
        sent = Agent(serve(), LEGACY).send("POST", "/mcp", json.dumps([one, one]).encode(), headers)
        assert sent.headers["Content-Type"] == JSON
        assert [shown([answer]) for answer in sent.data] == [([], {"counted": 2})] * 2
