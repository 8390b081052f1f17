"""Arguments that a schema accepts, as an agent may be shown them."""

from typing import Any

from frisian_pipeline.mcp.discovery import Tool
from frisian_pipeline.mcp.discovery.clean import Schema

PLAIN: dict[str, Any] = {"string": "text", "integer": 1, "number": 1.5, "boolean": True, "null": None}
FORMATS = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "time": "12:00:00",
    "email": "ann@example.com",
    "uri": "https://example.com/",
    "uuid": "ffffffff-ffff-4fff-8fff-ffffffffffff",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
}


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
    if kind == "object":
        properties = schema.get("properties", {})
        return {name: value_of(properties[name]) for name in schema.get("required", ()) if name in properties}
    if kind == "string":
        return FORMATS.get(schema.get("format", ""), PLAIN["string"])
    return schema.get("minimum", PLAIN.get(kind))


def example_of(tool: Tool) -> dict[str, Any]:
    """Arguments with all that a tool requires, and nothing else; of one object where it takes several as well."""
    return {one.name: value_of(one.schema) for one in tool.arguments if one.shown and one.required}
