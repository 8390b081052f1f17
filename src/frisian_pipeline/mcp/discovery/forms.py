"""What a form cannot say: it would be lost on its way, and the view would not know."""

from collections.abc import Iterator
from typing import Any

from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.discovery.faults import Fault

NOTHING = "is empty, which the form that this view takes cannot say; leave it out"
TOO_DEEP = "is deeper than the form that this view takes can say"

SHAPES = frozenset({"type", "enum", "const", "anyOf", "properties", "items", "additionalProperties", "$ref"})
"""What says how a value looks; a declared field without any takes JSON of any shape, in a form as one text."""

Path = tuple[str | int, ...]


def lost(path: Path, value: Any, schema: Schema, *, loose: bool = False, in_rows: bool = False) -> Iterator[Fault]:
    """
    Find what a form cannot say in a value, as DRF reads forms; in a loose one only what is sent as nothing.

    A list in a list, or in a row of one, would keep its last value alone, and an object of any keys has none inside.
    """
    shapeless = SHAPES.isdisjoint(schema) and not loose
    if not isinstance(value, (dict, list)) or (shapeless and len(path) == 1):
        return
    if not value:
        yield Fault(path, NOTHING)
    elif shapeless or (isinstance(value, list) and in_rows and not loose):
        yield Fault(path, TOO_DEEP)
    else:
        for step, one in value.items() if isinstance(value, dict) else enumerate(value):
            below = in_rows or isinstance(step, int)
            yield from lost((*path, step), one, inside(schema, step), loose=loose, in_rows=below)


def inside(schema: Schema, step: str | int) -> Schema:
    """The schema of what is inside a value; empty where nobody says."""
    found = schema.get("items") if isinstance(step, int) else schema.get("properties", {}).get(step)
    return found if isinstance(found, dict) else {}
