"""OpenAPI as spectacular writes it, turned into the JSON Schema of what may be sent, without what no caller needs."""

from itertools import chain
from typing import Any

from msgspec import Struct

Schema = dict[str, Any]

HINT = "x-hint"
REFUSED = "x-refused"
KEPT = ("type", "enum", "const", "format", "description", "minimum", "maximum", "minItems", "maxItems", HINT)
SAID_BY_TYPE = frozenset({"double", "float", "int32", "int64", "decimal"})
OF_DATABASES = frozenset(sign * 2**bits + off for bits in (15, 31, 63) for sign, off in ((1, -1), (-1, 0), (-1, 1)))


class Cleaner(Struct, frozen=True):
    """
    Cleans schemas that refer to these components.

    An object that is declared is strict; what it does not take, though it knows the name, stands with the reason
    under ``x-refused``. What is only a hint is marked ``x-hint``; an object that is one may be anything, and often is
    the id alone.
    """

    components: dict[str, Schema]

    def __call__(self, schema: Any, seen: frozenset[str] = frozenset()) -> Schema:
        """Clean one schema; a component inside itself is any value."""
        if not isinstance(schema, dict):
            return {}
        if "$ref" in schema:
            return self._component(schema, seen)
        for key in ("allOf", "oneOf", "anyOf"):
            if key in schema:
                return self._combined(schema, key, seen)
        return nullable(schema, self._simple(schema, seen))

    def _component(self, schema: Schema, seen: frozenset[str]) -> Schema:
        name = schema["$ref"].rpartition("/")[2]
        if name in seen or name not in self.components:
            return {}
        cleaned = self(self.components[name], seen | {name})
        # A component's description is its serializer's docstring, written for developers.
        return {key: value for key, value in cleaned.items() if key != "description"}

    def _combined(self, schema: Schema, key: str, seen: frozenset[str]) -> Schema:
        own = {name: value for name, value in schema.items() if name in KEPT}
        parts = [self(part, seen) for part in schema[key] if not is_nothing(part)]
        null = any(part.get("type") == "null" or part.get("enum") == [None] for part in schema[key])
        merged = together(parts) if key == "allOf" else either(parts)
        return nullable({"nullable": null or schema.get("nullable")}, {**merged, **own})

    def _simple(self, schema: Schema, seen: frozenset[str]) -> Schema:
        kept = {key: schema[key] for key in KEPT if key in schema and worth_keeping(key, schema)}
        if "properties" in schema:
            kept.pop("type", None)
            return {**self._object(schema, seen), **kept}
        if isinstance(schema.get("additionalProperties"), dict) and schema["additionalProperties"]:
            return {**kept, "additionalProperties": self(schema["additionalProperties"], seen)}
        if "items" in schema:
            items = self(schema["items"], seen)
            return items if is_file(items) else {**kept, **({"items": items} if items else {})}
        return kept

    def _object(self, schema: Schema, seen: frozenset[str]) -> Schema:
        properties: dict[str, Schema] = {}
        refused: dict[str, str] = {}
        for name, value in schema["properties"].items():
            cleaned = self(value, seen)
            if value.get("readOnly") and not (HINT in schema and name == "id"):
                refused[name] = "is read-only; leave it out"
            elif is_file(cleaned) and "null" in kinds_of(cleaned):
                properties[name] = {"type": "null", "description": "A file; null takes it away"}
            elif is_file(cleaned):
                refused[name] = "takes a file, which a tool cannot send"
            else:
                properties[name] = cleaned
        required = [name for name in properties if name in schema.get("required", ())]
        if HINT in schema:
            return {"properties": properties}
        strict = {} if schema.get("additionalProperties") else {"additionalProperties": False}
        return {
            "type": "object",
            "properties": properties,
            **({"required": required} if required else {}),
            **strict,
            **({REFUSED: refused} if refused else {}),
        }


def is_nothing(schema: Schema) -> bool:
    """Tell an alternative that only stands for an empty text or null."""
    return schema.get("type") == "null" or schema.get("maxLength") == 0 or schema.get("enum") in ([None], [""])


def is_file(schema: Schema) -> bool:
    """Tell what is sent as bytes."""
    return schema.get("format") == "binary"


def worth_keeping(key: str, schema: Schema) -> bool:
    """Tell whether a keyword says something; exclusive and database limits do not, nor what type or choices say."""
    value = schema[key]
    if key in ("minimum", "maximum"):
        return value not in OF_DATABASES and not schema.get(f"exclusive{key.title()}") and "enum" not in schema
    return value not in SAID_BY_TYPE if key == "format" else value not in ("", [], None)


def nullable(schema: Schema, cleaned: Schema) -> Schema:
    """Let null in where the schema says so in OpenAPI 3.0's way."""
    if schema.get("nullable") and "anyOf" in cleaned:
        return {**cleaned, "anyOf": [*cleaned["anyOf"], {"type": "null"}]}
    if not schema.get("nullable") or "type" not in cleaned:
        return cleaned
    kinds = kinds_of(cleaned)
    choices = {"enum": [*cleaned["enum"], None]} if None not in cleaned.get("enum", [None]) else {}
    return {**cleaned, "type": [*kinds, "null"] if "null" not in kinds else kinds, **choices}


def together(parts: list[Schema]) -> Schema:
    """What holds where all parts hold."""
    merged: Schema = {}
    for part in parts:
        properties = {**merged.get("properties", {}), **part.get("properties", {})}
        required = [*merged.get("required", ()), *part.get("required", ())]
        merged = {**merged, **part}
        merged |= {"properties": properties} if properties else {}
        merged |= {"required": required} if required else {}
    return merged


def either(parts: list[Schema]) -> Schema:
    """What holds where one of the parts holds; objects become one that takes the fields of all."""
    if len(parts) == 1:
        return parts[0]
    if not parts or not all("properties" in part for part in parts):
        return {"anyOf": parts} if parts and all(parts) else {}
    names = dict.fromkeys(chain.from_iterable(part["properties"] for part in parts))
    properties = {
        name: any_of([part["properties"][name] for part in parts if name in part["properties"]]) for name in names
    }
    required = [name for name in names if all(name in part.get("required", ()) for part in parts)]
    refused = {name: why for part in parts for name, why in part.get(REFUSED, {}).items() if name not in names}
    closed = all(part.get("additionalProperties") is False for part in parts)
    left_out = ("required", REFUSED, "additionalProperties")
    return {
        **{key: value for key, value in together(parts).items() if key not in left_out},
        "properties": properties,
        **({"required": required} if required else {}),
        **({"additionalProperties": False} if closed else {}),
        **({REFUSED: refused} if refused else {}),
    }


def any_of(schemas: list[Schema]) -> Schema:
    """What holds where one of these holds for the same field; bare types and choices become one."""
    different = [one for place, one in enumerate(schemas) if one not in schemas[:place]]
    if len(different) > 1 and all(set(one) in ({"type"}, {"type", "enum"}) for one in different):
        kinds = list(dict.fromkeys(chain.from_iterable(map(kinds_of, different))))
        choices = list(dict.fromkeys(chain.from_iterable(one.get("enum", ()) for one in different)))
        closed = all("enum" in one for one in different)
        return {"type": kinds if len(kinds) > 1 else kinds[0], **({"enum": choices} if closed else {})}
    return either(different)


def kinds_of(schema: Schema) -> list[str]:
    """The types that a schema names; empty where it may be any."""
    kinds: Any = schema.get("type", [])
    return kinds if isinstance(kinds, list) else [kinds]
