"""Hosts of a few resources, and what their surfaces say."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from frisian_pipeline.mcp.discovery import Tools
from frisian_pipeline.mcp.handwritten import Handwritten
from frisian_pipeline.mcp.surfaces import Entry, Forbid, Plan, Refuse, Run, Tell, entries_of
from frisian_pipeline.mcp.tiers import Tier
from frisian_pipeline.tokens import estimate
from tests.mcp.discovery.hosts import SiteViewSet, heir, registered, tools_of

NOBODY: Mapping[str, Handwritten] = {}


def plan(surface: str = "flat", **known: Any) -> Plan:
    """What a host says of its surface."""
    standard = {"groups": {}, "plurals": {}, "search_budget": 1_000, "discloses": True, "count": estimate}
    return Plan(surface=surface, **{**standard, **known})


def resources(*prefixes: str, **attributes: Any) -> Tools:
    """The tools of a host with a ViewSet at each of these prefixes."""
    return tools_of(*(registered(heir(SiteViewSet, **attributes), prefix) for prefix in prefixes))


def surface(
    tools: Tools, said: Plan, tier: Tier = Tier.READ_WRITE, written: Mapping[str, Handwritten] = NOBODY
) -> dict[str, Entry]:
    """The surface of a tier."""
    return entries_of(tools, written, said, tier)


def listing(entries: Mapping[str, Entry], tier: Tier) -> Any:
    """What a caller of a tier sees listed, by name."""
    shown = [entry.listed(tier) for entry in entries.values()]
    return {one["name"]: one for one in msgspec.to_builtins([one for one in shown if one is not None])}


def told(entry: Entry, tier: Tier = Tier.READ_WRITE, /, **given: Any) -> Any:
    """What an entry tells of itself."""
    routed = entry.route(given, tier)
    assert isinstance(routed, Tell), routed
    return routed.data


def refused(entry: Entry, tier: Tier = Tier.READ_WRITE, /, **given: Any) -> list[str]:
    """What is wrong with a call of an entry."""
    routed = entry.route(given, tier)
    assert isinstance(routed, Refuse), routed
    return list(map(str, routed.faults))


def run(entry: Entry, tier: Tier = Tier.READ_WRITE, /, **given: Any) -> tuple[str, dict[str, Any], bool]:
    """The discovered tool that a call of an entry is, its arguments, and whether there is a slot for a token."""
    routed = entry.route(given, tier)
    assert isinstance(routed, Run), routed
    return routed.tool.name, routed.arguments, routed.discloses


def forbidden(entry: Entry, tier: Tier = Tier.READ_WRITE, /, **given: Any) -> str:
    """What a caller is told that it does not reach; empty for the entry itself."""
    routed = entry.route(given, tier)
    assert isinstance(routed, Forbid), routed
    return routed.asked


def texts(value: Any) -> Iterator[str]:
    """Every text in an answer, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
