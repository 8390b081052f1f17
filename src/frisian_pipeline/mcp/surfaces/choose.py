"""Which entries a caller's surface has, by the host's settings and the caller's tier."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from itertools import count as numbers

import msgspec
from msgspec import Struct

from frisian_pipeline.mcp.discovery import Tool, Tools
from frisian_pipeline.mcp.discovery.making import arranged
from frisian_pipeline.mcp.discovery.names import plain
from frisian_pipeline.mcp.discovery.options import matches
from frisian_pipeline.mcp.handwritten.values import Handwritten
from frisian_pipeline.mcp.surfaces.entries import Entry
from frisian_pipeline.mcp.surfaces.flat import FlatEntry
from frisian_pipeline.mcp.surfaces.groups import GroupEntry
from frisian_pipeline.mcp.surfaces.ranking import Index
from frisian_pipeline.mcp.surfaces.search import CallEntry, DescribeEntry, Found, SearchEntry
from frisian_pipeline.mcp.surfaces.shadows import shadowed
from frisian_pipeline.mcp.surfaces.written import DispatcherEntry, FunctionEntry
from frisian_pipeline.mcp.tiers import Tier

FLAT_TOKENS = 10_000
"""From how many tokens on a flat listing is too dear, for ``auto``."""

ALONE = "api"
"""The group of those resources that have nothing before their own name."""


class Plan(Struct, frozen=True):
    """
    What the host says of its surface.

    Attributes:
        surface: ``flat``, ``groups``, ``search`` or ``auto``.
        groups: The names of groups, each with patterns of tool names.
        plurals: Irregular plurals by their singulars.
        search_budget: The most tokens that the result of a search costs.
        discloses: Dispatchers publish a slot for a continuation token.
        count: Counts tokens.
    """

    surface: str
    groups: Mapping[str, Sequence[str]]
    plurals: Mapping[str, str]
    search_budget: int
    discloses: bool
    count: Callable[[str], int]


def dotless(patterns: Iterable[str]) -> Iterator[str]:
    """Patterns, and those with dots once more as the names that they mean."""
    for pattern in patterns:
        yield from (pattern, pattern.replace(".", "_"))


def belongs(tool: Tool, patterns: Iterable[str], *, exactly: bool) -> bool:
    """Tell whether a group names a tool, by its very name or by a pattern of its name or route."""
    if exactly:
        return any(pattern in (tool.name, plain(tool.name)) for pattern in dotless(patterns))
    return matches(patterns, tool.name, tool.endpoint.route)


def group_of(tool: Tool, plan: Plan) -> str:
    """The first group that names a tool exactly, else the first that has a pattern of it; empty where none has."""
    for exactly in (True, False):
        for name, patterns in plan.groups.items():
            if belongs(tool, patterns, exactly=exactly):
                return name
    return ""


def by_segment(tools: Sequence[Tool]) -> dict[str, str]:
    """
    The group of each tool by the first segment of its path.

    Resources that have nothing before their own name share one group: as many groups as resources would save nothing.
    """
    paths = {tool.name: tool.resource.split(".") for tool in tools}
    grouping = {path[0] for path in paths.values() if len(path) > 1}
    return {tool.name: first if (first := paths[tool.name][0]) in grouping else ALONE for tool in tools}


def free(name: str, taken: Collection[str]) -> str:
    """The name of a group, numbered where another tool is called so: whose tools would be out of reach."""
    return next(one for one in chain([name], (f"{name[:60]}_{number}" for number in numbers(2))) if one not in taken)


def grouped(tools: Sequence[Tool], plan: Plan, taken: Collection[str], *, all_of_them: bool) -> Iterator[Entry]:
    """The tools that the host has grouped, and the others in groups by path or each by itself."""
    groups: dict[str, list[Tool]] = {name: [] for name in plan.groups}
    others: list[Tool] = []
    for tool in tools:
        name = group_of(tool, plan)
        (groups[name] if name else others).append(tool)
    alone = [] if all_of_them else others
    segments = by_segment(others) if all_of_them else {}
    for tool in others if all_of_them else ():
        groups.setdefault(segments[tool.name], []).append(tool)
    yield from map(FlatEntry, alone)
    names = {*taken, *(tool.name for tool in alone)}
    for name, members in sorted(groups.items()):
        if members:
            yield GroupEntry(
                free(name, names), members, discloses=plan.discloses or any(tool.heavy for tool in members)
            )


def searched(tools: Sequence[Tool], plan: Plan) -> Iterator[Entry]:
    """The three tools that find, describe and call the others."""
    found = Found(
        arranged({tool.name: tool for tool in tools}), Index(tools), plan.search_budget, plan.count, plan.discloses
    )
    yield from (SearchEntry(found), DescribeEntry(found), CallEntry(found))


def is_dear(entries: Iterable[Entry], tier: Tier, count: Callable[[str], int]) -> bool:
    """Tell whether a listing costs too much to be flat."""
    listed = [one for one in (entry.listed(tier) for entry in entries) if one is not None]
    return count(msgspec.json.encode(listed).decode()) >= FLAT_TOKENS


def written(tools: Iterable[Handwritten], plan: Plan) -> Iterator[Entry]:
    """The entries of what the host has written."""
    for tool in tools:
        discloses = plan.discloses or any(action.heavy for action in tool.actions.values())
        yield (DispatcherEntry if tool.dispatches else FunctionEntry)(tool, discloses)


def discovered(tools: Sequence[Tool], plan: Plan, tier: Tier, beside: Sequence[Entry]) -> list[Entry]:
    """The entries of what was discovered; ``beside`` is what is listed with them."""
    if plan.surface == "search":
        return list(searched(tools, plan))
    taken = {entry.name for entry in beside}
    flat = list(grouped(tools, plan, taken, all_of_them=plan.surface == "groups"))
    if plan.surface == "auto" and is_dear((*flat, *beside), tier, plan.count):
        return list(grouped(tools, plan, taken, all_of_them=True))
    return flat


def entries_of(tools: Tools, known: Mapping[str, Handwritten], plan: Plan, tier: Tier) -> dict[str, Entry]:
    """The surface of callers of a tier, by name and in the order of names; what the host has written wins."""
    gone = shadowed(tools, known, plan.plurals)
    left, by_hand = [tool for tool in tools if tool.name not in gone], list(written(known.values(), plan))
    entries = [*discovered(left, plan, tier, by_hand), *by_hand]
    return {entry.name: entry for entry in sorted(entries, key=lambda entry: entry.name)}
