"""A schema that also takes what REST commonly converts, so that very much of it need not be looked at one by one."""

from typing import Any

from frisian_pipeline.mcp.discovery.arguments import RESERVED
from frisian_pipeline.mcp.discovery.clean import Schema

TRUTHS = frozenset({"t", "true", "y", "yes", "on", "1", "f", "false", "n", "no", "off", "0"})
"""The texts that REST takes for a truth, in small letters."""

NUMBER: Schema = {"type": "string", "pattern": "^-?[0-9]{1,15}$"}
"""Whole numbers as texts, as they mostly are; REST knows more of them."""

CONVERTED: dict[str, Schema] = {
    "string": {"type": "number"},
    "integer": NUMBER,
    "number": {"anyOf": [NUMBER, {"type": "boolean"}]},
    "boolean": {"enum": [0, 1, *sorted(TRUTHS)]},
    "null": {"const": ""},
}
"""Some of what REST makes each kind of."""


def widened(schema: Any) -> Any:
    """A schema that takes more than it says, but nothing with a fault in it; our own arguments stay as they are."""
    if not isinstance(schema, dict):
        return schema
    wide = {**schema, **{key: widened(schema[key]) for key in ("items", "additionalProperties") if key in schema}}
    if "properties" in schema:
        fields = schema["properties"].items()
        wide["properties"] = {name: one if name in RESERVED else widened(one) for name, one in fields}
    if "anyOf" in schema:
        return {**wide, "anyOf": [widened(one) for one in schema["anyOf"]]}
    kinds = schema.get("type", ())
    ways = [CONVERTED[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind in CONVERTED]
    if ways:
        wide["anyOf"] = [{"type": wide.pop("type")}, *ways]
    return wide
