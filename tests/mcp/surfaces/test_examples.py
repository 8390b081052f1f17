"""Examples: what an agent is shown, the tool takes."""

from typing import Any

import pytest

from frisian_pipeline.mcp.discovery import tools
from frisian_pipeline.mcp.surfaces.examples import example_of, value_of

HOSTS = ["tests.mcp.discovery.hosts", "benchmarks.operations"]

VALUES: list[tuple[Any, Any]] = [
    ({}, "text"),
    ({"type": "string"}, "text"),
    ({"type": "string", "format": "date"}, "2026-01-31"),
    ({"type": "string", "format": "own"}, "text"),
    ({"type": ["integer", "null"]}, 1),
    ({"type": "integer", "minimum": 7}, 7),
    ({"type": "number"}, 1.5),
    ({"type": "boolean"}, True),
    ({"type": "null"}, None),
    ({"enum": ["b", "a"]}, "b"),
    ({"anyOf": [{"type": "integer"}, {"type": "string"}]}, 1),
    ({"type": "array", "items": {"type": "integer"}}, [1]),
    ({"type": "array"}, ["text"]),
    ({"type": "object"}, {}),
    ({"type": "object", "properties": {"a": {"type": "integer"}, "b": {}}, "required": ["a", "c"]}, {"a": 1}),
]


class TestValues:
    @pytest.mark.parametrize(("schema", "value"), VALUES)
    def test_value_of(self, schema: Any, value: Any) -> None:
        """A value of the first form that the schema names."""
        assert value_of(schema) == value


class TestExamples:
    @pytest.mark.parametrize("urlconf", HOSTS)
    def test_they_are_taken(self, settings: Any, urlconf: str) -> None:
        """Every tool takes the example of its own schema, which has all that it requires."""
        settings.ROOT_URLCONF = urlconf
        found = list(tools())
        assert len(found) > 30
        for tool in found:
            example = example_of(tool)
            assert set(example) >= set(tool.input_schema.get("required", ()))
            assert tool.faults(example) == (), tool.name
