"""What an agent sees first: all tools, whoever comes first."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import path
from drf_spectacular.settings import spectacular_settings
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from frisian_pipeline.mcp.discovery import reset
from tests.mcp.discovery.hosts import HealthView, NameSerializer, heir, urlpatterns
from tests.mcp.live.agents import LEGACY, MODERN, OPEN, Agent

failures: list[Exception] = []


def fail_first(endpoints: Any) -> Any:
    """A host's hook that fails as often as there are failures left."""
    if failures:
        raise failures.pop()
    return endpoints


class TestFirstRequests:
    def test_eight_at_once(self, serve: Callable[..., str]) -> None:
        """Eight that come first together all see all tools, and the same ones."""
        client = Agent(serve(*urlpatterns), MODERN)
        reset()
        together = Barrier(8)

        def ask(_: int) -> bytes:
            together.wait()
            return client.ask("tools/list").content

        with ThreadPoolExecutor(8) as pool:
            answers = set(pool.map(ask, range(8)))
        assert len(answers) == 1
        names = [tool["name"] for tool in json.loads(answers.pop())["result"]["tools"]]
        assert names == sorted(names)
        assert {"gadgets_list", "sites_create", "health_get", "echo_post"} <= set(names)

    def test_one_that_failed(
        self, serve: Callable[..., str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A discovery that failed is an error without the host's words, and is tried again by the next request."""
        monkeypatch.setattr(spectacular_settings, "PREPROCESSING_HOOKS", [fail_first])
        failures[:] = [ValueError("the password is swordfish")]
        client = Agent(serve(*urlpatterns), LEGACY)
        error = client.ask("tools/list").data["error"]
        assert (error["code"], error["message"]) == (-32603, "Internal error")
        assert error["data"]["error_id"] in caplog.text
        assert "swordfish" not in caplog.text
        assert "gadgets_list" in client.tools()

    def test_one_view_that_failed(self, serve: Callable[..., str]) -> None:
        """A view that could not say what it takes is described in the next listing, and its calls are held to that."""
        failures[:] = [ValueError("not ready")] * 20
        view = heir(EchoView, get_serializer_class=lambda self: fail_first(NameSerializer))
        client = Agent(serve(path("it/", view.as_view())), LEGACY)
        assert list(client.tools()["it_post"]["inputSchema"]["properties"]) == ["verify"]
        failures.clear()
        assert list(client.tools()["it_post"]["inputSchema"]["properties"]) == ["name", "verify"]
        assert client.call("it_post").data["error"] == {"name": ["is required"]}


class EchoView(generics.GenericAPIView[Any]):
    """Says again what its serializer takes."""

    def post(self, request: Request) -> Response:
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response(serializer.data)


class TestListing:
    def test_is_the_same_each_time(self, agent: Callable[..., Agent]) -> None:
        """A listing is deterministic, so that clients can keep it."""
        client = agent(*urlpatterns)
        before = client.ask("tools/list").content
        reset()
        assert client.ask("tools/list").content == before

    def test_what_the_host_lets_out(self, agent: Callable[..., Agent], settings: Any) -> None:
        """ALLOW and DENY say which tools there are, API_ROOT how they are called."""
        settings.FRISIAN_PIPELINE = OPEN | {
            "ALLOW": ["api_sites_*"],
            "DENY": ["*.destroy", "/api/sites/{site_slug}/*"],
            "API_ROOT": "/",
        }
        client = agent(*urlpatterns)
        assert list(client.tools()) == [
            f"api_sites_{action}" for action in ("create", "list", "partial_update", "retrieve", "update")
        ]
        sent = client.ask("tools/call", name="api_sites_destroy", arguments={"slug": "x"})
        assert sent.data["error"]["message"] == "Unknown tool: api_sites_destroy"

    @pytest.mark.parametrize(("separator", "name"), [("_", "sites_list"), ("-", "sites-list"), (".", "sites.list")])
    def test_separator(self, agent: Callable[..., Agent], settings: Any, separator: str, name: str) -> None:
        """The host chooses what stands between the parts of a name, and every spelling is taken in calls."""
        settings.FRISIAN_PIPELINE = OPEN | {"TOOL_NAME_SEPARATOR": separator}
        client = agent(*urlpatterns)
        assert name in client.tools()
        for spelling in ("sites_list", "sites-list", "sites.list"):
            assert client.call(spelling).data == []

    def test_hints(self, agent: Callable[..., Agent]) -> None:
        """What is known of a tool's effects is said, and nothing that clients assume anyway."""
        tools = agent(*urlpatterns).tools()
        assert tools["sites_list"]["annotations"] == {"readOnlyHint": True}
        assert tools["sites_create"]["annotations"] == {"destructiveHint": False}
        assert tools["gadgets_rename"]["annotations"] == {"title": "Give a name"}
        assert "annotations" not in tools["sites_partial_update"]

    def test_shared_arguments(self, agent: Callable[..., Agent]) -> None:
        """Arguments of ours stand in the schema only where they are used; the rest is said once."""
        tools = agent(*urlpatterns).tools()
        assert set(tools["sites_create"]["inputSchema"]["properties"]) == {"slug", "name", "items", "verify"}
        assert set(tools["sites_list"]["inputSchema"]["properties"]) == {"ordering", "continuation_token"}

    def test_unknown_arguments(self, agent: Callable[..., Agent]) -> None:
        """All faults are told at once, each with its path and a suggestion."""
        called = agent(*urlpatterns).call("sites_list", orderin="name", fields=3)
        assert called.data == {
            "status_code": 400,
            "error": {
                "fields": ["must be array or string"],
                "orderin": ["is not known here; did you mean 'ordering'?"],
            },
        }

    def test_what_is_ours_is_strict(self, agent: Callable[..., Agent]) -> None:
        """An argument of ours that is misspelt is not passed over."""
        error = agent(*urlpatterns).call("sites_list", view="ful", mode="summary", verify="yes").data["error"]
        assert error == {
            "view": ["must be one of agent, full; did you mean 'full'?"],
            "mode": ["must be one of full"],
            "verify": ["must be boolean"],
        }

    def test_fields_beside_rows(self, agent: Callable[..., Agent]) -> None:
        """One object and a list of them cannot be sent at once."""
        error = agent(*urlpatterns).call("sites_create", name="x", items=[]).data["error"]
        assert error == {"name": ["has no place beside a list of items; put it into each of them"]}

    def test_many_faults(self, agent: Callable[..., Agent]) -> None:
        """A bulk that is wrong throughout is told of some of its faults, and that there are more."""
        called = agent(*urlpatterns).call("sites_create", items=[{"name": "x"}] * 60)
        assert len(called.data["error"]) == 50
        assert called.data["_notes"] == ["There are more faults like these."]
        assert called.data["error"]["items[0].slug"] == ["is required"]

    @pytest.mark.parametrize(
        "given_",
        [
            {f"slug{number}": 1 for number in range(20_000)},
            {"items": [{f"slug{number}": 1} for number in range(20_000)]},
            {"items": [{"slug": [], "name": "1" * 32_000 + "x", "x" * 32_000: 1}]},
        ],
        ids=["names", "rows", "texts"],
    )
    def test_however_much_is_wrong_little_is_told(self, agent: Callable[..., Agent], given_: dict[str, Any]) -> None:
        """Very many faults, and very long ones, are answered shortly."""
        called = agent(*urlpatterns).call("sites_create", **given_)
        assert called.status == 400
        assert 1 < len(called.data["error"]) <= 50
        assert len(json.dumps(called.data)) < 10_000


class TestEmptyHost:
    def test_no_tools(self, agent: Callable[..., Agent]) -> None:
        """A host without an API has no tools."""
        assert agent(path("page/", lambda request: HttpResponse())).tools() == {}


class TestOneThatFails:
    def test_the_others_are_there(
        self, agent: Callable[..., Agent], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A view that no tool can be made of is left out and logged, and the others are there."""

        class Broken(HealthView):
            mcp_operations = ["get"]

        client = agent(path("broken/", Broken.as_view()), path("health/", HealthView.as_view()))
        assert list(client.tools()) == ["health_delete", "health_get"]
        assert "GET /broken/" in caplog.text
