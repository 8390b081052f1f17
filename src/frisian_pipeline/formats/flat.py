"""Objects as the columns of one row, for formats that have nothing but rows."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any

from msgspec.json import Encoder

from frisian_pipeline.formats.plain import each_as_json

encode = Encoder(decimal_format="number").encode

WORDS = frozenset({str, type(None)})
"""What is not JSON in a cell."""

BREAK = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
"""What ends a line, for one reader or another."""

DEEPEST = 16
"""Objects that are in more others than that are JSON in their cell: a path would be longer than what it leads to."""

SPARSE, SMALL = 8, 10_000
"""As many cells for each member a table may have, if it is not small."""


def flatten(data: dict[str, Any], prefix: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """The members of an object by their paths, in which dots go between keys; those of inner objects are its own."""
    for key, value in data.items():
        if isinstance(value, dict) and value and depth < DEEPEST:
            yield from flatten(value, f"{prefix}{key}.", depth + 1)
        else:
            yield f"{prefix}{key}", value


def columns_of(rows: list[dict[str, Any]]) -> list[str]:
    """
    The columns of flat rows, each after the one that it follows first.

    What is null in one row and an object in another is no column by itself.
    """
    found = list(dict.fromkeys(key for row in rows for key in row))
    in_order = sorted(found)
    return [key for key in found if not is_parent(key, in_order) or any(row.get(key) is not None for row in rows)]


def is_parent(key: str, in_order: Sequence[str]) -> bool:
    """Tell whether another path leads through this one."""
    place = bisect_left(in_order, f"{key}.")
    return place < len(in_order) and in_order[place].startswith(f"{key}.")


def flat_row(row: dict[str, Any]) -> dict[str, Any]:
    """The columns of an object; the object as it is where two of its members would have the same path."""
    members = list(flatten(row))
    flat = dict(members)
    return flat if len(flat) == len(members) else row


def table_of(rows: list[dict[str, Any]]) -> dict[str, Sequence[Any]]:
    """
    The columns of some objects by their paths, each with a cell for each object: null where it has none.

    Raises:
        ValueError: If the objects have so little in common that most cells would be empty.
    """
    if even := columns_if_even(rows):
        return even
    flat = list(map(flat_row, rows))
    columns = columns_of(flat)
    if len(columns) * len(rows) > max(SPARSE * sum(map(len, flat)), SMALL):
        raise ValueError("the objects have too little in common for a table")
    return {column: [row.get(column) for row in flat] for column in columns}


def columns_if_even(rows: Sequence[dict[str, Any]], prefix: str = "", depth: int = 0) -> dict[str, Sequence[Any]]:
    """The same of objects that are all of one shape, several times as fast; nothing for others."""
    if len(set(map(tuple, rows))) != 1:
        return {}
    columns: dict[str, Sequence[Any]] = {}
    for key, cells in zip(rows[0], zip(*map(dict.values, rows), strict=True), strict=True):
        kinds = set(map(type, cells))
        opens = kinds == {dict} and depth < DEEPEST
        inner = columns_if_even(cells, f"{prefix}{key}.", depth + 1) if opens else {prefix + key: cells}
        if not inner or (dict in kinds and not opens) or not columns.keys().isdisjoint(inner):
            return {}
        columns |= inner
    return columns


def across(columns: Sequence[Sequence[Any]], count: int) -> Iterable[tuple[Any, ...]]:
    """So many rows of some columns, of which there may be none."""
    return zip(*columns, strict=True) if columns else repeat((), count)


def is_rows(data: Any) -> bool:
    """Tell whether data is a list of objects."""
    return isinstance(data, list) and set(map(type, data)) == {dict}


def rows_in(data: Any) -> str:
    """The key of an object's results, even if there are none, or else of its only list of objects among scalars."""
    if not isinstance(data, dict):
        return ""
    if data.get("results") == [] or is_rows(data.get("results")):
        return "results"
    lists = [key for key, value in data.items() if isinstance(value, (list, dict))]
    return lists[0] if len(lists) == 1 and is_rows(data[lists[0]]) else ""


def word(value: Any) -> str:
    """A cell as text: null is empty, and lists are JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else encode(value).decode()


def words(column: Sequence[Any]) -> Sequence[str]:
    """A column of cells as text."""
    kinds = set(map(type, column))
    if kinds == {str}:
        return column
    if kinds.isdisjoint(WORDS):
        return each_as_json(column)
    return list(map(word, column))


def in_line(text: str, mark: str) -> str:
    """A text with a mark in place of each line break, so that it is no more than a line."""
    return BREAK.sub(lambda _: mark, text)


def member(key: str, text: str, mark: str) -> str:
    """
    A member of an object as a line of its own.

    A host's member that is called facts has its name in quotes: the line without them is what the library says.
    """
    return in_line(f"{own(key)}: {text}", mark)


def own(text: str) -> str:
    """The beginning of a line as a host's own: in quotes where it says facts."""
    return encode(text).decode() if text.partition(":")[0] == "facts" else text
