"""What can be read only once, read into lists."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError
from django.utils.functional import lazystr
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.serializers import Serializer
from rest_framework.utils.serializer_helpers import ReturnDict

from frisian_pipeline.drf.iterators import encode_once, read, reading_once
from frisian_pipeline.drf.pipelines import JSON


class Point(NamedTuple):
    x: int
    y: int


def failing() -> Iterator[int]:
    """Rows that the database stops giving."""
    yield 1
    raise DatabaseError


def nested(core: Any, levels: int) -> Any:
    """Lists and objects in turn around a core."""
    for level in range(levels):
        core = {"a": core} if level % 2 else [core]
    return core


ONCE: dict[str, tuple[Callable[[], Any], Any]] = {
    "generator": (lambda: (row for row in [1, 2]), [1, 2]),
    "generator of generators": (lambda: (iter([row]) for row in [1, 2]), [[1], [2]]),
    "map in an object in a list": (lambda: [{"rows": map(str, [1])}], [{"rows": ["1"]}]),
    "zip in a tuple": (lambda: (zip([1], [2], strict=True),), [[[1, 2]]]),
    "named tuple": (lambda: Point(1, iter([2])), [1, [2]]),  # type: ignore[arg-type]  # a view may
    "generator in serialized data": (lambda: ReturnDict({"a": iter([1])}, serializer=Serializer()), {"a": [1]}),
    "generator beside what msgspec knows": (
        lambda: [iter([1]), None, True, 1.5, "é", UUID(int=1), Decimal("1.0"), datetime(2026, 5, 1, tzinfo=UTC)],
        [[1], None, True, 1.5, "é", UUID(int=1), Decimal("1.0"), datetime(2026, 5, 1, tzinfo=UTC)],
    ),
    "empty generator": (lambda: iter(()), []),
    "deep": (lambda: nested(iter([1]), 5_000), nested([1], 5_000)),
}

rows = st.recursive(
    st.none() | st.integers() | st.text() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def once(data: Any) -> Any:
    """The same data with an iterator in the place of every list."""
    if isinstance(data, dict):
        return {key: once(value) for key, value in data.items()}
    return map(once, data) if isinstance(data, list) else data


class TestRead:
    @pytest.mark.parametrize("row", ONCE.values(), ids=ONCE.keys())
    def test_reads_iterators(self, row: tuple[Callable[[], Any], Any]) -> None:
        """What can be read once is a list, wherever it is."""
        make, expected = row
        assert JSON(read(make())) == JSON(expected)

    @given(rows)
    def test_loses_nothing(self, data: Any) -> None:
        """Data made of iterators is encoded twice as the data it was made of."""
        result = read(once(data))
        assert JSON(result) == JSON(result) == JSON(data)

    @pytest.mark.django_db
    def test_reads_querysets(self) -> None:
        """A queryset is the list of its rows, so that masks see them."""
        Group.objects.create(name="staff")
        assert read({"groups": Group.objects.values("name")}) == {"groups": [{"name": "staff"}]}

    def test_never_changes_the_data(self) -> None:
        """The view's own containers stay as they are."""
        rows = iter([1])
        data = {"rows": rows, "more": [lazystr("later")]}
        result = read(data)
        assert data["rows"] is rows
        assert result == {"rows": [1], "more": ["later"]}
        assert result["more"] is not data["more"]

    def test_keeps_the_order_of_reading(self) -> None:
        """Iterators that share a source are read in the order in which DRF reads them."""
        source = iter("abcd")
        data = [map(str.upper, (next(source), next(source))), (next(source) for _ in range(2)), source]
        assert read(data) == [["A", "B"], ["c", "d"], []]

    def test_the_hosts_errors_pass(self) -> None:
        """Rows that fail half-way are the host's error, never a shorter answer."""
        with pytest.raises(DatabaseError):
            read({"rows": failing()})

    def test_data_that_contains_itself(self) -> None:
        """Data without a bottom is refused, however often it contains itself."""
        data: list[Any] = []
        data += [data, data, data]
        with pytest.raises(RecursionError):
            read(data)


class TestEncodeOnce:
    @pytest.mark.parametrize("row", ONCE.values(), ids=ONCE.keys())
    def test_what_was_read_is_recalled(self, row: tuple[Callable[[], Any], Any]) -> None:
        """Within one answer, data with iterators can be encoded again and again."""
        make, expected = row
        data = make()
        with reading_once():
            assert JSON(data) == JSON(data) == JSON(expected)

    @given(rows)
    def test_nothing_is_lost(self, data: Any) -> None:
        """Data made of iterators is encoded twice as the data it was made of, and masks may read it in between."""
        made = once(data)
        with reading_once():
            assert JSON(made) == JSON(read(made)) == JSON(made) == JSON(data)

    def test_an_error_is_recalled_too(self) -> None:
        """Rows that fail half-way fail each time, and never are a shorter answer."""
        data = {"rows": failing()}
        with reading_once():
            for _ in range(2):
                with pytest.raises(DatabaseError):
                    JSON(data)

    def test_an_answer_remembers_nothing_of_another(self) -> None:
        """What is remembered goes with the answer, and outside of one nothing is."""
        source = iter([1])
        with reading_once():
            assert encode_once(source) == [1]
        assert encode_once(source) == []
        with reading_once():
            assert encode_once(source) == []

    def test_other_objects_are_drfs(self) -> None:
        """What is no iterator is encoded as DRF does it."""
        assert encode_once(lazystr("later")) == "later"
        with pytest.raises(TypeError):
            encode_once(object())
