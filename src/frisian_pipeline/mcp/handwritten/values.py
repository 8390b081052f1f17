"""What a host has written by hand for agents: functions, dispatchers of several, resources and prompts."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from frisian_pipeline.exchange import Operation
from frisian_pipeline.mcp.discovery import Fault
from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.discovery.faults import TOLD, unknown
from frisian_pipeline.mcp.discovery.names import plain
from frisian_pipeline.mcp.handwritten.checking import AuthorCheck
from frisian_pipeline.mcp.tiers import Tier

OPERATIONS = {
    "create": Operation.CREATE,
    "destroy": Operation.DELETE,
    "delete": Operation.DELETE,
}
"""What an action does where it writes and its name begins or ends with this; any other changes something."""

SEVERAL = frozenset({"and", "or"})
"""A name with one of these says of more than one thing that it does it."""


def operation_named(name: str) -> Operation:
    """What a writing action of this name does: ``delete``, ``delete_order`` and ``orders-delete`` delete."""
    words = plain(name).lower().split("_")
    known = [] if SEVERAL.intersection(words) else [one for one in (words[0], words[-1]) if one in OPERATIONS]
    return OPERATIONS[known[0]] if known else Operation.UPDATE


class Action(Struct, frozen=True):
    """
    A function that an agent can call.

    Attributes:
        name: Its published name.
        description: What it does; never empty.
        params: Its parameters by name, each with a hint.
        check: What finds faults in them by its author's schema; None where there is none.
        tier: How far a caller has to reach.
        writes: It may change something.
        heavy: It answers a page of rows at first, however much there is.
        make: Gives the function itself, of an instance that no other call has.
    """

    name: str
    description: str
    params: Mapping[str, str]
    check: AuthorCheck | None
    tier: Tier
    writes: bool
    heavy: bool
    make: Callable[[], Callable[..., Any]]

    @property
    def operation(self) -> Operation:
        """What it does, by its author's word and its name."""
        return operation_named(self.name) if self.writes else Operation.READ

    @property
    def schema(self) -> Schema:
        """JSON Schema of its parameters: the author's, else its hints and no others; without any, whatever is sent."""
        if self.check is not None:
            return self.check.schema
        if not self.params:
            return {"type": "object"}
        hints = {name: {"description": hint} if hint else {} for name, hint in self.params.items()}
        return {"type": "object", "properties": hints, "additionalProperties": False}

    @property
    def declared(self) -> frozenset[str]:
        """The names of the parameters that its author speaks of."""
        return frozenset(self.schema.get("properties", ()))

    def faults(self, given: Mapping[str, Any]) -> tuple[Fault, ...]:
        """
        What is wrong with parameters, by the author's schema or by the names that it gives hints of.

        A name that nobody declared never reaches the function, which may hand all of them to a query.
        """
        if self.check is not None:
            return self.check(dict(given))
        strange = [name for name in given if self.params and name not in self.params]
        return tuple(Fault((name,), unknown(name, self.schema)) for name in strange[: TOLD + 1])


class Handwritten(Struct, frozen=True, kw_only=True):
    """
    A tool that the host has written: one function, or a dispatcher of several.

    Attributes:
        name: Its published name.
        description: What it does; never empty.
        actions: Its actions by name, in the author's order; of a function one, under the tool's own name.
        permission_classes: DRF's, asked before anything of it is run or told.
        dispatches: It is a dispatcher, whose caller names the action.
        origin: The dotted name of the class or function.
    """

    name: str
    description: str
    actions: Mapping[str, Action]
    permission_classes: tuple[Any, ...] = ()
    dispatches: bool = False
    origin: str = ""

    def reachable(self, tier: Tier) -> list[Action]:
        """Its actions that a caller of a tier may use, in the author's order."""
        return [action for action in self.actions.values() if action.tier <= tier]
