"""Many discovered tools as one, whose caller names resource and action."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from frisian_pipeline.mcp.discovery import Annotations, Fault, Tool
from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.discovery.names import plain
from frisian_pipeline.mcp.surfaces.entries import HELP, SLOT, ListedTool, checked, gathered, unknown
from frisian_pipeline.mcp.surfaces.examples import example_of
from frisian_pipeline.mcp.surfaces.routed import Forbid, Refuse, Routed, Run, Tell
from frisian_pipeline.mcp.surfaces.written import slots
from frisian_pipeline.mcp.tiers import Tier

OWN = ("resource", "action", "params")
TEXT: Schema = {"type": "string"}
CHECK = checked({"resource": TEXT, "action": TEXT, "params": {"type": ["object", "null"]}})
DESCRIPTION = (
    "Call without an action for help: on all resources, on one, or on params.action of one. "
    "Repeat resource and action beside a continuation_token."
)

Members = Mapping[str, Mapping[str, Tool]]
"""The tools of a group: by resource, and there by action."""


def resources_of(name: str, tools: Sequence[Tool]) -> Members:
    """
    Sort the tools of a group by resource and action.

    A resource goes without the group's own name before it, where what is left is still a name of its own.
    """
    found: dict[str, dict[str, Tool]] = {}
    for tool in tools:
        found.setdefault(plain(tool.resource), {})[tool.action] = tool
    short = {one: one.removeprefix(f"{plain(name)}_") for one in found}
    shared = len(set(short.values())) < len(short)
    return {one if shared else short[one]: actions for one, actions in found.items()}


def within(actions: Mapping[str, Tool], tier: Tier) -> dict[str, Tool]:
    """The actions of a resource that a caller of a tier may use."""
    return {name: tool for name, tool in actions.items() if tool.tier <= tier}


def brief(name: str, tool: Tool) -> dict[str, Any]:
    """An action as the help on its resource shows it."""
    required = tool.input_schema.get("required", ())
    known = {"name": name, **({"required": required} if required else {})}
    return known if tool.tier <= Tier.READ else {**known, "tier": tool.tier.label}


class GroupEntry:
    """
    A group of discovered tools.

    Attributes:
        name: What it is listed and called as.
        members: Its tools by resource and action.
        discloses: It publishes a slot for a continuation token.
    """

    permission_classes: tuple[Any, ...] = ()

    def __init__(self, name: str, tools: Sequence[Tool], *, discloses: bool) -> None:
        self.name = name
        self.members = resources_of(name, tools)
        self.discloses = discloses

    def listed(self, tier: Tier) -> ListedTool | None:
        resources = self.reachable(tier)
        if not resources:
            return None
        writes = any(tool.writes for actions in resources.values() for tool in actions.values())
        own: dict[str, Schema] = {
            "resource": {**TEXT, "enum": list(resources)},
            "action": TEXT,
            "params": {"type": "object"},
        }
        schema = {
            "type": "object",
            "properties": {**own, **slots(writes=writes, discloses=self.discloses)},
            "additionalProperties": False,
        }
        hints = UNSET if writes else Annotations(read_only_hint=True)
        return ListedTool(self.name, f"{self.name.capitalize()}. {DESCRIPTION}", schema, hints)

    def reachable(self, tier: Tier) -> dict[str, dict[str, Tool]]:
        """The resources of which a caller of a tier may use an action, with those actions."""
        found = {name: within(actions, tier) for name, actions in self.members.items()}
        return {name: actions for name, actions in found.items() if actions}

    def route(self, given: dict[str, Any], tier: Tier) -> Routed:
        faults = CHECK(given)
        if faults:
            return Refuse(faults)
        params = gathered(given, OWN)
        resource, action = given.get("resource"), given.get("action")
        # An action of the host may be called help, too: without any, help is ours.
        tool = self.members.get(resource or "", {}).get(action or "")
        if tool is None and SLOT in params and self.reachable(tier):
            return Refuse((Fault((SLOT,), "goes with the resource and action whose answer it came in"),))
        if tool is None:
            return self._help(resource, action or HELP, params, tier)
        if tool.tier > tier:
            return Forbid(f"{resource}, {action}")
        return Run(tool, params, discloses=self.discloses)

    def _help(self, resource: str | None, action: str, params: dict[str, Any], tier: Tier) -> Routed:
        """Tell as much as was asked for, of what the caller may use."""
        resources = self.reachable(tier)
        if not resources:
            return Forbid()
        if resource is None and action == HELP:
            return Tell({"resources": {name: list(actions) for name, actions in resources.items()}})
        if resource not in resources:
            return unknown("resource", resource or "", resources)
        asked = params.get("action", HELP) if action == HELP else action
        actions = resources[resource]
        if asked == HELP:
            return Tell({"actions": [brief(name, tool) for name, tool in actions.items()]})
        if action != HELP or not isinstance(asked, str) or asked not in actions:
            return unknown("action", asked, actions)
        return Tell(whole(actions[asked], {"resource": resource, "action": asked}))


def whole(tool: Tool, call: dict[str, str]) -> dict[str, Any]:
    """All that is known of an action, with an example of a call."""
    example = {**call, "params": example_of(tool)}
    return {"description": tool.description, "input_schema": tool.input_schema, "example": example}
