"""Continuation tokens over MCP: what they buy, for whom, and as a URI."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import path
from rest_framework.authentication import BasicAuthentication
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from uritemplate import URITemplate

from frisian_pipeline.errors import TokenError
from frisian_pipeline.mcp.server.going_on import call_again
from frisian_pipeline.mcp.view import McpView
from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import OPEN, Agent, basic
from tests.project.models import Device
from tests.project.views import DeviceViewSet, TagViewSet

Make = Callable[..., Agent]

ROWS = [{"name": f"edge-{number}", "serial": "é"} for number in range(3)]


class NeedsPath(BasePermission):
    """Looks at the path, which nobody has who redeems a token."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(view.kwargs["pk"])


@pytest.fixture(autouse=True)
def disclosed(settings: Any) -> None:
    """A host that gives tokens for writes."""
    settings.FRISIAN_PIPELINE = OPEN | {"DISCLOSE_CONTINUATION": ["read", "write"]}


@pytest.fixture
def make(agent: Make) -> Callable[..., Agent]:
    """An agent on a host with devices."""
    return lambda **attributes: agent(
        registered(heir(DeviceViewSet, **attributes), "devices"), registered(TagViewSet, "tags")
    )


def gone(called: Any) -> bool:
    """Tell whether a token bought nothing, in the one text that there is for it."""
    return (called.status, called.is_error) == (404, True) and called.data["error"]["detail"].startswith(
        "This continuation token is not valid here"
    )


class TestTool:
    def test_buys_the_whole_result(self, make: Make) -> None:
        """The same tool gives the bytes that the view answered, any number of times, and runs nothing."""
        client = make()
        token = client.call("devices_create", items=ROWS).data["continuation_token"]
        whole = [client.call("devices_create", continuation_token=token) for _ in range(2)]
        assert whole[0] == whole[1]
        assert [row["name"] for row in whole[0].data] == [row["name"] for row in ROWS]
        assert Device.objects.count() == 3

    def test_its_size_is_what_was_said(self, make: Make) -> None:
        """data_size is the size of what the token buys."""
        client = make()
        envelope = client.call("devices_create", items=ROWS).data
        whole = client.call("devices_create", continuation_token=envelope["continuation_token"], mode="full")
        assert len(whole.content[0]["text"].encode()) == envelope["data_size"]

    def test_what_it_buys_is_told(self, make: Make, caplog: pytest.LogCaptureFixture) -> None:
        """In every mode, and as a resource, it is an answer like any other: one event, and nothing that is secret."""
        client = make()
        token = client.call("devices_create", items=ROWS).data["continuation_token"]
        caplog.set_level("INFO", "frisian_pipeline")
        sizes = [
            len(client.call("devices_create", continuation_token=token, **words).content[0]["text"].encode())
            for words in ({}, {"mode": "summary"}, {"cursor": "1"})
        ]
        for query in ("", "?page=1"):
            (contents,) = client.result("resources/read", uri=f"continuation://devices_create/{token}{query}")[
                "contents"
            ]
            sizes.append(len(contents["text"].encode()))
        assert gone(client.call("devices_create", continuation_token="x" * 24))
        told = [vars(record) for record in caplog.records if record.name == "frisian_pipeline"]
        assert [(one["action"], one["tool"], one["tokens_saved"]) for one in told] == [
            ("continue", "devices_create", 0)
        ] * 5
        assert [one["answer_bytes"] for one in told] == sizes
        assert token not in repr(told)

    @pytest.mark.parametrize("token", ["", "x", "x" * 24, "é" * 24])
    def test_unknown(self, make: Make, token: str) -> None:
        """A token that nobody was given buys nothing."""
        assert gone(make().call("devices_list", continuation_token=token))

    def test_of_another_tool(self, make: Make) -> None:
        """A token is good for its tool."""
        client = make()
        token = client.call("devices_create", items=ROWS).data["continuation_token"]
        assert gone(client.call("devices_list", continuation_token=token))

    def test_other_arguments(self, make: Make) -> None:
        """What has no place beside a token is refused, lest an agent believe that it was done."""
        client = make()
        token = client.call("devices_create", items=ROWS).data["continuation_token"]
        called = client.call("devices_create", continuation_token=token, name="more", verify=True)
        says = ["has no place beside continuation_token; leave one of them out"]
        assert called.data == {"status_code": 400, "error": {"name": says, "verify": says}}

    @pytest.mark.parametrize("token", [None, 1, ["x"]])
    def test_no_text(self, make: Make, token: Any) -> None:
        """A token is text."""
        called = make().call("devices_list", continuation_token=token)
        assert called.data == {"status_code": 400, "error": {"continuation_token": ["must be string"]}}

    def test_a_store_that_is_down(self, make: Make, settings: Any) -> None:
        """A dead store costs the token, and the identifiers go out."""
        settings.FRISIAN_PIPELINE = OPEN | {
            "DISCLOSE_CONTINUATION": ["write"],
            "STORE": {"BACKEND": "tests.project.hosts.raising_store"},
        }
        client = make()
        assert len(client.call("devices_create", items=ROWS).data["ids"]) == 3
        assert gone(client.call("devices_create", continuation_token="x" * 24))

    def test_without_a_slot(self, make: Make, settings: Any) -> None:
        """A tool whose schema has no slot never gives a token."""
        settings.FRISIAN_PIPELINE = OPEN
        client = make()
        assert "continuation_token" not in client.tools()["devices_create"]["inputSchema"]["properties"]
        assert "ids" in client.call("devices_create", items=ROWS).data


class TestOwners:
    SHUT: Any = {"authentication_classes": [BasicAuthentication], "permission_classes": [IsAuthenticated]}

    def test_another_caller(self, make: Make, ann: User) -> None:
        """A token is its caller's."""
        User.objects.create_user("bob", password="secret")
        client = make(**self.SHUT)
        token = client.call("devices_create", basic("ann"), items=ROWS).data["continuation_token"]
        assert gone(client.call("devices_create", basic("bob"), continuation_token=token))
        assert gone(client.call("devices_create", continuation_token=token))
        assert len(client.call("devices_create", basic("ann"), continuation_token=token).data) == 3

    def test_one_who_may_no_more(self, make: Make, ann: User) -> None:
        """Authority is asked for anew: who has been shut out redeems nothing."""
        client = make(**self.SHUT)
        token = client.call("devices_create", basic("ann"), items=ROWS).data["continuation_token"]
        User.objects.update(is_active=False)
        sent = client.ask("tools/call", basic("ann"), name="devices_create", arguments={"continuation_token": token})
        assert sent.status == 403

    def test_a_view_that_knows_another_caller(self, agent: Make, ann: User) -> None:
        """A token is bound to whom the view knows, also where the endpoint knows nobody."""
        endpoint = path("mcp", McpView.as_view(authentication_classes=[]))
        client = agent(endpoint, registered(heir(DeviceViewSet, **self.SHUT), "devices"))
        token = client.call("devices_create", basic("ann"), items=ROWS).data["continuation_token"]
        assert gone(client.call("devices_create", continuation_token=token))
        assert len(client.call("devices_create", basic("ann"), continuation_token=token).data) == 3

    def test_a_permission_that_needs_the_path(self, make: Make) -> None:
        """No token is given that the view's permissions would not honour."""
        device = Device.objects.create(name="edge")
        called = make(permission_classes=[NeedsPath]).call("devices_partial_update", uid=str(device.pk), name="core")
        assert (called.data["uid"], "continuation_token" in called.data) == (str(device.pk), False)

    def test_something_around_the_view(self, agent: Make) -> None:
        """Nor one where the host has put something around the view that nobody can ask."""
        view: Any = DeviceViewSet.as_view({"post": "create"})

        def wrapped(request: Any, *args: Any, **kwargs: Any) -> Any:
            return view(request, *args, **kwargs)

        vars(wrapped).update(vars(view))
        called = agent(path("devices/", wrapped)).call("devices_create", items=ROWS)
        assert len(called.data["ids"]) == 3


class TestResources:
    def test_a_token_is_a_uri(self, make: Make) -> None:
        """The template makes a token a URI, and reading it gives what the tool gives."""
        client = make()
        token = client.call("devices_create", items=ROWS).data["continuation_token"]
        [template] = client.result("resources/templates/list")["resourceTemplates"]
        uri = URITemplate(template["uriTemplate"]).expand(tool="devices_create", continuation_token=token)
        [contents] = client.result("resources/read", uri=uri)["contents"]
        assert (contents["uri"], contents["mimeType"]) == (uri, "application/json")
        assert json.loads(contents["text"]) == client.call("devices_create", continuation_token=token).data

    @pytest.mark.parametrize(
        "uri",
        [
            "continuation://devices_create/x",
            "continuation://devices_create/",
            "continuation://devices_create",
            "continuation://nope/x",
            "continuation://",
            "continuation://devices_create/files/x",
            "file:///etc/passwd",
            "devices_create/x",
            "",
            "é",
        ],
    )
    def test_nothing_there(self, make: Make, uri: str) -> None:
        """Where there is nothing, nothing is found."""
        error = (
            make().ask("resources/read", {"Mcp-Name": "=?base64?w6k=?="} if uri == "é" else {}, uri=uri).data["error"]
        )
        assert error["message"] == "Resource not found"
        assert error["data"] == {"uri": uri}


class TestNobody:
    def test_whose_it_is_cannot_be_told(self) -> None:
        """A caller whom nobody could tell from others buys nothing."""
        nobody: Any = None
        with pytest.raises(TokenError):
            call_again(nobody, nobody, "", {})
