"""Three tools over all that was discovered: one finds, one describes, one calls."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from frisian_pipeline.mcp.discovery import RESERVED, Annotations, Tools
from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.surfaces.entries import ListedTool, checked, unknown
from frisian_pipeline.mcp.surfaces.ranking import Index
from frisian_pipeline.mcp.surfaces.routed import Forbid, Refuse, Routed, Run, Tell
from frisian_pipeline.mcp.surfaces.written import slots
from frisian_pipeline.mcp.tiers import Tier
from frisian_pipeline.redemption import ARGUMENTS

TEXT: Schema = {"type": "string"}
READS = Annotations(read_only_hint=True)
FRAME = '{"tools":[],"more":1000}'
"""What the result of a search costs beside its rows."""

SEARCHED = checked({"query": TEXT}, ["query"])
DESCRIBED = checked({"name": TEXT}, ["name"])
CALLED = checked({"name": TEXT, "arguments": {"type": ["object", "null"]}}, ["name"])
AGAIN = "Repeat its name beside a continuation_token."

SEARCH_NAMES = ("search", "describe", "call")


class Found(Struct, frozen=True):
    """
    What all three know.

    Attributes:
        tools: All that was discovered.
        index: Finds some of them by words.
        budget: The most tokens that the result of a search costs.
        count: Counts them.
        discloses: ``call`` publishes a slot for a continuation token.
    """

    tools: Tools
    index: Index
    budget: int
    count: Callable[[str], int]
    discloses: bool

    def names(self, tier: Tier) -> list[str]:
        """The names that a caller of a tier may use."""
        return [tool.name for tool in self.tools if tool.tier <= tier]


def within_budget(rows: Sequence[dict[str, str]], found: Found) -> dict[str, Any]:
    """The first rows that the budget of a search takes, a name in any case; and how many more there are."""
    kept: list[dict[str, str]] = []
    left = found.budget - found.count(FRAME)
    for row in rows:
        left -= found.count(f"{msgspec.json.encode(row).decode()},")
        if left < 0:
            break
        kept.append(row)
    kept = kept or [{"name": row["name"]} for row in rows[:1]]
    more = len(rows) - len(kept)
    return {"tools": kept, **({"more": more} if more else {})}


class SearchEntry(Struct, frozen=True):
    """Finds tools by words."""

    found: Found
    name: str = "search"
    permission_classes: tuple[Any, ...] = ()

    def listed(self, tier: Tier) -> ListedTool | None:
        if not self.found.names(tier):
            return None
        schema = {"type": "object", "properties": {"query": TEXT}, "required": ["query"]}
        return ListedTool(self.name, "Find tools by what they do.", schema, READS)

    def route(self, given: dict[str, Any], tier: Tier) -> Routed:
        if not self.found.names(tier):
            return Forbid()
        faults = SEARCHED(given)
        if faults:
            return Refuse(faults)
        tools = (self.found.tools.by_name[name] for name in self.found.index(given["query"]))
        rows = [{"name": one.name, "description": one.description} for one in tools if one.tier <= tier]
        return Tell(within_budget(rows, self.found))


class DescribeEntry(Struct, frozen=True):
    """Shows a tool's schema."""

    found: Found
    name: str = "describe"
    permission_classes: tuple[Any, ...] = ()

    def listed(self, tier: Tier) -> ListedTool | None:
        if not self.found.names(tier):
            return None
        schema = {"type": "object", "properties": {"name": TEXT}, "required": ["name"]}
        return ListedTool(self.name, "Show the arguments of a tool that search found.", schema, READS)

    def route(self, given: dict[str, Any], tier: Tier) -> Routed:
        names = self.found.names(tier)
        if not names:
            return Forbid()
        faults = DESCRIBED(given)
        if faults:
            return Refuse(faults)
        tool = self.found.tools.find(given["name"])
        if tool is None or tool.tier > tier:
            return unknown("name", given["name"], names)
        return Tell({"name": tool.name, "description": tool.description, "input_schema": tool.input_schema})


class CallEntry(Struct, frozen=True):
    """Calls a tool."""

    found: Found
    name: str = "call"
    permission_classes: tuple[Any, ...] = ()

    def listed(self, tier: Tier) -> ListedTool | None:
        if not self.found.names(tier):
            return None
        own: dict[str, Schema] = {"name": TEXT, "arguments": {"type": "object"}}
        ours = slots(writes=tier > Tier.READ, discloses=self.found.discloses)
        schema = {"type": "object", "properties": {**own, **ours}, "required": ["name"]}
        return ListedTool(self.name, f"Call a tool that search found. {AGAIN}", schema)

    def route(self, given: dict[str, Any], tier: Tier) -> Routed:
        names = self.found.names(tier)
        if not names:
            return Forbid()
        faults = CALLED(given)
        if faults:
            return Refuse(faults)
        tool = self.found.tools.find(given["name"])
        if tool is None:
            return unknown("name", given["name"], names)
        if tool.tier > tier:
            return Forbid(given["name"])
        beside = {name: value for name, value in given.items() if name in (*RESERVED, *ARGUMENTS)}
        return Run(tool, {**(given.get("arguments") or {}), **beside}, discloses=self.found.discloses)
