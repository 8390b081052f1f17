"""The last of the diet: what the validator alone needs goes, and what repeats is said once where that pays."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from frisian_pipeline.mcp.discovery.clean import HINT, REFUSED, Schema

# What a reference costs beside its target: itself at each use, and the name where it is kept.
REFERENCE = len(b'{"$ref":"#/$defs/1"}')


def change(schema: Schema, each: Callable[[Schema], Schema]) -> Schema:
    """Copy a schema with each schema right inside it changed."""
    changed = dict(schema)
    for key in ("properties", "$defs"):
        if key in schema:
            changed[key] = {name: each(inner) for name, inner in schema[key].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            changed[key] = each(schema[key])
    if "anyOf" in schema:
        changed["anyOf"] = [each(inner) for inner in schema["anyOf"]]
    return changed


def strip(schema: Schema) -> Schema:
    """Leave out what only the validator reads."""
    return change({key: value for key, value in schema.items() if key not in (REFUSED, HINT)}, strip)


def enforce(schema: Schema) -> Schema:
    """Leave out what is only a hint."""
    return {} if HINT in schema else change(schema, enforce)


def inside(schema: Schema) -> Iterator[bytes]:
    """Every schema at any depth inside one, encoded."""
    found: list[Schema] = []
    change(schema, lambda inner: found.append(inner) or inner)  # type: ignore[func-returns-value]
    for inner in found:
        yield msgspec.json.encode(inner)
        yield from inside(inner)


def dearest(schema: Schema) -> Schema | None:
    """The schema inside whose repetition costs most; None where none costs more than references would."""
    costs = {text: (times - 1) * len(text) - (times + 1) * REFERENCE for text, times in Counter(inside(schema)).items()}
    best = max(costs, key=lambda text: costs[text], default=b"")
    return msgspec.json.decode(best) if costs.get(best, 0) > 0 else None


def share(schema: Schema, number: int = 1) -> Schema:
    """Move what repeats to ``$defs``, as long as that makes the schema shorter."""
    repeated = dearest(schema)
    return schema if repeated is None else share(refer(schema, repeated, str(number)), number + 1)


def refer(schema: Schema, repeated: Schema, name: str) -> Schema:
    """Replace a repeated schema by references to it."""

    def each(inner: Schema) -> Any:
        return {"$ref": f"#/$defs/{name}"} if inner == repeated else change(inner, each)

    changed = change(schema, each)
    return {**changed, "$defs": {**changed.get("$defs", {}), name: repeated}}


def publish(schema: Schema) -> Schema:
    """The schema as the tool is listed with it."""
    return share(strip(schema))
