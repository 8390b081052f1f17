"""Columns of cells, before anybody knows how they are sent."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from itertools import chain, count
from operator import itemgetter
from typing import Any

from msgspec import ValidationError, convert
from msgspec.json import Encoder

from frisian_pipeline.formats.json import simplify_or_stop
from frisian_pipeline.formats.plain import NotPlainError

Cells = Sequence[Any]
Kinds = set[type]


class Absent:
    """What stands in a column where an object lacks the key."""


ABSENT = Absent()
NONE = type(None)
SCALARS = frozenset({str, int, float, bool, Decimal, NONE})
LEAVES = SCALARS | {Absent}
OBJECTS = frozenset({dict, NONE, Absent})
LISTS = frozenset({list, NONE, Absent})

COLUMNS: dict[type, Any] = {str: tuple[str, ...], int: tuple[int, ...]}

encode_lines = Encoder(enc_hook=simplify_or_stop, decimal_format="number").encode_lines

CHUNK = 64
"""As many objects are encoded in one step."""
BLOCK = 1024
"""As many rows become columns in one step."""

SPARSE = 2
"""As many cells for each member a table may have."""


def columns_of(rows: Sequence[dict[str, Any]]) -> dict[str, Cells]:
    """The cells of each key, in the order of the rows; nothing where most would be absent."""
    keys = list(rows[0])
    if len(keys) > 1 and set(map(len, rows)) == {len(keys)}:
        try:
            return columns_by(keys, rows)
        except KeyError:
            pass
    members = sum(map(len, rows))
    union: dict[str, None] = {}
    for row in rows:
        union.update(dict.fromkeys(row))
        if len(union) * len(rows) > SPARSE * members:
            return {}
    return {key: [row.get(key, ABSENT) for row in rows] for key in union}


def columns_by(keys: Sequence[str], rows: Sequence[dict[str, Any]]) -> dict[str, Cells]:
    """
    The cells of several keys that all rows have; as many rows at a time as a processor holds at hand.

    Raises:
        KeyError: If a row lacks one.
    """
    cells_of = itemgetter(*keys)
    if len(rows) <= BLOCK:
        return dict(zip(keys, zip(*map(cells_of, rows), strict=True), strict=True))
    columns: list[list[Any]] = [[] for _ in keys]
    for start in range(0, len(rows), BLOCK):
        block = zip(*map(cells_of, rows[start : start + BLOCK]), strict=True)
        for column, cells in zip(columns, block, strict=True):
            column.extend(cells)
    return dict(zip(keys, columns, strict=True))


def kinds_of(cells: Cells) -> Kinds:
    """
    The types of cells, in which those of subclasses may count as texts or whole numbers.

    To ask each for its type takes three times as long, and is left to who wants to leave cells out.
    """
    for kind, column in COLUMNS.items():
        if isinstance(cells[0], kind):
            try:
                convert(cells, column)
            except ValidationError:
                break
            return {kind}
    return set(map(type, cells))


@lru_cache(256)
def is_itself(kind: type) -> bool:
    """Tell whether what is of a type means in JSON what it is in comparisons and as text; enumerations may not."""
    if issubclass(kind, Enum) or not issubclass(kind, str):
        return kind in SCALARS
    return kind.__str__ is str.__str__ and kind.__eq__ is str.__eq__


def require_themselves(cells: Iterable[Any]) -> None:
    """
    See that cells may be left out where they are equal.

    Raises:
        NotPlainError: If one may mean something else.
    """
    if not all(map(is_itself, set(map(type, cells)))):
        raise NotPlainError


def is_one(cells: Cells) -> bool:
    """Tell whether cells of one scalar kind are all the same; zero has two forms, and a decimal many."""
    first = cells[0]
    if cells[-1] != first or cells.count(first) < len(cells):
        return False
    one_form = type(first) is not Decimal and (type(first) is not float or first != 0)
    return one_form or len(set(map(str, cells))) == 1


def is_same(cells: Cells, kinds: Kinds) -> bool:
    """Tell whether objects or lists are all the same in JSON."""
    if len(kinds) > 1 or len(cells[0]) != len(cells[-1]) or encode_lines(cells[:1]) != encode_lines(cells[-1:]):
        return False
    return len(distinct(cells, most=1)) == 1


def distinct(objects: Sequence[Any], most: int = sys.maxsize) -> dict[bytes, Any]:
    """
    The different ones of some objects, by their JSON; no more are looked for as soon as there are more than wanted.

    One encoding of some costs much less than one of each, and so does one that fits into memory that is at hand.
    """
    found: dict[bytes, Any] = {}
    for start in range(0, len(objects), CHUNK):
        some = objects[start : start + CHUNK]
        found |= zip(encode_lines(some).splitlines(), some, strict=True)
        if len(found) > most:
            break
    return found


def key_of(objects: Sequence[dict[str, Any]]) -> str:
    """The first key that tells objects apart, by a text or a whole number; empty where there is none."""
    for key in objects[0]:
        cells = [one.get(key) for one in objects]
        if len(set(map(type, cells))) == 1 and type(cells[0]) in (str, int) and len(set(cells)) == len(cells):
            return key
    return ""


def mark_for(cells: Cells, kinds: Kinds) -> str | None:
    """A value that a column does not hold: null, else one or more hyphens."""
    return None if NONE not in kinds else next(mark for size in count(1) if (mark := "-" * size) not in cells)


def spread(cells: Cells, like: Cells) -> list[Any]:
    """Cells of some objects in the rows that these are in, and null in the others."""
    rest: Iterator[Any] = iter(cells)
    return [None if one is None else next(rest) for one in like]


def elements_of(cells: Cells) -> list[Any]:
    """What the lists in a column hold, in one row."""
    return list(chain.from_iterable(cell for cell in cells if type(cell) is list))
