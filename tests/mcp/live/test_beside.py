"""Facts beside what a tool reads, over a real socket."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.mcp import mcp_action, mcp_dispatcher, mcp_tool
from tests.mcp.live.agents import Agent

Make = Callable[..., Agent]

pytestmark = pytest.mark.usefixtures("written")


class RowsView(APIView):
    """Reads by GET, writes by POST."""

    agent_view = "name"

    def get(self, request: Request) -> Response:
        return Response([{"id": 1, "name": "a", "size": 3}])

    def post(self, request: Request) -> Response:
        return Response({"id": 1, "name": "a"}, status=201)

    def agent_facts(self, data: Any, request: Request) -> dict[str, Any]:
        return {"sizes": [row["size"] for row in data], "method": request.method}


class Desk:
    """Reads and writes."""

    def __init__(self) -> None:
        self.seen = 0

    @mcp_action()
    def look(self, arguments: Any, request: HttpRequest) -> Any:
        self.seen += 1
        return {"id": 1, "open": True}

    @mcp_action(write=True)
    def move(self, arguments: Any, request: HttpRequest) -> Any:
        return {"id": 1, "room": "x" * 300}

    @mcp_action()
    @staticmethod
    def loose(arguments: Any, request: HttpRequest) -> Any:
        return [1]

    @mcp_action()
    @classmethod
    def shared(cls, arguments: Any, request: HttpRequest) -> Any:
        return [2]

    def agent_facts(self, data: Any, request: HttpRequest) -> dict[str, Any]:
        return {"seen": self.seen, "keys": list(data), "method": request.method}


class TestViews:
    def test_a_read_has_them(self, agent: Make) -> None:
        """They are made of the whole data and stand beside the pruned."""
        caller = agent(path("rows/", RowsView.as_view()))
        assert caller.call("rows_get").data == {
            "results": [{"id": 1, "name": "a"}],
            "facts": {"sizes": [3], "method": "GET"},
        }

    def test_a_write_has_none(self, agent: Make) -> None:
        """An envelope has exactly its keys."""
        caller = agent(path("rows/", RowsView.as_view()))
        assert caller.call("rows_post").data.keys() == {"id", "name", "status_code", "data_size"}


class TestDispatchers:
    def test_the_instance_that_answered_tells(self, agent: Make) -> None:
        """Facts come from the very instance whose method was called."""
        mcp_dispatcher(name="desk")(Desk)
        caller = agent()
        facts = {"seen": 1, "keys": ["id", "open"], "method": "POST"}
        assert caller.call("desk", action="look").data == {"id": 1, "open": True, "facts": facts}
        assert "facts" not in caller.call("desk", action="move").data

    @pytest.mark.parametrize(("action", "data"), [("loose", [1]), ("shared", [2])])
    def test_a_method_of_no_instance_has_none(self, agent: Make, action: str, data: Any) -> None:
        """Nobody is there who could be asked."""
        mcp_dispatcher(name="desk")(Desk)
        assert agent().call("desk", action=action).data == data

    def test_a_function_has_none(self, agent: Make) -> None:
        """A tool that is a function says all in its answer."""
        mcp_tool(name="plain")(lambda arguments, request: {"id": 1})
        assert agent().call("plain").data == {"id": 1}
