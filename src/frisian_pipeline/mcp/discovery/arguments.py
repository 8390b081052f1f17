"""Path, query and body as one flat object of arguments, and back again."""

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from frisian_pipeline.mcp.discovery.clean import Schema

LONGEST = 64
LEGAL = re.compile(rf"[a-zA-Z0-9_.-]{{1,{LONGEST}}}")
"""The names that every client takes."""

MASK: Schema = {"type": ["string", "array"], "items": {"type": "string"}}

# What every tool understands. The instructions of the server say so once; only some are published with a tool.
RESERVED: dict[str, Schema] = {
    "verify": {"type": "boolean"},
    "fields": MASK,
    "exclude": MASK,
    "view": {"type": "string", "enum": ["agent", "full"]},
    "format": {"type": "string"},
    "mode": {"type": "string", "enum": ["full"]},
    "budget": {"type": "integer", "minimum": 60},
    "continuation_token": {"type": "string"},
}


class Argument(Struct, frozen=True):
    """
    One argument of a tool, and where the view looks for it.

    Attributes:
        name: Its published name.
        place: ``path``, ``query``, ``body``, or ``rows`` for a whole list body.
        target: Its name there.
        schema: What it may be.
        required: The view does not do without it.
        joined: A list in the query is one text with commas, not a parameter repeated.
        shown: It is published with the tool, not merely accepted.
    """

    name: str
    place: str
    target: str
    schema: Schema
    required: bool = False
    joined: bool = False
    shown: bool = True


class Placed(Struct, frozen=True):
    """
    The arguments of one call, sorted to where the view looks for them, each value as it came.

    Attributes:
        path: Parameters of the route, by their names there.
        query: Parameters of the query string; a list is several.
        body: An object, a list of rows, or None where the endpoint takes no body.
        shaping: What is ours: ``verify``, ``fields`` and so on.
        undeclared: What of the body the view may look for among the parameters of the query, too.
    """

    path: dict[str, Any]
    query: dict[str, Any]
    body: Any
    shaping: dict[str, Any]
    undeclared: dict[str, Any] = {}


def legal(name: str) -> str:
    """Spell a name so that every client takes it; one that has to be cut ends with a digest of the whole."""
    if LEGAL.fullmatch(name):
        return name
    spelt = re.sub(r"[^a-zA-Z0-9_.-]+", "_", name).strip("_")
    if spelt and len(spelt) <= LONGEST and name.isascii():
        return spelt
    return f"{spelt[: LONGEST - 7]}_{sha256(name.encode(errors='replace')).hexdigest()[:6]}"


def published(name: str, place: str, taken: set[str]) -> str:
    """
    A free name for an argument.

    A reserved name gets a trailing underscore; one that the path has, or the query before the body, the name of
    its place before it; one that some clients refuse is spelt for them.
    """
    free = legal(f"{name}_" if name in RESERVED else name)
    while free in taken:
        free = legal(f"{place}_{free}")
    return free


def arrange(wanted: Iterable[Argument]) -> tuple[Argument, ...]:
    """
    Give arguments their published names; whoever comes first keeps its own, and what is legal before what is not.

    An argument whose own name is not legal is taken under that as well, but not shown.
    """
    arguments: dict[str, Argument] = {}
    aliases: dict[str, Argument] = {}
    for one in sorted(wanted, key=lambda one: not LEGAL.fullmatch(one.name)):
        name = published(one.name, "body" if one.place == "rows" else one.place, set(arguments))
        if one.place != "rows" or one.shown or name == one.name:
            arguments[name] = replace(one, name=name)
        if not LEGAL.fullmatch(one.name):
            aliases.setdefault(one.name, replace(one, required=False, shown=False))
    return (*arguments.values(), *aliases.values())


def own_name(name: str) -> str:
    """What a view calls an argument that nobody declared: with an underscore too many it is no longer ours."""
    return name[:-1] if name.endswith("_") and name[:-1] in RESERVED else name


def place_all(arguments: Iterable[Argument], given: dict[str, Any], rest: str) -> dict[str, dict[str, Any]]:
    """Sort the arguments of a call by place; one that nobody declared goes where the rest goes."""
    known = {one.name: one for one in arguments}
    found: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "body": {}, "rows": {}, "shaping": {}}
    for name, value in given.items():
        if name in known:
            found[known[name].place][known[name].target] = value
        else:
            found["shaping" if name in RESERVED else rest][own_name(name)] = value
    return found
