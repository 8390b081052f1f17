"""The shapes of objects, and a few rows that stand for many."""

from collections import Counter
from sys import getrecursionlimit
from typing import Any

import pytest

from frisian_pipeline.formats.shapes import MANY, SHAPES, shapes_in, thinned, values_in

LEAST, OFTEN = MANY[-1][0], MANY[0][0]

ROWS: list[Any] = [{"id": number, "site": {"name": "HQ"}} for number in range(1000)]


class TestShapes:
    def test_they_are_counted_wherever_they_are(self) -> None:
        """Objects count in lists, in objects, and beside what is none."""
        data = {"a": [{"b": 1}, {"b": {"c": {}}}, 5], "d": [[{"b": None}], {"b": [{"c": 1, "e": 2}]}]}
        assert shapes_in(data) == Counter({("a", "d"): 1, ("b",): 4, ("c",): 1, (): 1, ("c", "e"): 1})

    @pytest.mark.parametrize("data", [None, 1, "x", [], [1, [2]]])
    def test_there_are_none(self, data: Any) -> None:
        """Scalars and lists of them have no shape."""
        assert shapes_in(data) == Counter()


class TestThinned:
    def test_rows(self) -> None:
        """Of many rows some are left, from all over, or none, and what a page says beside them."""
        few = ROWS[6::13]
        assert thinned(ROWS) == (few, [])
        page = {"count": 1000, "next": None, "results": ROWS, "facets": [{"name": "x"}]}
        assert thinned(page) == ({**page, "results": few}, {**page, "results": []})
        assert thinned([1, 2] * OFTEN) == ([1, 2, 1, 2] * 4 + [1, 2, 1, 2], [])

    @pytest.mark.parametrize(("count", "each"), [(32, 5), (47, 5), (48, 7), (127, 7), (128, 13), (999, 13)])
    def test_how_many(self, count: int, each: int) -> None:
        """At least some rows are left, of many as few as tell what all are like."""
        assert thinned(ROWS[:count]) == (ROWS[each // 2 : count : each], [])

    def test_rows_that_take_turns(self) -> None:
        """Each kind of rows is there as often as it was."""
        few, _ = thinned(ROWS) or ([], [])
        kinds = Counter(row["id"] % 4 for row in few)
        assert max(kinds.values()) - min(kinds.values()) <= 1

    @pytest.mark.parametrize(
        "data",
        [
            pytest.param(ROWS[: LEAST - 1], id="few rows"),
            pytest.param([{f"k{number % (SHAPES + 1)}": 1} for number in range(1000)], id="many shapes"),
            pytest.param([{f"k{number % 3}": 1} for number in range(LEAST)], id="shapes that come rarely"),
            pytest.param({"results": ROWS[:5]}, id="a short page"),
            pytest.param({"id": 1, "name": "x"}, id="an object"),
            pytest.param({}, id="nothing in it"),
            pytest.param("x" * 1000, id="a text"),
            pytest.param(None, id="nothing"),
        ],
    )
    def test_what_is_not_many(self, data: Any) -> None:
        """Few rows, unlike ones, and what has none are not thinned."""
        assert thinned(data) is None

    def test_rows_that_are_too_deep(self) -> None:
        """Rows whose shapes nobody can count are not thinned, on any Python."""
        row: list[Any] = []
        for _ in range(2 * getrecursionlimit()):
            row = [row]
        assert thinned([row] * LEAST) is None


class TestValues:
    def test_all_of_them(self) -> None:
        """All that is no object and no list, one level after the other."""
        assert values_in([1, {"a": [2, {"b": None}], "c": "x"}, []]) == [1, "x", 2, None]
        assert values_in("x") == ["x"]
        assert values_in({}) == []
