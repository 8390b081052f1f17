"""What an author's JSON Schema finds wrong."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from frisian_pipeline.mcp.handwritten.checking import AuthorCheck

SCHEMA = {
    "properties": {
        "order_id": {"type": "integer", "minimum": 1},
        "state": {"enum": ["open", "done"]},
        "lines": {"type": "array", "items": {"type": "object", "required": ["sku"]}},
    },
    "required": ["order_id"],
    "additionalProperties": False,
}


class TestSchema:
    @pytest.mark.parametrize("kind", ["string", "array", "null", ["object", "null"]])
    def test_it_is_of_an_object(self, kind: Any) -> None:
        """A schema of anything but an object is refused: clients refuse it, and no call would fit."""
        with pytest.raises(ImproperlyConfigured, match="here: its input_schema must be of type object"):
            AuthorCheck({"type": kind}, "here")


class TestFaults:
    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ({"order_id": 1, "state": "open", "lines": [{"sku": "a"}]}, []),
            ({}, ["order_id is required"]),
            ({"order_id": "1"}, ["order_id must be integer"]),
            ({"order_id": 0}, ["order_id 0 is less than the minimum of 1"]),
            ({"order_id": 1, "state": "opn"}, ["state must be one of open, done; did you mean 'open'?"]),
            ({"order_id": 1, "lines": [{"sku": "a"}, {}]}, ["lines[1].sku is required"]),
            ({"order_ids": 1, "order_id": 1}, ["order_ids is not known here; did you mean 'order_id'?"]),
        ],
    )
    def test_one_by_one(self, given: Any, said: list[str]) -> None:
        """Each fault has its place and says what to do; nothing is converted."""
        assert list(map(str, AuthorCheck(SCHEMA, "here")(given))) == said

    def test_not_all_of_very_many(self) -> None:
        """One more than are told, so that it can be said that there are more."""
        assert len(AuthorCheck(SCHEMA, "here")({"order_id": 1, "lines": [{}] * 1_000})) == 51

    def test_what_cannot_be_read(self) -> None:
        """Half of a surrogate pair is a fault, not a failure."""
        [fault] = AuthorCheck(SCHEMA, "here")({"order_id": 1, "\ud800": 1})
        assert str(fault).startswith("arguments cannot be read")
