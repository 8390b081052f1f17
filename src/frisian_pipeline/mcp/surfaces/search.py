"""Three tools over all that was discovered: one finds, one describes, one calls."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from frisian_pipeline.mcp.discovery import RESERVED, Annotations, Tool
from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.surfaces.entries import ListedTool, checked, unknown
from frisian_pipeline.mcp.surfaces.ranking import Index
from frisian_pipeline.mcp.surfaces.routed import Forbid, Refuse, Routed, Run, Tell
from frisian_pipeline.mcp.surfaces.written import slots
from frisian_pipeline.mcp.tiers import Tier

TEXT: Schema = {"type": "string"}
READS = Annotations(read_only_hint=True)


class Found(Struct, frozen=True):
    """
    What all three know.

    Attributes:
        tools: All that was discovered, by name.
        index: Finds some of them by words.
        budget: The most tokens that the result of a search costs.
        count: Counts them.
        discloses: ``call`` publishes a slot for a continuation token.
    """

    tools: dict[str, Tool]
    index: Index
    budget: int
    count: Callable[[str], int]
    discloses: bool

    def names(self, tier: Tier) -> list[str]:
        """The names that a caller of a tier may use."""
        return [name for name, tool in self.tools.items() if tool.tier <= tier]


def within_budget(rows: Iterable[dict[str, str]], found: Found) -> list[dict[str, str]]:
    """The first rows that the budget of a search takes; one in any case."""
    kept: list[dict[str, str]] = []
    left = found.budget
    for row in rows:
        left -= found.count(msgspec.json.encode(row).decode())
        if left < 0 and kept:
            break
        kept.append(row)
    return kept


class SearchEntry(Struct, frozen=True):
    """Finds tools by words."""

    found: Found
    name: str = "search"
    permission_classes: tuple[Any, ...] = ()

    def listed(self, tier: Tier) -> ListedTool | None:
        schema = {"type": "object", "properties": {"query": TEXT}, "required": ["query"]}
        return ListedTool(self.name, "Find tools by what they do.", schema, READS)

    def route(self, given: dict[str, Any], tier: Tier) -> Routed:
        faults = checked({"query": TEXT}, ["query"])(given)
        if faults:
            return Refuse(faults)
        tools = (self.found.tools[name] for name in self.found.index(given["query"]))
        rows = ({"name": one.name, "description": one.description} for one in tools if one.tier <= tier)
        return Tell({"tools": within_budget(rows, self.found)})


class DescribeEntry(Struct, frozen=True):
    """Shows a tool's schema."""

    found: Found
    name: str = "describe"
    permission_classes: tuple[Any, ...] = ()

    def listed(self, tier: Tier) -> ListedTool | None:
        schema = {"type": "object", "properties": {"name": TEXT}, "required": ["name"]}
        return ListedTool(self.name, "Show the arguments of a tool that search found.", schema, READS)

    def route(self, given: dict[str, Any], tier: Tier) -> Routed:
        faults = checked({"name": TEXT}, ["name"])(given)
        if faults:
            return Refuse(faults)
        names = self.found.names(tier)
        if given["name"] not in names:
            return unknown("name", given["name"], names)
        tool = self.found.tools[given["name"]]
        return Tell({"name": tool.name, "description": tool.description, "input_schema": tool.input_schema})


class CallEntry(Struct, frozen=True):
    """Calls a tool."""

    found: Found
    name: str = "call"
    permission_classes: tuple[Any, ...] = ()

    def listed(self, tier: Tier) -> ListedTool | None:
        own: dict[str, Schema] = {"name": TEXT, "arguments": {"type": "object"}}
        ours = slots(writes=tier > Tier.READ, discloses=self.found.discloses)
        schema = {"type": "object", "properties": {**own, **ours}, "required": ["name"]}
        return ListedTool(self.name, "Call a tool that search found.", schema)

    def route(self, given: dict[str, Any], tier: Tier) -> Routed:
        faults = checked({"name": TEXT, "arguments": {"type": ["object", "null"]}}, ["name"])(given)
        if faults:
            return Refuse(faults)
        tool = self.found.tools.get(given["name"])
        if tool is None:
            return unknown("name", given["name"], self.found.names(tier))
        if tool.tier > tier:
            return Forbid(given["name"])
        beside = {name: value for name, value in given.items() if name in RESERVED}
        return Run(tool, {**(given.get("arguments") or {}), **beside}, discloses=self.found.discloses)
