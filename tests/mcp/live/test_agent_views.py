"""Agent views as the host sets them, over a real socket."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import path
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.mcp import mcp_action, mcp_dispatcher
from tests.mcp.live.agents import Agent
from tests.project.serializers import DeviceSerializer

Make = Callable[..., Agent]
WHOLE = {"id": 1, "state": "on", "url": "http://x/", "note": None}

pytestmark = pytest.mark.usefixtures("written")


class StatusView(APIView):
    """Says nothing of agents."""

    def get(self, request: Any) -> Response:
        return Response(WHOLE)


class Desk:
    """A dispatcher."""

    @mcp_action()
    def look(self, arguments: Any, request: Any) -> Any:
        return WHOLE

    @mcp_action()
    def devices(self, arguments: Any, request: Any) -> Any:
        return DeviceSerializer([], many=True).data


class TestSettings:
    @pytest.mark.parametrize("key", ["status_get", "state", "/status/", f"{__name__}.StatusView", "*"])
    def test_a_view_of_others(self, agent: Make, settings: Any, key: str) -> None:
        """The tool's name, the URL's, the route, the class or the last resort: each leads to the view."""
        settings.FRISIAN_PIPELINE = {"VIEWS": {key: "auto"}}
        caller = agent(path("status/", StatusView.as_view(), name="state"))
        assert caller.call("status_get").data == {"id": 1, "state": "on"}
        assert caller.call("status_get", view="agent").data == {"id": 1, "state": "on"}
        assert caller.call("status_get", view="full").data == WHOLE
        assert caller.call("status_get", fields="note").data == {"id": 1, "note": None}

    def test_a_word_that_view_does_not_know(self, agent: Make) -> None:
        """What is no view is refused with those that there are."""
        caller = agent(path("status/", StatusView.as_view()))
        refused = caller.call("status_get", view="whole")
        assert refused.is_error
        assert refused.data["error"] == {"view": ["must be one of agent, full"]}

    def test_a_dispatcher(self, agent: Make, settings: Any) -> None:
        """What the settings say of it by its name holds; the last resort is not for what is written by hand."""
        mcp_dispatcher(name="desk")(Desk)
        settings.FRISIAN_PIPELINE = {"VIEWS": {"desk": {"look": ["state"]}, "*": "auto"}}
        caller = agent()
        assert caller.call("desk", action="look").data == {"id": 1, "state": "on"}
        assert caller.call("desk", action="look", view="full").data == WHOLE

    def test_what_a_dispatcher_answers_is_known(self, agent: Make) -> None:
        """Serializers tell of its data, too."""
        mcp_dispatcher(name="desk")(Desk)
        assert agent().call("desk", action="devices", fields="config.a,seral").data["_notes"] == [
            "unknown field: seral (serial?)",
            "kept whole, since its keys are data: config",
        ]
