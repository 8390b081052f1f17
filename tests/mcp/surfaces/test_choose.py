"""Which entries a surface has."""

from typing import Any

import msgspec
import pytest

from frisian_pipeline.mcp.discovery import Tools, tools
from frisian_pipeline.mcp.handwritten import Handwritten
from frisian_pipeline.mcp.surfaces.choose import FLAT_TOKENS
from frisian_pipeline.mcp.surfaces.groups import GroupEntry
from frisian_pipeline.mcp.tiers import Tier
from frisian_pipeline.tokens import estimate
from tests.mcp.discovery.hosts import SiteSerializer, registered, tools_of, view_with
from tests.mcp.surfaces.hosts import listing, plan, resources, surface

HOST = ("dcim/devices", "dcim/cables", "ipam/prefixes", "users")


def members(entries: Any) -> dict[str, list[str]]:
    """The tools of each group by name, and each that stands alone under its own."""
    return {
        name: sorted(tool.name for actions in entry.members.values() for tool in actions.values())
        if isinstance(entry, GroupEntry)
        else [name]
        for name, entry in entries.items()
    }


class TestGroups:
    @pytest.mark.parametrize(
        ("groups", "found"),
        [
            ({}, {}),
            ({"a": ["nothing_*"]}, {}),
            ({"a": ["users_list"]}, {"a": ["users_list"]}),
            ({"a": ["users.list", "users_create"]}, {"a": ["users_create", "users_list"]}),
            ({"a": ["users.l*"]}, {"a": ["users_list"]}),
            ({"a": ["/users/"]}, {"a": ["users_create", "users_list"]}),
            (
                {"a": ["*_list"]},
                {"a": [f"{one}_list" for one in ("dcim_cables", "dcim_devices", "ipam_prefixes", "users")]},
            ),
            # An exact name wins over a pattern, wherever it stands, and else the first group does.
            (
                {"a": ["users_*"], "b": ["users_list"], "c": ["*users_[lr]*"]},
                {
                    "a": [f"users_{one}" for one in ("create", "destroy", "partial_update", "retrieve", "update")],
                    "b": ["users_list"],
                },
            ),
            ({"b": ["users_list"], "a": ["users_list"]}, {"b": ["users_list"]}),
        ],
    )
    def test_members(self, groups: Any, found: dict[str, list[str]]) -> None:
        """A tool is a member of one group, by its name or a pattern of it; the others stand alone."""
        host = resources(*HOST)
        has = members(surface(host, plan(groups=groups)))
        grouped = {name for names in found.values() for name in names}
        assert has == {**{tool.name: [tool.name] for tool in host if tool.name not in grouped}, **found}

    def test_a_separator_of_its_own(self) -> None:
        """A pattern is also that of the name as it is listed."""
        host = resources("dcim/devices", "users")
        dashed = Tools(
            {name.replace("_", "-"): msgspec.structs.replace(tool, name=name.replace("_", "-"))
             for name, tool in host.by_name.items()}, {},
        )  # fmt: skip
        found = members(surface(dashed, plan(groups={"dcim": ["dcim-devices-*"]})))
        assert len(found["dcim"]) == 6

    def test_by_segment(self) -> None:
        """The groups surface takes the first segment of the path, and one group for those that have no other."""
        found = members(surface(resources(*HOST, "tags"), plan("groups")))
        assert {name: len(tools) for name, tools in found.items()} == {"api": 12, "dcim": 12, "ipam": 6}

    def test_the_hosts_own_come_first(self) -> None:
        """What the host has grouped stays in its groups; the rest goes by segment."""
        found = members(surface(resources(*HOST), plan("groups", groups={"cabling": ["dcim_cables_*"], "none": ["x"]})))
        assert {name: len(tools) for name, tools in found.items()} == {"api": 6, "cabling": 6, "dcim": 6, "ipam": 6}

    @pytest.mark.parametrize("kind", ["flat", "groups"])
    def test_a_name_that_is_taken(self, kind: str) -> None:
        """A group gives way to a hand-written tool of its name, and its tools stay within reach."""
        by_hand = {"dcim": Handwritten(name="dcim", description="It.", actions={}, dispatches=True)}
        found = members(surface(resources(*HOST), plan(kind, groups={"dcim": ["dcim_*"]}), written=by_hand))
        assert (len(found["dcim_2"]), found["dcim"]) == (12, ["dcim"])

    def test_the_name_of_a_tool(self) -> None:
        """It gives way to a discovered tool that stands alone, too."""
        found = members(surface(resources(*HOST), plan(groups={"users_list": ["dcim_*"], "b": ["ipam_*"]})))
        assert (len(found["users_list_2"]), found["users_list"]) == (12, ["users_list"])


class TestAuto:
    def test_by_what_it_costs(self, settings: Any) -> None:
        """Flat while the listing costs less than 10,000 tokens, else groups; each caller by what it sees itself."""
        settings.ROOT_URLCONF = "benchmarks.operations"
        some = Tools({tool.name: tool for tool in tools() if tool.resource.startswith("billing.")}, {})
        for host, tier, is_dear in (
            (some, Tier.READ, False),
            (some, Tier.READ_WRITE, False),
            (tools(), Tier.READ, True),
            (tools(), Tier.READ_WRITE, True),
            (tools(), Tier.NONE, False),
        ):
            flat, groups = (listing(surface(host, plan(kind), tier), tier) for kind in ("flat", "groups"))
            cost = estimate(msgspec.json.encode(list(flat.values())).decode())
            assert (cost >= FLAT_TOKENS) is is_dear
            assert listing(surface(host, plan("auto"), tier), tier) == (groups if is_dear else flat)

    def test_what_is_written_by_hand_counts(self) -> None:
        """So does what is listed beside it."""
        host = resources("a/b", "c/d")
        assert set(surface(host, plan("auto", count=lambda text: 9_999))) == set(host.by_name)
        assert set(surface(host, plan("auto", count=lambda text: 10_000))) == {"a", "c"}

    def test_what_is_grouped_counts_as_one(self, settings: Any) -> None:
        """What the host has grouped is listed as groups, and costs no more than that."""
        settings.ROOT_URLCONF = "benchmarks.operations"
        found = surface(tools(), plan("auto", groups={"most": ["[a-v]*"]}))
        assert [name for name in found if not name.startswith("water_")] == ["most"]
        assert len(found) == 61


class TestOrder:
    @pytest.mark.parametrize("kind", ["flat", "groups", "search"])
    def test_by_name(self, kind: str) -> None:
        """Entries are in the order of their names, whoever made them."""
        by_hand = {
            name: Handwritten(name=name, description="It.", actions={}, dispatches=True) for name in ("zz", "aa")
        }
        names = list(surface(resources(*HOST), plan(kind), written=by_hand))
        assert names == sorted(names)
        assert {"aa", "zz"} < set(names)

    def test_an_empty_host(self) -> None:
        """A host without anything has empty surfaces."""
        for kind in ("flat", "groups", "auto"):
            assert surface(tools_of(), plan(kind)) == {}
        assert listing(surface(tools_of(), plan("search")), Tier.ADMIN) == {}

    def test_operations(self, settings: Any) -> None:
        """No tool is lost: every one is in exactly one group."""
        settings.ROOT_URLCONF = "benchmarks.operations"
        found = members(surface(tools(), plan("groups")))
        assert sorted(name for names in found.values() for name in names) == list(tools().by_name)
        assert len(found) == 10


def test_flat_is_what_discovery_found() -> None:
    """A flat listing shows each tool with its description, schema and hints, and those hints that say something."""
    found = listing(surface(tools_of(registered(view_with(SiteSerializer))), plan("flat")), Tier.READ_WRITE)
    assert found["things_list"]["annotations"] == {"readOnlyHint": True}
    assert "annotations" not in found["things_partial_update"]
