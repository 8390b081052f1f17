"""TOON's tables by columns, for the library that is slow where it writes them by cells."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from frisian_pipeline.formats.flat import columns_if_even, is_rows, rows_in

Dumps = Callable[[Any], str]

WORDS = {None: "null", True: "true", False: "false"}
BARE = re.compile(r"[A-Za-z](?:[\w ./@-]*[\w./])?", re.ASCII)
"""What surely stands without quotes, if it is none of the words above."""
QUOTED = re.compile(r"(?=[^:,]*[:,])[^\"\\\x00-\x1f]*")
"""What surely stands in quotes as it is."""
ITEM = len("  - [1]: ")


def tabled(data: Any, dumps: Dumps) -> str:
    """
    What the library writes for data: if that is rows of scalars, or a page of them, their cells by columns.

    The head of the table, what is around it, and each cell that might need care are written by the library.
    """
    key = rows_in(data)
    rows = data[key] if key else data
    columns = columns_in(rows)
    if not columns:
        return dumps(data)
    lines = dumps({**data, key: rows[:1]} if key else rows[:1]).split("\n")
    name = dumps({key: None}).removesuffix(": null") if key else ""
    at = next(place for place, line in enumerate(lines) if line.startswith(f"{name}[1]{{"))
    head = f"{name}[{len(rows)}]{lines[at].removeprefix(f'{name}[1]')}"
    cells = zip(*written(columns, dumps), strict=True)
    return "\n".join([*lines[:at], head, *("  " + ",".join(row) for row in cells), *lines[at + 2 :]])


def columns_in(rows: Any) -> list[Sequence[Any]]:
    """The columns of rows that all have the same members and nothing but scalars; none of any other data."""
    columns = columns_if_even(rows) if is_rows(rows) else {}
    # Where an object was opened, its columns have other names than the row's members.
    if not columns or list(columns) != list(rows[0]):
        return []
    return list(columns.values()) if all(list not in map(type, column) for column in columns.values()) else []


def written(columns: Sequence[Sequence[Any]], dumps: Dumps) -> Iterator[list[str]]:
    """The cells of columns as they are written."""
    for column in columns:
        sure = list(map(surely, column))
        asked = [[value] for value, cell in zip(column, sure, strict=True) if cell is None]
        said = (line[ITEM:] for line in dumps(asked).split("\n")[1:]) if asked else iter(())
        yield [next(said) if cell is None else cell for cell in sure]


def surely(value: Any) -> str | None:
    """How a scalar is written, where there is no doubt."""
    if type(value) is int:
        return str(value)
    if value is None or isinstance(value, bool):
        return WORDS[value]
    if not isinstance(value, str):
        return None
    if BARE.fullmatch(value):
        return f'"{value}"' if value in WORDS.values() else value
    return f'"{value}"' if QUOTED.fullmatch(value) else None
