"""Groups: many discovered tools as one."""

from typing import Any

import pytest
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from frisian_pipeline.mcp.surfaces import Entry
from frisian_pipeline.mcp.tiers import Tier
from tests.mcp.discovery.hosts import SiteViewSet, heir, registered, tools_of
from tests.mcp.surfaces.hosts import forbidden, listing, plan, refused, resources, run, surface, told

READ, WRITE, ADMIN = Tier.READ, Tier.READ_WRITE, Tier.ADMIN
DCIM = {"dcim": ["dcim_*"]}
ALONE = "continuation_token goes with the resource and action whose answer it came in"
SAID = (
    "Dcim. Call without an action for help: on all resources, on one, or on params.action of one. "
    "Repeat resource and action beside a continuation_token."
)


@pytest.fixture
def dcim() -> Entry:
    """A group of two resources, one of whose actions is for administrators."""
    tools = resources("dcim/devices", "dcim/cables", "ipam/prefixes", mcp_admin="destroy")
    return surface(tools, plan(groups=DCIM))["dcim"]


class TestListing:
    def test_one_tool(self, dcim: Entry) -> None:
        """A group is one tool, whose schema names the resources without the group's own name."""
        assert listing({"dcim": dcim}, WRITE)["dcim"] == {
            "name": "dcim",
            "description": SAID,
            "inputSchema": {
                "type": "object",
                "properties": {
                    "resource": {"type": "string", "enum": ["cables", "devices"]},
                    "action": {"type": "string"},
                    "params": {"type": "object"},
                    "verify": {"type": "boolean"},
                    "continuation_token": {"type": "string"},
                },
                "additionalProperties": False,
            },
        }

    def test_for_those_who_read(self, dcim: Entry) -> None:
        """Who only reads is told that it only reads, and of nothing that writes would need."""
        listed = listing({"dcim": dcim}, READ)["dcim"]
        assert listed["annotations"] == {"readOnlyHint": True}
        assert "verify" not in listed["inputSchema"]["properties"]

    def test_without_a_slot(self) -> None:
        """A host that gives dispatchers no tokens publishes no slot."""
        entry = surface(resources("dcim/a", "dcim/b"), plan("groups", discloses=False))["api"]
        assert "continuation_token" not in listing({"api": entry}, WRITE)["api"]["inputSchema"]["properties"]
        assert run(entry, resource="a", action="list") == ("a_list", {}, False)

    def test_for_those_who_do_nothing(self, dcim: Entry) -> None:
        """Whom nothing of it is for, does not see it, and is told nothing of it."""
        assert listing({"dcim": dcim}, Tier.NONE) == {}
        for given in ({}, {"resource": "devices"}, {"action": "x"}, {"continuation_token": "x"}):
            assert forbidden(dcim, Tier.NONE, **given) == ""
        assert forbidden(dcim, Tier.NONE, resource="devices", action="list") == "devices, list"

    def test_names_that_would_meet(self) -> None:
        """Resources keep their whole names where two would share the short one."""
        entry = surface(resources("dcim/a", "a"), plan(groups={"dcim": ["*"]}))["dcim"]
        assert list(told(entry)["resources"]) == ["a", "dcim_a"]


class TestHelp:
    def test_of_all(self, dcim: Entry) -> None:
        """Without anything, the resources and what can be done with each; only what the caller reaches."""
        reads = ["list", "retrieve"]
        writes = ["create", "list", "partial_update", "retrieve", "update"]
        assert told(dcim, READ) == {"resources": {"cables": reads, "devices": reads}}
        assert told(dcim, WRITE, action="help") == {"resources": {"cables": writes, "devices": writes}}
        assert "destroy" in told(dcim, ADMIN, params={}, action="help")["resources"]["cables"]

    def test_of_a_resource(self, dcim: Entry) -> None:
        """A resource's actions, with what each requires and how far one has to reach."""
        assert told(dcim, READ, resource="devices") == {
            "actions": [{"name": "list"}, {"name": "retrieve", "required": ["slug"]}]
        }
        assert told(dcim, ADMIN, resource="devices", action="help")["actions"] == [
            # One object or several: neither can be required.
            {"name": "create", "tier": "read_write"},
            {"name": "destroy", "required": ["slug"], "tier": "admin"},
            {"name": "list"},
            {"name": "partial_update", "required": ["slug"], "tier": "read_write"},
            {"name": "retrieve", "required": ["slug"]},
            {"name": "update", "required": ["slug", "body_slug", "name"], "tier": "read_write"},
        ]

    @pytest.mark.parametrize("given", [{}, {"action": "help"}])
    def test_of_an_action(self, dcim: Entry, given: Any) -> None:
        """Of an action the whole schema, and a call that it takes."""
        known = told(dcim, WRITE, resource="devices", params={"action": "retrieve"}, **given)
        assert known == {
            "description": "Get one of dcim devices.",
            "input_schema": {
                "type": "object",
                "properties": {"slug": {"type": "string"}},
                "required": ["slug"],
                "additionalProperties": False,
            },
            "example": {"resource": "devices", "action": "retrieve", "params": {"slug": "text"}},
        }
        assert run(dcim, WRITE, **known["example"]) == ("dcim_devices_retrieve", {"slug": "text"}, True)


class TestCalls:
    @pytest.mark.parametrize(
        ("given", "arguments"),
        [
            ({}, {}),
            ({"params": None}, {}),
            ({"params": {"slug": "hq"}}, {"slug": "hq"}),
            ({"params": {"slug": "hq", "verify": True}}, {"slug": "hq", "verify": True}),
            ({"params": {"slug": "hq"}, "verify": True}, {"slug": "hq", "verify": True}),
            ({"params": {"verify": False}, "verify": True}, {"verify": True}),
            ({"params": {"resource": 1, "action": 2, "params": 3}}, {"resource": 1, "action": 2, "params": 3}),
            ({"continuation_token": "x"}, {"continuation_token": "x"}),
            ({"params": {"continuation_token": "x"}}, {"continuation_token": "x"}),
        ],
    )
    def test_a_member(self, dcim: Entry, given: Any, arguments: Any) -> None:
        """What is in params and what is ours beside it go to the tool; what is beside them wins."""
        assert run(dcim, resource="devices", action="retrieve", **given) == ("dcim_devices_retrieve", arguments, True)

    @pytest.mark.parametrize(
        ("given", "says"),
        [
            ({"resource": "device"}, "resource 'device' is not known here; did you mean 'devices'?"),
            ({"resource": "zebra"}, "resource 'zebra' is not known here; known: cables, devices"),
            ({"resource": ""}, "resource '' is not known here; known: cables, devices"),
            ({"action": "list"}, "resource '' is not known here; known: cables, devices"),
            (
                {"resource": "devices", "action": "lists"},
                "action 'lists' is not known here; did you mean 'list'?",
            ),
            (
                {"resource": "devices", "action": "zebra"},
                "action 'zebra' is not known here; known: create, list, partial_update, retrieve, update",
            ),
            (
                {"resource": "devices", "action": "destroi"},
                "action 'destroi' is not known here; known: create, list, partial_update, retrieve, update",
            ),
            (
                {"resource": "devices", "params": {"action": "retrive"}},
                "action 'retrive' is not known here; did you mean 'retrieve'?",
            ),
            (
                {"resource": "devices", "params": {"action": "destroy"}},
                "action 'destroy' is not known here; known: create, list, partial_update, retrieve, update",
            ),
            ({"resource": 1}, "resource must be string"),
            ({"resource": "devices", "action": None}, "action must be string"),
            ({"resource": "devices", "params": []}, "params must be null or object"),
            ({"resource": "devices", "verify": "yes"}, "verify must be boolean"),
            ({"resource": "devices", "action": "list", "verify": 1}, "verify must be boolean"),
            ({"resource": "devices", "slug": "hq"}, "slug is not known here; known: resource, action, params"),
            ({"continuation_token": "x"}, ALONE),
            ({"resource": "devices", "params": {"continuation_token": "x"}}, ALONE),
        ],
    )
    def test_refused(self, dcim: Entry, given: Any, says: str) -> None:
        """What does not say what is meant is refused, with the nearest that the caller may use."""
        assert refused(dcim, WRITE, **given) == [says]

    def test_out_of_reach(self, dcim: Entry) -> None:
        """What the caller does not reach is forbidden, in its own words, whatever else is wrong."""
        assert forbidden(dcim, WRITE, resource="devices", action="destroy", params={"slug": 1}) == "devices, destroy"
        assert forbidden(dcim, READ, resource="devices", action="create", continuation_token="x") == "devices, create"

    def test_an_action_called_help(self) -> None:
        """A host's own action called help is run when it is named, and never for want of an action."""

        def help(self: Any, request: Request) -> Response:  # noqa: A001
            """Help out."""
            return Response()

        view = heir(SiteViewSet, help=action(detail=False, methods=["post"])(help))
        entry = surface(tools_of(registered(view, "a/b"), registered(view, "a/c")), plan("groups"))["api"]
        assert run(entry, resource="b", action="help") == ("b_help", {}, True)
        assert {"name": "help", "tier": "read_write"} in told(entry, resource="b")["actions"]
        assert told(entry, resource="b", params={"action": "help"}) == told(entry, resource="b")
