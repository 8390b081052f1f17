"""Which headers repeat arguments, by an author's schema (``x-mcp-header``)."""

import re
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.protocol.mirrors import Mirror

KEY = "x-mcp-header"
# An underscore would be a legal one too, but many servers drop a header that has one.
TOKEN = re.compile(r"[A-Za-z0-9-]+")
TYPES = ("string", "integer", "boolean")
NAMED = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
DATA = ("enum", "const", "default", "examples")

Path = tuple[str, ...] | None


def positions(schema: Any, path: Path = ()) -> Iterator[tuple[Path, Schema]]:
    """Every schema in a schema, with the names of properties that lead to it; None where anything else does."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for key, inner in schema.items():
        if key in NAMED and isinstance(inner, dict):
            for name, one in inner.items():
                yield from positions(one, (*path, name) if key == "properties" and path is not None else None)
        elif key not in DATA:
            for one in inner if isinstance(inner, list) else [inner]:
                yield from positions(one, None)


def read_mirrors(schema: Schema, origin: str) -> tuple[Mirror, ...]:
    """
    Read which headers repeat arguments.

    Raises:
        ImproperlyConfigured: If clients would not take a tool with this schema.
    """
    found: dict[str, Mirror] = {}
    for path, one in positions(schema):
        if KEY not in one:
            continue
        token = one[KEY]
        if not path or one.get("type") not in TYPES:
            raise ImproperlyConfigured(f"{origin}: {KEY} {token!r} is not on a property that is one of {TYPES}.")
        if not isinstance(token, str) or not TOKEN.fullmatch(token) or token.lower() in found:
            raise ImproperlyConfigured(f"{origin}: {KEY} {token!r} is there twice, or is not of letters, digits and -.")
        found[token.lower()] = Mirror(token, path)
    return tuple(found.values())
