"""What the host has written by hand, as entries: a function, or a dispatcher of actions."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct

from frisian_pipeline.exchange import Operation
from frisian_pipeline.mcp.discovery import RESERVED, Annotations
from frisian_pipeline.mcp.discovery.check import Check
from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.handwritten.values import Action, Handwritten
from frisian_pipeline.mcp.protocol.mirrors import Mirror
from frisian_pipeline.mcp.surfaces.entries import (
    HELP,
    SLOT,
    ListedTool,
    checked,
    gathered,
    parted,
    unknown,
)
from frisian_pipeline.mcp.surfaces.routed import Continue, Forbid, Perform, Refuse, Routed, Tell
from frisian_pipeline.mcp.tiers import Tier

OWN = ("action", "params")
CHECK = checked({"action": {"type": "string"}, "params": {"type": ["object", "null"]}})
SHAPING = Check({"type": "object", "properties": RESERVED}, strict=True)


def slots(*, writes: bool, discloses: bool, declared: frozenset[str] = frozenset()) -> dict[str, Schema]:
    """Those of our own arguments that are published with a tool, but for those that its author has taken."""
    wanted = {"verify": writes, SLOT: discloses}
    return {name: RESERVED[name] for name, is_wanted in wanted.items() if is_wanted and name not in declared}


def described(action: Action) -> dict[str, Any]:
    """An action as the help shows it; its tier where it does more than read."""
    known = {"name": action.name, "description": action.description, "params": hints_of(action)}
    return known if action.tier <= Tier.READ else {**known, "tier": action.tier.label}


def hints_of(action: Action) -> dict[str, str]:
    """The parameters of an action, each with what its author says of it."""
    properties = action.schema.get("properties", {})
    said = {name: str(one.get("description", "")) for name, one in properties.items() if isinstance(one, dict)}
    return {**said, **action.params}


def performed(tool: Handwritten, action: Action, arguments: dict[str, Any], *, discloses: bool) -> Routed:
    """Call an action, if its parameters are what its author declares; beside a token nothing is run."""
    if SLOT in arguments and SLOT not in action.declared:
        return Continue(tool, arguments)
    own, shaping = parted(arguments, action.declared)
    faults = (*SHAPING(shaping), *action.faults(own))
    return Refuse(faults) if faults else Perform(tool, action, own, shaping, discloses)


class WrittenEntry(Struct, frozen=True):
    """
    What the host has written.

    Attributes:
        tool: A function, or a class of actions.
        discloses: It publishes a slot for a continuation token.
    """

    tool: Handwritten
    discloses: bool

    @property
    def name(self) -> str:
        """What it is listed and called as."""
        return self.tool.name

    @property
    def permission_classes(self) -> tuple[Any, ...]:
        """DRF's, asked before a call of it is read."""
        return self.tool.permission_classes


class FunctionEntry(WrittenEntry, frozen=True):
    """A function that the host has written."""

    @property
    def action(self) -> Action:
        """The function."""
        return self.tool.actions[self.tool.name]

    @property
    def mirrors(self) -> Sequence[Mirror]:
        """Those of its arguments that headers repeat."""
        return () if self.action.check is None else self.action.check.mirrors

    def listed(self, tier: Tier) -> ListedTool | None:
        action = self.action
        if action.tier > tier:
            return None
        ours = slots(writes=action.writes, discloses=self.discloses, declared=action.declared)
        properties = {**action.schema.get("properties", {}), **ours}
        schema = {**action.schema, **({"properties": properties} if properties else {})}
        hints = Annotations(read_only_hint=not action.writes, destructive_hint=action.operation is not Operation.CREATE)
        return ListedTool(self.tool.name, self.tool.description, schema, hints if hints != Annotations() else UNSET)

    def route(self, given: dict[str, Any], tier: Tier) -> Routed:
        if self.action.tier > tier:
            return Forbid()
        return performed(self.tool, self.action, given, discloses=self.discloses)


class DispatcherEntry(WrittenEntry, frozen=True):
    """A class of actions that the host has written."""

    def listed(self, tier: Tier) -> ListedTool | None:
        actions = self.tool.reachable(tier)
        if not actions:
            return None
        writes = any(action.writes for action in actions)
        own = {
            "action": {"type": "string", "enum": [HELP, *(one.name for one in actions)]},
            "params": {"type": "object"},
        }
        schema = {"type": "object", "properties": {**own, **slots(writes=writes, discloses=self.discloses)}}
        hints = UNSET if writes else Annotations(read_only_hint=True)
        return ListedTool(self.tool.name, self.tool.description, {**schema, "additionalProperties": False}, hints)

    def route(self, given: dict[str, Any], tier: Tier) -> Routed:
        if not self.tool.reachable(tier):
            return Forbid()
        faults = CHECK(given)
        if faults:
            return Refuse(faults)
        name, arguments = given.get("action", HELP), gathered(given, OWN)
        if name not in self.tool.actions:
            return self._help(name, arguments, tier)
        action = self.tool.actions[name]
        if action.tier > tier:
            return Forbid(name)
        return performed(self.tool, action, arguments, discloses=self.discloses)

    def _help(self, name: str, arguments: dict[str, Any], tier: Tier) -> Routed:
        """Tell what there is, or of one action all that is known; a token alone stands for an earlier answer."""
        reachable = {action.name: action for action in self.tool.reachable(tier)}
        if name != HELP:
            return unknown("action", name, reachable)
        if SLOT in arguments:
            return Continue(self.tool, arguments)
        asked = arguments.get("action")
        if asked is None:
            return Tell({"actions": [described(action) for action in reachable.values()]})
        if not isinstance(asked, str) or asked not in reachable:
            return unknown("action", asked, reachable)
        return Tell({**described(reachable[asked]), "input_schema": reachable[asked].schema})
