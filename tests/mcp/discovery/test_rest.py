"""What REST takes, a tool takes: the serializers themselves are the judges."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rest_framework import serializers

from frisian_pipeline.mcp.discovery import Tool
from tests.mcp.discovery.hosts import PlaceSerializer, registered, the, tools_of, view_with

FIELDS: dict[str, Callable[..., Any]] = {
    "char": serializers.CharField,
    "slug": serializers.SlugField,
    "email": serializers.EmailField,
    "url": serializers.URLField,
    "uuid": serializers.UUIDField,
    "ip": serializers.IPAddressField,
    "boolean": serializers.BooleanField,
    "integer": lambda **extra: serializers.IntegerField(min_value=-3, max_value=70000, **extra),
    "float": serializers.FloatField,
    "decimal": lambda **extra: serializers.DecimalField(6, 2, min_value=0, **extra),
    "date": serializers.DateField,
    "datetime": serializers.DateTimeField,
    "time": serializers.TimeField,
    "duration": serializers.DurationField,
    "choice": lambda **extra: serializers.ChoiceField([("a", "A"), ("1", "One"), ("", "None")], **extra),
    "integer choice": lambda **extra: serializers.ChoiceField([(1, "One"), (2, "Two")], **extra),
    "boolean choice": lambda **extra: serializers.ChoiceField([(True, "Yes"), (False, "No")], **extra),
    "several choices": lambda **extra: serializers.MultipleChoiceField(choices=["a", "b"], **extra),
    "list": serializers.ListField,
    "list of integers": lambda **extra: serializers.ListField(child=serializers.IntegerField(), max_length=2, **extra),
    "dict": serializers.DictField,
    "dict of text": lambda **extra: serializers.DictField(child=serializers.CharField(), **extra),
    "json": serializers.JSONField,
    "nested": PlaceSerializer,
    "nested list": lambda **extra: PlaceSerializer(many=True, **extra),
}
AWKWARD: list[Any] = [
    *(None, True, False, 0, 1, -1, 7.0, 0.5, 1e30, "", " ", "a", "b", "1", " 1 ", "-7.50", "1e2", "1.0", "+1", ".5"),
    *("true", "YES", "t", "off", "null", "None", "a@b.cd", "http://a.bc", "::1", "10.0.0.1", "2026-11-30", "12:30"),
    *("2026-11-30T12:30:00Z", "3 01:00:00", "6f1c2a34-0000-4000-8000-000000000000", 2**70, 70001, "Infinity", "1_000"),
    *([], ["a"], [1, "2"], [None], {}, {"a": 1}, {"a": None}, {"a": "b"}),
    *({"street": "a", "number": 1}, {"street": 1, "number": None}, [{"street": "a", "number": "1"}]),
]
# What serializers take by an accident of Python, and a tool does not: a truth is a number, a dict is its keys, and
# a list that may be null may hold nulls.
ACCIDENTS: dict[str, Callable[[Any], bool]] = {
    "uuid": lambda value: isinstance(value, bool),
    "float": lambda value: isinstance(value, bool),
    "several choices": lambda value: isinstance(value, dict),
    "nested list": lambda value: isinstance(value, list) and None in value,
}
VALUES = (
    st.sampled_from(AWKWARD)
    | st.integers(-9, 9)
    | st.text(max_size=3)
    | st.floats(allow_nan=False, allow_infinity=False)
)


@pytest.fixture(scope="module")
def made() -> dict[tuple[str, bool], tuple[Tool, Any]]:
    """A tool for each field, nullable and not, and its serializer."""
    kinds = [(kind, nullable) for kind in FIELDS for nullable in (False, True)]
    judges = {one: serializer_of(FIELDS[one[0]](allow_null=one[1])) for one in kinds}
    found = tools_of(*(registered(view_with(judge), f"t{number}") for number, judge in enumerate(judges.values())))
    return {one: (the(found, f"t{number}_create"), judge) for number, (one, judge) in enumerate(judges.items())}


def takes(judge: Any, kind: str, value: Any) -> bool:
    """Tell whether the serializer takes a value, and not by accident."""
    by_accident = kind in ACCIDENTS and value is not None and ACCIDENTS[kind](value)
    return not by_accident and bool(judge(data={"it": value}).is_valid())


def serializer_of(field: Any) -> Any:
    """A serializer with one field."""
    return type("JudgeSerializer", (serializers.Serializer,), {"it": field})


class TestRest:
    @pytest.mark.parametrize("nullable", [False, True], ids=["required", "nullable"])
    @pytest.mark.parametrize("kind", FIELDS)
    def test_awkward_values_that_rest_takes_are_taken(self, made: Any, kind: str, nullable: bool) -> None:  # noqa: FBT001
        """No value that the serializer takes is a fault, whatever its type."""
        tool, judge = made[kind, nullable]
        taken = [value for value in AWKWARD if takes(judge, kind, value)]
        assert taken
        assert [value for value in taken if tool.faults({"it": value})] == []

    @given(kind=st.sampled_from(sorted(FIELDS)), nullable=st.booleans(), value=VALUES)
    @example(kind="char", nullable=False, value="")
    def test_what_rest_takes_is_taken(self, made: Any, kind: str, nullable: bool, value: Any) -> None:  # noqa: FBT001
        """If the serializer takes a value, the tool does."""
        tool, judge = made[kind, nullable]
        if takes(judge, kind, value):
            assert tool.faults({"it": value}) == ()

    @pytest.mark.parametrize("kind", FIELDS)
    def test_most_of_what_rest_refuses_is_refused_before(self, made: Any, kind: str) -> None:
        """A value of a kind that the serializer could make nothing of never reaches the view."""
        tool, judge = made[kind, False]
        values: tuple[Any, ...] = (None, [[]], {"x": [{}]})
        odd = [value for value in values if not judge(data={"it": value}).is_valid()]
        untyped = {"json"}
        assert [value for value in odd if not tool.faults({"it": value}) and kind not in untyped] == []
