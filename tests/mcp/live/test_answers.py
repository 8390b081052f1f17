"""What an agent gets: the bytes that REST gets in the agent's format, whatever made them."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse, JsonResponse
from django.urls import path
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import OPEN, Agent
from tests.project.models import Device
from tests.project.views import DeviceViewSet

Make = Callable[..., Agent]

AGENT = {"Accept": "application/vnd.frisian+json"}


class AnsweringView(APIView):
    """Answers what it is told."""

    make: Any = None

    def get(self, request: Request) -> Any:
        return type(self).make()

    def post(self, request: Request) -> Any:
        return type(self).make()


def answering(make: Callable[[], Any], **attributes: Any) -> Any:
    """A URL pattern of a view that answers this."""
    return path("it/", heir(AnsweringView, make=staticmethod(make), **attributes).as_view())


class TestBothMouths:
    @pytest.mark.parametrize(
        ("query", "arguments"),
        [
            ("", {}),
            ("?fields=name,uid", {"fields": "name,uid"}),
            ("?fields=name,uid", {"fields": ["name", "uid"]}),
            ("?exclude=name", {"exclude": "name"}),
            ("?view=full", {"view": "full"}),
            ("?fields=nme", {"fields": "nme"}),
        ],
    )
    def test_reads(self, agent: Make, query: str, arguments: Any) -> None:
        """A read is the same bytes over MCP and in the agent's format over REST."""
        Device.objects.create(name="edge", serial="é")
        client = agent(registered(DeviceViewSet, "devices"))
        rest = client.rest("GET", f"/devices/{query}", headers=AGENT)
        assert client.call("devices_list", **arguments).content[0]["text"].encode() == rest.content

    @pytest.mark.parametrize("verify", [True, False])
    def test_writes(self, agent: Make, *, verify: bool) -> None:
        """So is a write, up to the identifiers of what was written."""
        client = agent(registered(DeviceViewSet, "devices"))
        body = {"name": "edge", "serial": "é"}
        rest = client.rest("POST", f"/devices/?verify={verify}", body, AGENT)
        called = client.call("devices_create", verify=verify, **body)
        assert list(called.data) == list(rest.data)
        assert {**called.data, "uid": ""} == {**rest.data, "uid": ""}


class TestOtherAnswers:
    def test_json_without_drf(self, agent: Make) -> None:
        """Plain Django's JSON is shaped like any other, with what the caller wants to see of it."""
        client = agent(answering(lambda: JsonResponse({"id": 7, "name": "x", "notes": "y" * 200})))
        assert client.call("it_get", fields="name").data == {"id": 7, "name": "x"}

    @pytest.mark.parametrize(
        ("data", "text"),
        [
            pytest.param(None, "null", id="nothing"),
            pytest.param(5, "5", id="a number"),
            pytest.param("text", '"text"', id="a text"),
            pytest.param(True, "true", id="a truth"),
            pytest.param([], "[]", id="no rows"),
            pytest.param([1, "a", None], '[1,"a",null]', id="no objects"),
            pytest.param({"a": float("nan")}, '{"a":null}', id="no number"),
            pytest.param(2**70, "1180591620717411303424", id="a large number"),
            pytest.param("\ud800", '"\ufffd"', id="half a character"),
        ],
    )
    def test_any_data(self, agent: Make, data: Any, text: str) -> None:
        """Data of any kind comes as JSON."""
        [content] = agent(answering(lambda: Response(data))).call("it_get").content
        assert content["text"] == text

    def test_what_cannot_be_sent(self, agent: Make, caplog: pytest.LogCaptureFixture) -> None:
        """What REST cannot send is a failure here too, and says nothing of the host's."""
        client = agent(answering(lambda: Response({"swordfish": object()})))
        called = client.call("it_post")
        assert client.rest("POST", "/it/").status == called.status == 500
        assert called.data["error"]["error_id"] in caplog.text
        assert "swordfish" not in str(called.data)

    def test_a_view_that_chooses_its_renderers(self, agent: Make) -> None:
        """A view that chooses its renderers itself is asked for JSON, and takes anything else."""
        client = agent(answering(lambda: Response([1]), get_renderers=lambda view: [JSONRenderer()]))
        assert client.call("it_get").data == [1]


class TestStructuredContent:
    @pytest.fixture(autouse=True)
    def doubled(self, settings: Any) -> None:
        """A host that wants answers in both channels."""
        settings.FRISIAN_PIPELINE = OPEN | {"STRUCTURED_CONTENT": True}

    def test_an_object(self, agent: Make) -> None:
        """An object comes as data too: the same facts."""
        client = agent(answering(lambda: Response({"a": [1, {"b": "é"}]})))
        result = client.result("tools/call", name="it_get", arguments={})
        assert result["structuredContent"] == {"a": [1, {"b": "é"}]}
        assert result["content"] == [{"type": "text", "text": '{"a":[1,{"b":"é"}]}'}]

    @pytest.mark.parametrize("data", [[1], "text", 5, None])
    def test_anything_else(self, agent: Make, data: Any) -> None:
        """Nothing else does: clients refuse it."""
        result = agent(answering(lambda: Response(data))).result("tools/call", name="it_get", arguments={})
        assert "structuredContent" not in result

    def test_an_error(self, agent: Make) -> None:
        """Nor does an error: clients hold it to the schema of a success."""
        result = agent(answering(lambda: Response({"a": 1}, status=400))).result(
            "tools/call", name="it_get", arguments={}
        )
        assert (result["isError"], "structuredContent" in result) == (True, False)


class TestFailingLogs:
    """A host's log that fails costs its events, and no answer."""

    def test_a_write_that_could_not_be_shaped(self, agent: Make, settings: Any, failing_log: Any) -> None:
        """The whole result goes out."""
        settings.FRISIAN_PIPELINE = OPEN | {"PIPELINE": "tests.project.hosts.broken"}
        called = agent(registered(DeviceViewSet, "devices")).call("devices_create", name="edge")
        assert (called.is_error, called.data["uid"]) == (False, str(Device.objects.get().pk))
        assert failing_log.failed

    def test_a_file_that_could_not_be_kept(self, agent: Make, settings: Any, failing_log: Any) -> None:
        """An answer that is no JSON is told of."""
        settings.FRISIAN_PIPELINE = OPEN | {"STORE": {"BACKEND": "tests.project.hosts.raising_store"}}
        client = agent(answering(lambda: HttpResponse("a;b\n" * 9_000, content_type="text/csv")))
        assert not client.call("it_get").is_error
        assert failing_log.failed

    def test_a_tool_that_fails(self, agent: Make, monkeypatch: pytest.MonkeyPatch, failing_log: Any) -> None:
        """A failure is the same error as ever, also where Django's own log fails."""
        monkeypatch.setattr(logging.getLogger("django.request"), "handlers", [failing_log])
        called = agent(answering(lambda: 1 / 0)).call("it_get")
        assert (called.is_error, called.status, called.data["error"]["detail"]) == (True, 500, "Internal error")
        assert failing_log.failed >= 2
