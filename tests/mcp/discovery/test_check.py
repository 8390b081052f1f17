"""How much work it is to find what is wrong with arguments."""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from frisian_pipeline.mcp.discovery import RESERVED, TOLD, check, faults
from frisian_pipeline.mcp.discovery.check import Check

OPTIONS = [f"option{number}" for number in range(250)]
ROW: dict[str, Any] = {
    "type": "object",
    "properties": {"count": {"type": "integer"}, "kind": {"enum": OPTIONS}},
    "required": ["count"],
    "additionalProperties": False,
}
ROWS = {
    "type": "object",
    "properties": {
        "items": {"type": "array", "items": ROW, "minItems": 1, "maxItems": 90_000},
        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
        "either": {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "boolean"}]},
    },
    "additionalProperties": False,
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every value in which faults are looked for one by one."""
    values: list[Any] = []
    find = Check.find

    def counting(self: Check, value: Any, path: Any = ()) -> Any:
        values.append(value)
        return find(self, value, path)

    monkeypatch.setattr(Check, "find", counting)
    return values


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many texts each suggestion was sought among."""
    counts: list[int] = []

    def counting(word: str, possibilities: Sequence[str], n: int) -> list[str]:
        counts.append(len(possibilities))
        return get_close_matches(word, possibilities, n)

    monkeypatch.setattr(faults, "get_close_matches", counting)
    return counts


class TestWork:
    @pytest.mark.parametrize(
        "given_",
        [
            {"items": [{"count": "x", "kind": "optionx"}] * 10_000},
            {"items": [{}] * 10_000},
            {"items": [{f"count{number}": 1 for number in range(10_000)}]},
            {f"item{number}": 1 for number in range(10_000)},
            {"counts": {f"item{number}": "x" for number in range(10_000)}},
        ],
        ids=["bad rows", "empty rows", "unknown keys of a row", "unknown keys", "bad values"],
    )
    def test_no_more_faults_are_found_than_are_told(
        self, asked: list[Any], compared: list[int], given_: dict[str, Any]
    ) -> None:
        """However much is wrong, one fault more than are told is found, and only for those a suggestion is sought."""
        assert len(Check(ROWS)(given_)) == TOLD + 1
        assert len(asked) <= 4 * TOLD
        assert len(compared) <= TOLD + 1

    @pytest.mark.parametrize(
        "value", ["option1x" * 10_000, "option" * 40, "x" * 10_000, {"a": 1}, ["option1"]], ids=len
    )
    def test_a_suggestion_costs_little_for_whatever_is_sent(self, compared: list[int], value: Any) -> None:
        """What is no short text is compared with nothing."""
        (fault,) = Check({"enum": OPTIONS})(value)
        assert fault.message.endswith("and 230 more")
        assert compared == []

    def test_of_very_many_choices_few_are_compared(self, compared: list[int]) -> None:
        """A suggestion is sought among a hundred texts at most: those that begin as what was sent does."""
        many = {"enum": [f"{letter}{number}" for letter in "abc" for number in range(9_000)]}
        (fault,) = Check(many)("B77")
        assert fault.message.endswith("; did you mean 'b77'?")
        assert compared == [100]

    def test_a_number_is_read_no_longer_than_rest_reads_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A text of more characters than DRF reads as a number is none, and is not looked into."""
        assert check.is_number("1" * 1000)
        monkeypatch.setattr(check, "Decimal", None)
        assert not check.is_number("1" * 1001)
        assert str(*Check({"type": "integer"})("1" * 32_000 + "x")) == "arguments must be integer"

    def test_what_is_right_is_not_looked_into(self, asked: list[Any]) -> None:
        """Faultless arguments are only shown to the validator."""
        assert Check(ROWS)({"items": [{"count": 1}] * 1000}) == ()
        assert len(asked) == 1

    @pytest.mark.parametrize(
        ("kind", "value"),
        [
            ("string", 1),
            ("string", 2.5),
            ("integer", "-12"),
            ("number", "12"),
            ("number", True),
            ("boolean", 1),
            ("boolean", "off"),
            (["integer", "null"], ""),
        ],
        ids=str,
    )
    def test_what_rest_converts_is_not_looked_into_either(self, asked: list[Any], kind: Any, value: Any) -> None:
        """However much is sent in another form than the schema says, it is only shown to the validator."""
        row = {"type": "object", "properties": {"it": {"type": kind}, "its": {"additionalProperties": {"type": kind}}}}
        rows = {"properties": {"items": {"anyOf": [{"type": "null"}, {"type": "array", "items": row}]}}}
        assert Check(rows)({"items": [{"it": value, "its": {"a": value}}] * 1000}) == ()
        assert len(asked) == 1

    def test_what_is_told_is_short(self) -> None:
        """Neither a long name nor a long value comes back whole."""
        said = [*Check(ROWS)({"x" * 10_000: 1}), *Check({"const": "a"})("x" * 10_000)]
        assert all(len(str(fault)) < 200 for fault in said)


class TestParts:
    @pytest.mark.parametrize(
        ("given_", "said"),
        [
            ({"items": [{"count": "1"}, {"count": "x"}]}, ["items[1].count must be integer"]),
            ({"items": []}, ["items must have at least 1 items"]),
            ({"items": [{"count": 1}] * 90_001}, ["items must have at most 90000 items"]),
            ({"items": {"count": 1}}, ["items must be array"]),
            ({"counts": {"a": "x", "b": "1"}}, ["counts.a must be integer"]),
            ({"counts": [1]}, ["counts must be object"]),
            ({"either": ["1", 2]}, []),
            ({"either": "yes"}, []),
            ({"either": ["x"]}, ["either has none of the forms that are taken here"]),
        ],
        ids=["row", "too few", "too many", "no list", "values", "no object", "form", "other form", "no form"],
    )
    def test_each_fault_is_where_it_is(self, given_: dict[str, Any], said: list[str]) -> None:
        """A fault deep inside has its path, and what REST converts is none there either."""
        assert [str(fault) for fault in Check(ROWS)(given_)] == said

    @pytest.mark.parametrize(
        ("kind", "value"),
        [("string", 1), ("integer", "-12"), ("number", True), ("boolean", "off"), (["integer", "null"], "")],
        ids=str,
    )
    def test_what_rest_converts_is_no_fault_beside_one(self, kind: Any, value: Any) -> None:
        """Of what is converted and what is wrong, the latter alone is told."""
        check_both = Check({"properties": {"a": {"type": kind}, "b": {"type": "integer"}}})
        assert [str(fault) for fault in check_both({"a": value, "b": "x"})] == ["b must be integer"]

    @pytest.mark.parametrize("deep", [{"fields": [7]}, {"verify": 1}, {"budget": "1"}], ids=str)
    def test_our_own_arguments_are_what_they_say_at_any_depth(
        self, deep: dict[str, Any], ours: Callable[[Any], tuple[faults.Fault, ...]]
    ) -> None:
        """No view reads our own arguments, and so nothing is converted for them."""
        assert len(ours(deep)) == 1


SCHEMAS: tuple[dict[str, Any], ...] = (
    {"type": ["object", "null"], "properties": {"a": ROWS, "b": {"enum": [1, "1", None]}}, "required": ["a"]},
    {"type": "array", "items": {"anyOf": [ROW, {"type": "integer", "minimum": 2}]}, "maxItems": 2},
    {"properties": {"a": {"type": "object", "additionalProperties": ROW}, "b": {"const": 1}}},
    {"anyOf": [{"type": "array", "items": {"type": "number"}}, {"type": "object", "additionalProperties": False}]},
)
SCALARS = st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["1", "option1", "x"])
BASICS = ["string", "integer", "number", "boolean", "null"]
KINDS = st.lists(st.sampled_from(BASICS), min_size=1, max_size=2, unique=True)
PLAIN = st.fixed_dictionaries(
    {"type": KINDS}, optional={"minimum": st.just(2), "minLength": st.just(1), "enum": st.just([1, "1", "on"])}
)
SENT = SCALARS | st.sampled_from(["", "-1", "1.5", "on", "On", "1" * 16, 1.5, 1.0, 10**20, [1], {}])
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b", "items", "count", "counts", "kind", "either"]), inner, max_size=3)
    ),
    max_leaves=8,
)


class TestLaws:
    @given(schema=st.sampled_from(SCHEMAS), value=VALUES)
    def test_a_strict_check_agrees_with_the_validator(self, schema: dict[str, Any], value: Any) -> None:
        """Taking a value apart finds a fault if and only if the validator finds one."""
        assert bool(Check(schema, strict=True)(value)) is not Draft202012Validator(schema).is_valid(value)

    @given(schema=st.sampled_from(SCHEMAS), value=VALUES)
    def test_each_fault_is_where_it_says(self, schema: dict[str, Any], value: Any) -> None:
        """The path of a fault leads to a value that was sent, or to a name that is missing in one."""
        for fault in Check(schema)(value):
            found = value
            for step in fault.path[:-1]:
                found = found[step]
            assert not fault.path or fault.message == "is required" or found[fault.path[-1]] is not found

    @given(plain=PLAIN, sent=st.lists(SENT, max_size=3), name=st.sampled_from(["a", "verify"]))
    def test_what_is_only_shown_to_the_validator_has_no_fault(self, plain: Any, sent: list[Any], name: str) -> None:
        """The same faults are found where everything that REST converts is looked into."""
        schema = {"type": "object", "properties": {name: {"type": "array", "items": plain}, "b": {"anyOf": [plain]}}}
        value = {name: sent, "b": sent[0] if sent else None}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(check, "widened", lambda schema: False)
            expected = Check(schema)(value)
        assert Check(schema)(value) == expected


@pytest.fixture
def ours() -> Check:
    """What finds faults in our own arguments."""
    return Check({"type": "object", "properties": dict(RESERVED)})
