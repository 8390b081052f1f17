"""The surfaces over a real socket: the same tools, flat, in groups, behind a dispatcher, a function or a search."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework import viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from frisian_pipeline.mcp import mcp_action, mcp_dispatcher, mcp_tool
from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import OPEN, Agent, basic
from tests.project.models import Device
from tests.project.views import DeviceViewSet, TagViewSet

Make = Callable[..., Agent]
Send = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("written")

ONE = {"id": 7, "name": "edge", "serial": "S" * 160}
MANY = [{"id": number, "name": f"edge-{number}", "serial": "S" * 160} for number in range(3)]
BARE = [{"serial": "S" * 160} for _ in range(3)]
TINY = {"id": 7}
ANSWERS: dict[str, tuple[Any, int]] = {
    "one": (ONE, 201),
    "many": (MANY, 201),
    "bare": (BARE, 201),
    "task": (ONE, 202),
    "tiny": (TINY, 201),
}
TOKENS = {"DISCLOSE_CONTINUATION": ["read", "write", "dispatch"]}
DEAD = {"STORE": {"BACKEND": "tests.project.hosts.raising_store"}}


class WriteViewSet(viewsets.ViewSet):
    """Answers what it is asked for."""

    def create(self, request: Request) -> Response:
        """Make it."""
        asked: Any = request.data
        data, status = ANSWERS[asked["it"]]
        return Response(data, status=status)

    def destroy(self, request: Request, pk: str) -> Response:
        """Delete it."""
        return Response(status=204)


class Write:
    """Answers the same, by hand."""

    @mcp_action(write=True, params={"it": "Which."})
    def create(self, arguments: Any, request: Any) -> Any:
        """Make it."""
        data, status = ANSWERS[arguments["it"]]
        return Response(data, status=status)

    @mcp_action(write=True, params={"id": "Which."})
    def delete(self, arguments: Any, request: Any) -> None:
        """Delete it."""


WAYS = ("flat", "group", "dispatcher", "tool")


@pytest.fixture(params=WAYS)
def way(request: Any) -> str:
    """Each way to a tool."""
    return str(request.param)


@pytest.fixture
def send(agent: Make, settings: Any, way: str) -> Send:
    """Call a write in one of the ways: what of it is a parameter, and what is said of the answer beside."""
    dispatching = way in ("group", "dispatcher")
    grouped = {"DISPATCH_GROUPS": {"things": ["writes_*"]}} if way == "group" else {}
    settings.FRISIAN_PIPELINE = (
        OPEN | TOKENS | {"SURFACE": "flat"} | grouped | getattr(settings, "FRISIAN_PIPELINE", {})
    )
    if way == "dispatcher":
        mcp_dispatcher("things")(Write)
    if way == "tool":
        mcp_tool("writes_create", write=True)(Write().create)
        mcp_tool("writes_destroy", write=True)(Write().delete)
    client = agent(registered(WriteViewSet, "writes"), registered(TagViewSet, "tags"))
    deletes = "delete" if way == "dispatcher" else "destroy"
    where = {"resource": "writes"} if way == "group" else {}

    def send(action: str, params: Any, /, **beside: Any) -> Any:
        if dispatching:
            named = deletes if action == "destroy" else action
            return client.call("things", **where, action=named, params=params, **beside)
        return client.call(f"writes_{action}", **params, **beside)

    return send


class TestWrites:
    """Every shape of a write is the same in each way."""

    def test_a_delete(self, send: Send) -> None:
        """A delete answers exactly two keys."""
        called = send("destroy", {"id": 7})
        assert called.content[0]["text"] == '{"deleted":true,"status_code":204}'

    def test_one(self, send: Send) -> None:
        """One object: identifier, name, status, size and a token that buys the whole."""
        called = send("create", {"it": "one"}).data
        token = called.pop("continuation_token")
        assert list(called.items()) == [("id", 7), ("name", "edge"), ("status_code", 201), ("data_size", 194)]
        assert send("create", {}, continuation_token=token).data == ONE
        assert send("create", {"continuation_token": token}).data == ONE

    def test_many(self, send: Send) -> None:
        """Several: how many, status, size and a token."""
        called = send("create", {"it": "many"}).data
        token = called.pop("continuation_token")
        assert list(called.items()) == [("accepted", 3), ("status_code", 201), ("data_size", 592)]
        assert send("create", {}, continuation_token=token).data == MANY

    @pytest.mark.parametrize("where", ["beside", "inside"])
    @pytest.mark.parametrize("name", ["one", "many", "bare"])
    def test_verify(self, send: Send, name: str, where: str) -> None:
        """Verify shows the whole, beside the parameters and inside, and a plain no is none."""
        inside, beside = ({}, {"verify": True}) if where == "beside" else ({"verify": True}, {})
        assert send("create", {"it": name, **inside}, **beside).data == ANSWERS[name][0]
        inside, beside = ({}, {"verify": False}) if where == "beside" else ({"verify": False}, {})
        assert "continuation_token" in send("create", {"it": name, **inside}, **beside).data

    @pytest.mark.parametrize("verify", ["true", 1, None, [], "no"])
    def test_no_boolean(self, send: Send, verify: Any) -> None:
        """Anything but a boolean is refused with a message, on both sides of the parameters."""
        refused = {"status_code": 400, "error": {"verify": ["must be boolean"]}}
        for called in (send("create", {"it": "one"}, verify=verify), send("create", {"it": "one", "verify": verify})):
            assert (called.is_error, called.data) == (True, refused)

    def test_a_task(self, send: Send) -> None:
        """What is not done yet is shown whole."""
        assert send("create", {"it": "task"}).data == ONE

    def test_the_floor(self, send: Send, way: str) -> None:
        """What an author wrote is sent whole where it is no longer than its envelope; a view's has its keys anyway."""
        called = send("create", {"it": "tiny"}).data
        if way in ("flat", "group"):
            assert list(called) == ["id", "status_code", "data_size", "continuation_token"]
        else:
            assert called == TINY

    def test_other_arguments(self, send: Send) -> None:
        """What has no place beside a token is refused, and nothing is run."""
        says = ["has no place beside continuation_token; leave one of them out"]
        called = send("create", {"it": "one"}, continuation_token="x")
        assert called.data == {"status_code": 400, "error": {"it": says}}


class TestWritesWithoutAStore:
    @pytest.fixture
    def dead(self, settings: Any) -> None:
        """A host whose store is down."""
        settings.FRISIAN_PIPELINE = DEAD

    @pytest.mark.parametrize(
        ("name", "answer"),
        [
            ("one", {"id": 7, "name": "edge", "status_code": 201, "data_size": 194}),
            ("many", {"accepted": 3, "status_code": 201, "data_size": 592, "ids": [0, 1, 2]}),
            ("bare", BARE),
        ],
    )
    def test_tokenless(self, dead: None, send: Send, name: str, answer: Any) -> None:
        """A dead store costs the token alone: identifiers take its place, and else the whole goes out."""
        assert send("create", {"it": name}).data == answer


class TestGroups:
    @pytest.fixture
    def grouped(self, agent: Make, settings: Any) -> Agent:
        """A host with devices in a group, and tags beside it."""
        settings.FRISIAN_PIPELINE = OPEN | {"DISPATCH_GROUPS": {"dcim": ["dcim_*"]}}
        return agent(
            registered(heir(DeviceViewSet, mcp_admin="destroy"), "dcim/devices"), registered(TagViewSet, "tags")
        )

    def test_through_its_group_alone(self, grouped: Agent) -> None:
        """A member is neither listed nor called by its own name."""
        assert [name for name in grouped.tools() if not name.startswith("tags_")] == ["dcim"]
        sent = grouped.ask("tools/call", name="dcim_devices_list", arguments={})
        assert "dcim_devices_list" in sent.data["error"]["message"]
        assert grouped.call("dcim", resource="devices", action="list").data == []

    def test_what_rest_does(self, grouped: Agent) -> None:
        """A call does what the flat tool would do, faults and all."""
        params = {"items": [{"name": "edge"}, {"name": "core"}]}
        called = grouped.call("dcim", resource="devices", action="create", params=params)
        assert (called.data["accepted"], called.data["status_code"]) == (2, 201)
        whole = {"resource": "devices", "action": "create", "continuation_token": called.data["continuation_token"]}
        assert [row["name"] for row in grouped.call("dcim", **whole).data] == ["edge", "core"]
        assert grouped.call("dcim", **{**whole, "action": "update"}).status == 404
        assert Device.objects.count() == 2
        wrong = grouped.call("dcim", resource="devices", action="create", params={"nam": "x"})
        assert wrong.data["error"]["nam"] == ["is not known here; did you mean 'name'?"]

    def test_out_of_reach(self, grouped: Agent) -> None:
        """What the caller does not reach is forbidden, in its own words."""
        called = grouped.call("dcim", resource="devices", action="destroy", params={"uid": "x"})
        assert (called.is_error, called.status) == (True, 403)
        assert called.data["error"] == {"detail": "You do not have permission for 'devices, destroy'."}

    def test_nothing_is_mixed_in(self, grouped: Agent) -> None:
        """What a call answers through its group is, byte for byte, what the flat tool answers."""
        Device.objects.create(name="edge")
        through = grouped.call("dcim", resource="devices", action="list", fields="name")
        assert through.data == [{"uid": str(Device.objects.get().pk), "name": "edge"}]

    def test_the_listing_stays(self, grouped: Agent) -> None:
        """No call changes the listing."""
        before = grouped.ask("tools/list").content
        for given in ({}, {"resource": "devices"}, {"resource": "x"}, {"resource": "devices", "action": "list"}):
            grouped.call("dcim", **given)
        assert grouped.ask("tools/list").content == before


class TestSearch:
    def test_all_the_way(self, agent: Make, settings: Any, ann: User) -> None:
        """Search finds, describe shows, and call calls, with everything that a tool takes."""
        settings.FRISIAN_PIPELINE = {"SURFACE": "search", "ANONYMOUS_TIER": "read"}
        client = agent(registered(DeviceViewSet, "devices"), registered(TagViewSet, "tags"))
        assert list(client.tools()) == ["call", "describe", "search"]
        found = client.call("search", query="create a device").data["tools"]
        assert "devices_create" not in str(found)
        best = client.call("search", basic("ann"), query="create a device").data["tools"][0]["name"]
        assert best == "devices_create"
        assert "name" in client.call("describe", basic("ann"), name=best).data["input_schema"]["properties"]
        created = client.call("call", basic("ann"), name=best, arguments={"items": [{"name": "edge"}]}).data
        assert created["accepted"] == 1
        token = created["continuation_token"]
        assert client.call("call", basic("ann"), name=best, continuation_token=token).data[0]["name"] == "edge"
        assert client.call("call", name=best, arguments={"name": "x"}).status == 403
        assert client.call("call", name="devices_list").data == [
            {"uid": str(Device.objects.get().pk), "name": "edge", "site": None}
        ]


class TestAuto:
    def test_by_what_it_costs(self, agent: Make, settings: Any) -> None:
        """By default a small host is flat."""
        settings.FRISIAN_PIPELINE = OPEN
        assert "tags_list" in agent(registered(TagViewSet, "tags")).tools()
