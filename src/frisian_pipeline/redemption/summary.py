"""A kept result summed up: how many rows, what their fields hold, and the first of them."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from frisian_pipeline.masks import rows_of

FIRST_ROWS = 3
MOST_FIELDS = 200
MOST_VALUES = 5
LONGEST_VALUE = 40
"""Characters of a text that is shown as the end of a range, or as one of few values."""

TYPES = (
    (bool, "boolean"),
    ((int, float, Decimal), "number"),
    (str, "string"),
    ((list, tuple), "array"),
    (dict, "object"),
)


def type_of(value: Any) -> str:
    """The JSON type of a value."""
    return next((name for kinds, name in TYPES if isinstance(value, kinds)), "null")


def joined(names: Iterable[str]) -> str:
    """The types that occur, most often one."""
    return "|".join(dict.fromkeys(names))


def about_values(values: Sequence[Any]) -> dict[str, Any]:
    """What is known of the values of a field: their types, their range or their few values, and how many are null."""
    there = [value for value in values if value is not None]
    kind = joined(map(type_of, there)) or "null"
    known = {"type": kind, **ABOUT.get(kind, nothing)(there)}
    return known | ({"null": len(values) - len(there)} if 0 < len(there) < len(values) else {})


def about_numbers(values: Sequence[Any]) -> dict[str, Any]:
    """Their range."""
    return {"min": min(values), "max": max(values)}


def about_texts(values: Sequence[str]) -> dict[str, Any]:
    """Their few values or their range, where these are short; else how long they are."""
    longest = max(map(len, values))
    if longest > LONGEST_VALUE:
        return {"longest": longest}
    different = sorted(set(values))
    return {"values": different} if len(different) <= MOST_VALUES else about_numbers(different)


def about_lists(values: Sequence[Any]) -> dict[str, Any]:
    """How many items they have."""
    sizes = [len(value) for value in values]
    return {"min_items": min(sizes), "max_items": max(sizes)}


def nothing(values: Sequence[Any]) -> dict[str, Any]:
    """Of other values their types are enough."""
    return {}


ABOUT: dict[str, Any] = {"number": about_numbers, "string": about_texts, "array": about_lists}


def about_fields(rows: Sequence[Any]) -> dict[str, Any]:
    """What is known of each field, in the order in which they come, as many as are told."""
    objects = [row for row in rows if isinstance(row, dict)]
    names = dict.fromkeys(name for row in objects for name in row)
    found = {name: [row.get(name) for row in objects] for name in list(names)[:MOST_FIELDS]}
    return {name: about_values(values) for name, values in found.items()}


def summaries(data: Any, size: int) -> Iterator[dict[str, Any]]:
    """Sum up a result of so many bytes: with the first rows, with fewer, and then with fewer of its fields."""
    rows = rows_of(data)
    head: dict[str, Any] = {"count": len(rows), "data_size": size}
    others = [row for row in rows if not isinstance(row, dict)]
    if others:
        head["rows"] = about_values(others)
    fields = about_fields(rows)
    for shown in range(min(FIRST_ROWS, len(rows)), 0, -1):
        yield {**head, "fields": fields, "results": list(rows[:shown])}
    names = list(fields)
    while names:
        more = len(fields) - len(names)
        yield {**head, "fields": {name: fields[name] for name in names}, **({"more_fields": more} if more else {})}
        names = names[: len(names) * 3 // 4]
    yield {"count": len(rows), "data_size": size}
