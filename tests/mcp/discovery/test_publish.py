"""The last of the diet."""

from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frisian_pipeline.mcp.discovery.clean import Cleaner, Schema
from frisian_pipeline.mcp.discovery.publish import publish

LEAVES: list[Schema] = [{}, {"type": "string"}, {"type": "integer", "description": "How many there are of them all"}]
SCHEMAS = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.one_of(
        st.builds(lambda one: {"type": "array", "items": one}, inner),
        st.builds(lambda one: {"type": "object", "additionalProperties": one}, inner),
        st.builds(lambda parts: {"anyOf": parts}, st.lists(inner, min_size=1, max_size=3)),
        st.builds(
            lambda fields: {"type": "object", "properties": fields, "additionalProperties": False, "x-refused": {}},
            st.dictionaries(st.sampled_from("abcde"), inner, min_size=1, max_size=5),
        ),
    ),
    max_leaves=10,
)
LONG = {"type": "object", "properties": {name * 4: {"type": "string"} for name in "abcdef"}}


def resolved(schema: Any, defs: Any) -> Any:
    """A schema with its references written out, and without what the validator alone needs."""
    if isinstance(schema, list):
        return [resolved(one, defs) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return resolved(defs[schema["$ref"].removeprefix("#/$defs/")], defs)
    return {key: resolved(one, defs) for key, one in schema.items() if key not in ("$defs", "x-refused")}


class TestPublish:
    @pytest.mark.parametrize(
        ("schema", "shared"),
        [
            ({"properties": {"a": LONG, "b": LONG}}, 1),
            ({"properties": {"a": LONG, "b": {"items": LONG}}}, 1),
            ({"properties": {"a": LONG, "b": {"type": "string"}, "c": {"type": "string"}}}, 0),
            ({"properties": {"a": LONG}}, 0),
            (
                {
                    "properties": {
                        "a": LONG,
                        "b": LONG,
                        "c": {"items": {**LONG, "type": "x"}},
                        "d": {**LONG, "type": "x"},
                    }
                },
                2,
            ),
        ],
        ids=["twice", "inside", "too short", "once", "two"],
    )
    def test_what_repeats_is_said_once_where_that_is_shorter(self, schema: Schema, shared: int) -> None:
        """A schema is moved to $defs where the references cost less than saying it again."""
        published = publish(schema)
        assert len(published.get("$defs", {})) == shared
        assert len(str(published)) <= len(str(schema))

    @given(SCHEMAS)
    def test_it_means_the_same(self, schema: Schema) -> None:
        """Written out again, a published schema is what it was."""
        published = publish(schema)
        assert resolved(published, published.get("$defs", {})) == resolved(schema, {})
        assert "x-refused" not in str(published)

    @given(SCHEMAS)
    def test_it_is_valid(self, schema: Schema) -> None:
        """A published schema is JSON Schema 2020-12."""
        jsonschema_rs.Draft202012Validator(publish(schema))


class TestCleaner:
    @pytest.mark.parametrize(
        ("schema", "cleaned"),
        [
            ({"$ref": "#/components/schemas/Missing"}, {}),
            ({"$ref": "#/components/schemas/Loop"}, None),
            ({"allOf": [{"$ref": "#/components/schemas/A"}], "nullable": True}, {"type": ["integer", "null"]}),
            (
                {"allOf": [{"$ref": "#/components/schemas/A"}], "description": "D"},
                {"type": "integer", "description": "D"},
            ),
            (
                {"oneOf": [{"type": "string"}, {"type": "integer"}]},
                {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            ),
            ({"oneOf": [{"type": "string"}, {}]}, {}),
            ({"oneOf": [{"enum": ["a"]}, {"enum": [""]}]}, {"enum": ["a"]}),
            ({"anyOf": [{"type": "null"}]}, {}),
            ({"type": "integer", "maximum": 9, "exclusiveMaximum": True}, {"type": "integer"}),
            ({"type": "integer", "enum": [1, 2], "minimum": 1, "maximum": 9}, {"type": "integer", "enum": [1, 2]}),
            ({"type": "array", "items": {}}, {"type": "array"}),
            (True, {}),
            ({"type": "object", "additionalProperties": {}, "properties": {"a": {}}}, None),
        ],
        ids=[
            *("missing", "recursive", "nullable", "described", "either", "anything", "blank", "nothing", "exclusive"),
            *("limited choices", "any items", "boolean", "any more"),
        ],
    )
    def test_openapi_becomes_what_may_be_sent(self, schema: Any, cleaned: Any) -> None:
        """References are written out, alternatives put together, and OpenAPI's own words translated."""
        components: dict[str, Schema] = {
            "A": {"type": "integer", "description": "For developers"},
            "Loop": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Loop"}}},
        }
        expected: dict[str, Schema] = {
            "recursive": {"type": "object", "properties": {"next": {}}, "additionalProperties": False},
            "any more": {"type": "object", "properties": {"a": {}}, "additionalProperties": False},
        }
        if cleaned is None:
            cleaned = expected["recursive" if "$ref" in schema else "any more"]
        assert Cleaner(components)(schema) == cleaned
