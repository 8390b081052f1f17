"""A surface is a row of entries: what a caller sees listed, and where a call of each leads."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from msgspec import UNSET, Struct, UnsetType

from frisian_pipeline.mcp.discovery import RESERVED, Annotations, Fault
from frisian_pipeline.mcp.discovery.check import Check
from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.discovery.faults import listed, suggestion
from frisian_pipeline.mcp.surfaces.routed import Refuse, Routed
from frisian_pipeline.mcp.tiers import Tier
from frisian_pipeline.redemption import ARGUMENTS

HELP = "help"
SLOT = "continuation_token"


class ListedTool(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A tool as ``tools/list`` shows it."""

    name: str
    description: str
    input_schema: Schema
    annotations: Annotations | UnsetType = UNSET


class Entry(Protocol):
    """One tool of a surface."""

    @property
    def name(self) -> str:
        """What it is listed and called as."""
        ...

    @property
    def permission_classes(self) -> tuple[Any, ...]:
        """DRF's, asked before a call of it is read; empty where what it leads to asks its own."""
        ...

    def listed(self, tier: Tier) -> ListedTool | None:
        """What a caller of a tier sees of it; None where nothing of it is within reach."""
        ...

    def route(self, given: dict[str, Any], tier: Tier) -> Routed:
        """Find what a call of it with these arguments is."""
        ...


def checked(own: Mapping[str, Schema], required: Iterable[str] = ()) -> Callable[[dict[str, Any]], tuple[Fault, ...]]:
    """What finds faults in the arguments of an entry that takes these, beside those that every tool takes."""
    properties = {**RESERVED, **own}
    schema = {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}
    check = Check(schema, strict=True)
    return lambda given: check(without_place(given))


def without_place(given: dict[str, Any]) -> dict[str, Any]:
    """Arguments without those that say of a kept result where to go on; they mean nothing without a token."""
    inside = (given, given.get("params"), given.get("arguments"))
    goes_on = any(isinstance(one, dict) and SLOT in one for one in inside)
    return {name: given[name] for name in given if name not in ARGUMENTS} if goes_on else given


def unknown(name: str, value: Any, known: Iterable[str]) -> Refuse:
    """Refuse a name that the caller may not or cannot mean; offered are those that it may use."""
    names = list(known)
    near = suggestion(value, names) or f"; known: {listed(names)}"
    return Refuse((Fault((name,), f"{str(value)[:80]!r} is not known here{near}"),))


def gathered(given: dict[str, Any], own: Iterable[str]) -> dict[str, Any]:
    """The parameters of a call, and what was said beside them, in one object; what is beside them wins."""
    beside = {name: value for name, value in given.items() if name not in own}
    return {**(given.get("params") or {}), **beside}


def parted(arguments: dict[str, Any], declared: Iterable[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What belongs to an action and what is ours; a name that its author declares is the author's."""
    ours = {name for name in RESERVED if name in arguments and name not in declared}
    return (
        {name: value for name, value in arguments.items() if name not in ours},
        {name: value for name, value in arguments.items() if name in ours},
    )
