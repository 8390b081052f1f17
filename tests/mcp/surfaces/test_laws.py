"""What holds on any surface for any caller."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from frisian_pipeline.mcp.discovery import Tool, Tools
from frisian_pipeline.mcp.discovery.making import arranged
from frisian_pipeline.mcp.handwritten import Action, Handwritten
from frisian_pipeline.mcp.surfaces import Entry, Forbid, Perform, Refuse, Run, Tell
from frisian_pipeline.mcp.surfaces.flat import FlatEntry
from frisian_pipeline.mcp.surfaces.written import DispatcherEntry, FunctionEntry
from frisian_pipeline.mcp.tiers import Tier
from tests.mcp.surfaces.hosts import listing, plan, resources, surface, texts

TIERS = st.sampled_from(Tier)
FOUND = list(resources("dcim/devices", "dcim/cables", "ipam/prefixes", "ipam/device_types", "users"))
WORDS = "device cable prefix type user list create delete change replace get one of"
GROUPS = st.dictionaries(
    st.sampled_from(["one", "two", "dcim", "users_list"]),
    st.lists(st.sampled_from(["dcim_*", "*_list", "users_*", "ipam_prefixes_create", "*"]), max_size=3),
    max_size=3,
)
PLANS = st.builds(plan, st.sampled_from(["flat", "groups", "search", "auto"]), groups=GROUPS,
                  count=st.sampled_from([len, lambda text: 0]), search_budget=st.just(100_000))  # fmt: skip


@st.composite
def hosts(draw: st.DrawFn) -> Tools:
    """Some tools of a host, each for callers of some tier."""
    chosen: list[Tool] = draw(st.lists(st.sampled_from(FOUND), unique_by=lambda tool: tool.name, min_size=1))
    return arranged({tool.name: replace(tool, tier=draw(TIERS.filter(bool))) for tool in chosen})


def action_of(name: str, tier: Tier) -> Action:
    """An action that does nothing."""
    return Action(
        name, f"Do {name}.", {}, None, tier, writes=tier > Tier.READ, heavy=False, make=lambda: lambda *_: None
    )


NAMES = st.sampled_from(["cancel", "approve", "audit", "list", "purge", "purges"])


@st.composite
def by_hand(draw: st.DrawFn) -> dict[str, Handwritten]:
    """Dispatchers and functions, each action for callers of some tier; some stand for discovered tools."""
    made = {}
    for name in draw(st.lists(st.sampled_from(["user", "orders", "dcim", "search"]), unique=True)):
        actions = {one: action_of(one, draw(TIERS.filter(bool))) for one in draw(st.sets(NAMES, min_size=1))}
        made[name] = Handwritten(name=name, description="It.", actions=actions, dispatches=True)
    for name in draw(st.lists(st.sampled_from(["report", "users_list"]), unique=True)):
        actions = {name: action_of(name, draw(TIERS.filter(bool)))}
        made[name] = Handwritten(name=name, description="It.", actions=actions)
    return made


def asked_of(entry: Entry, names: set[str]) -> Iterator[dict[str, Any]]:
    """Everything that one may ask of an entry without doing anything."""
    yield {}
    yield {"query": WORDS}
    for name in sorted(names):
        near = f"{name}x"
        yield {"name": near}
        yield {"action": near}
        yield {"resource": near}
        yield {"action": "help", "params": {"action": near}}
    for resource in getattr(entry, "members", ()):
        yield {"resource": resource}
        for name in sorted(names):
            yield {"resource": resource, "action": f"{name}x"}
            yield {"resource": resource, "params": {"action": f"{name}x"}}


def volunteered(entries: dict[str, Entry], tier: Tier, names: set[str]) -> set[str]:
    """The names that listing, enums, help, suggestions and search come up with, of all that there are."""
    said: set[str] = set(texts(list(listing(entries, tier).values())))
    for entry in (one for one in entries.values() if not isinstance(one, FlatEntry)):
        for asked in asked_of(entry, names):
            routed = entry.route(asked, tier)
            assert not isinstance(routed, Run), asked
            if isinstance(routed, Tell):
                said |= set(texts(routed.data))
            elif isinstance(routed, Refuse):
                said |= {
                    part.strip("'?,;") for fault in routed.faults for part in fault.message.split("; ", 1)[-1].split()
                }
    return said & names


class TestNames:
    @settings(max_examples=60, deadline=None)
    @given(hosts(), by_hand(), PLANS, TIERS)
    def test_only_what_the_caller_may_use(self, host: Tools, written: Any, said: Any, tier: Tier) -> None:
        """Listing, enums, help, suggestions and search come up with those names alone that the caller may call."""
        entries = surface(host, said, tier, written)
        reached = {tool.name for tool in host if tool.tier <= tier}
        actions = {tool.action for tool in host if tool.tier <= tier}
        by_author = {one.name for tool in written.values() for one in tool.reachable(tier)}
        names = {tool.name for tool in host} | {tool.action for tool in host} | {
            one for tool in written.values() for one in tool.actions
        }  # fmt: skip
        known = reached | actions | by_author | {entry.name for entry in entries.values() if entry.listed(tier)}
        assert volunteered(entries, tier, names) <= known

    @settings(max_examples=60, deadline=None)
    @given(hosts(), by_hand(), PLANS, TIERS)
    def test_all_that_the_caller_may_use(self, host: Tools, written: Any, said: Any, tier: Tier) -> None:
        """Each tool within reach that nothing hand-written stands for can be run in exactly one way that is told."""
        entries = surface(host, said, tier, written)
        runs = [
            routed.tool.name
            for entry, asked in ways(entries, tier)
            if isinstance(routed := entry.route(asked, tier), Run)
        ]
        kept = {tool.name for tool in host} - set(surface_gone(host, written))
        expected = sorted(tool.name for tool in host if tool.tier <= tier and tool.name in kept)
        if not (said.surface == "search" and "search" in written):
            assert sorted(runs) == expected

    @settings(max_examples=60, deadline=None)
    @given(by_hand(), TIERS)
    def test_by_hand(self, written: Any, tier: Tier) -> None:
        """An action is performed for a caller who reaches it, and forbidden to any other in its own words."""
        for tool in written.values():
            entry: Any = (DispatcherEntry if tool.dispatches else FunctionEntry)(tool, discloses=True)
            for action in tool.actions.values():
                routed = entry.route({"action": action.name} if tool.dispatches else {}, tier)
                assert isinstance(routed, Perform if action.tier <= tier else Forbid)
            assert (entry.listed(tier) is not None) == bool(tool.reachable(tier))


def surface_gone(host: Tools, written: Any) -> list[str]:
    """The tools of a host that something hand-written stands for: of users here."""
    resource = [tool.name for tool in host if tool.resource == "users" and "user" in written]
    return [*resource, *(tool.name for tool in host if tool.name in written)]


def ways(entries: dict[str, Entry], tier: Tier) -> Iterator[tuple[Entry, dict[str, Any]]]:
    """The ways to call a discovered tool that a caller is told of."""
    shown = {name: entry for name, entry in entries.items() if entry.listed(tier) is not None}
    for name, entry in shown.items():
        if hasattr(entry, "members"):
            told: Any = entry.route({}, tier)
            for resource, actions in told.data["resources"].items():
                yield from ((entry, {"resource": resource, "action": action}) for action in actions)
        elif name == "call":
            found: Any = entries["search"].route({"query": WORDS}, tier)
            yield from ((entry, {"name": row["name"]}) for row in getattr(found, "data", {}).get("tools", ()))
        elif not isinstance(entry, (DispatcherEntry, FunctionEntry)) and name not in ("search", "describe"):
            yield entry, {}


def said(seed: str) -> bytes:
    """What a process of this seed lists and tells."""
    place = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = [sys.executable, "-m", "tests.mcp.surfaces.seeded"]
    done = subprocess.run(run, env={**os.environ, **place, "PYTHONHASHSEED": seed}, check=True, stdout=subprocess.PIPE)
    return done.stdout


def test_order_does_not_depend_on_hashes() -> None:
    """The same bytes are listed and told whatever PYTHONHASHSEED is."""
    first = said("1")
    assert len(first) > 10_000
    assert said("4711") == first
