"""The shapes of objects, their values, and data with few of its rows and with none, to show what all are like."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

Shape = tuple[str, ...]
"""The keys of an object, in order."""

NESTED = frozenset({dict, list})
"""What holds values."""

MANY = ((128, 13), (48, 7), (32, 5))
"""Of so many rows or more, one stands for so many: a prime, since rows may take turns."""
SHAPES, OFTEN = 16, 6
"""Rows of more shapes are not alike, nor are those whose shapes do not come so often, on average, among the few."""


def shapes_in(data: Any) -> Counter[Shape]:
    """How often each shape occurs."""
    shapes: Counter[Shape] = Counter()
    count_shapes((data,), shapes)
    return shapes


def count_shapes(values: Sequence[Any], shapes: Counter[Shape]) -> None:
    """Count how often each shape occurs among values and in them; objects of one shape column by column."""
    kinds = set(map(type, values))
    if list in kinds:
        count_shapes(list(chain.from_iterable(of_kind(list, values, kinds))), shapes)
    if dict in kinds:
        objects = of_kind(dict, values, kinds)
        counted = Counter(map(tuple, objects))
        shapes.update(counted)
        inner: Iterable[Sequence[Any]] = zip(*map(dict.values, objects), strict=True)
        if len(counted) > 1:
            inner = [list(chain.from_iterable(map(dict.values, objects)))]
        for cells in inner:
            count_shapes(cells, shapes)


def of_kind(kind: type, values: Sequence[Any], kinds: set[type]) -> Sequence[Any]:
    """Those of some values that are of one kind."""
    return values if kinds == {kind} else [value for value in values if isinstance(value, kind)]


def values_in(data: Any) -> list[Any]:
    """Whatever is no object and no list in data, level by level."""
    values: list[Any] = []
    level: Sequence[Any] = [data]
    while level:
        values += [value for value in level if type(value) not in NESTED]
        inner = (value.values() if type(value) is dict else value for value in level if type(value) in NESTED)
        level = list(chain.from_iterable(inner))
    return values


def thinned(data: Any) -> tuple[Any, Any] | None:
    """Data with a few of its rows, evenly spread, and with none; None where these are not many, or not alike."""
    if isinstance(data, dict):
        lists = [key for key, value in data.items() if isinstance(value, list)]
        key = max(lists, key=lambda name: len(data[name]), default="")
        rows = thinned(data[key]) if lists else None
        return rows and ({**data, key: rows[0]}, {**data, key: rows[1]})
    each = next((each for many, each in MANY if isinstance(data, list) and len(data) >= many), 0)
    few = data[each // 2 :: each] if each else []
    return (few, []) if few and are_alike(few) else None


def are_alike(rows: list[Any]) -> bool:
    """Tell whether rows come in few shapes, each of them often; nobody can tell of those that are too deep."""
    try:
        shapes = shapes_in(rows)
    except RecursionError:
        return False
    return len(shapes) <= SHAPES and shapes.total() >= OFTEN * len(shapes)
