"""Arguments that a schema accepts, as an agent may be shown them."""

from typing import Any

from frisian_pipeline.mcp.discovery.clean import Schema

PLAIN: dict[str, Any] = {"string": "text", "integer": 1, "number": 1.5, "boolean": True, "object": {}, "null": None}
FORMATS = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "time": "12:00:00",
    "email": "ann@example.com",
    "uri": "https://example.com/",
    "uuid": "6c288331-1dd4-41d4-bcfb-5cce5e7e04f6",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
}
MOST = 3
"""How many parameters an example shows; that there are more, the schema beside it says."""


def value_of(schema: Schema) -> Any:
    """A value that a schema accepts, or nearly: limits other than a least number are not looked at."""
    if "enum" in schema:
        return schema["enum"][0]
    for one in schema.get("anyOf", ()):
        return value_of(one)
    kind = schema.get("type", "string")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "array":
        return [value_of(schema.get("items", {}))]
    if kind == "string":
        return FORMATS.get(schema.get("format", ""), PLAIN["string"])
    return schema.get("minimum", PLAIN.get(kind))


def example_of(schema: Schema) -> dict[str, Any]:
    """What is required, as far as an example should be long; nested objects are left to the schema."""
    properties = schema.get("properties", {})
    names = [name for name in schema.get("required", ()) if name in properties]
    return {name: value_of(properties[name]) for name in names[:MOST]}
