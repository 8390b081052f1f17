"""Columnar JSON back to what it was made of."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from frisian_pipeline.formats.columnar.paths import ROWS, TABLE, keys_of, unescape
from frisian_pipeline.formats.plain import read

PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")

Row = dict[str, Any]


def decode(content: bytes | str) -> Any:
    """
    Give the data that columnar JSON stands for.

    Raises:
        ValueError: If it is no JSON, or a table in it does not fit together.
    """
    try:
        return expand(read(content))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"this is no columnar JSON ({type(error).__name__})") from error


def expand(data: Any) -> Any:
    """Put lists of objects in place of tables, wherever they are."""
    if isinstance(data, list):
        return list(map(expand, data))
    if not isinstance(data, dict):
        return data
    if TABLE in data and ROWS in data:
        return objects_of(data, data[ROWS])
    return unescape({key: expand(value) for key, value in data.items()})


def objects_of(head: Any, rows: Iterable[Sequence[Any]]) -> list[Row]:
    """The objects of a table; a header that says nothing else may be the list of its columns."""
    reader = Reader({TABLE: head} if isinstance(head, list) else head)
    return list(map(reader.read, rows))


class Reader:
    """
    Reads the rows of one table.

    Attributes:
        inside: For the columns of other tables, what to put in place of a cell.
    """

    def __init__(self, head: Mapping[str, Any]) -> None:
        self.cols: list[str] = head[TABLE]
        self.const: Row = head.get("const", {})
        self.same: dict[str, str] = head.get("same", {})
        self.templates: dict[str, str] = head.get("tmpl", {})
        self.marks: Row = head.get("opt", {})
        self.nulls = [keys_of(path) for path in reversed(head.get("nullobj", ()))]
        self.inside: dict[str, Callable[[Any], Any]] = {
            **{path: partial(objects_of, inner) for path, inner in head.get("sub", {}).items()},
            **{path: References(inner) for path, inner in head.get("refs", {}).items()},
        }

    def read(self, row: Sequence[Any]) -> Row:
        """The object of one row."""
        cells = dict(zip(self.cols, row, strict=True))
        cells |= {path: cells[twin] for path, twin in self.same.items()}
        cells |= {path: fill(template, cells) for path, template in self.templates.items()}
        made: Row = {}
        for path, cell in cells.items():
            if path not in self.marks or cell != self.marks[path]:
                place(made, keys_of(path), cell if cell is None else self.inside.get(path, expand)(cell))
        for path, value in self.const.items():
            place(made, keys_of(path), expand(value))
        for keys in self.nulls:
            take_away(made, keys)
        return made


class References:
    """What the keys in a column stand for."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.table = table
        self.rows = {row[0]: row for row in table[ROWS]}

    def __call__(self, cell: Any) -> Any:
        rows = [self.rows[key] for key in (cell if isinstance(cell, list) else (cell,))]
        found = objects_of(self.table, rows)
        return found if isinstance(cell, list) else found[0]


def fill(template: str, cells: Row) -> str | None:
    """The text of a template; null where one of its columns is null."""
    if any(cells[path] is None for path in PLACEHOLDER.findall(template) if path):
        return None
    return PLACEHOLDER.sub(lambda found: str(cells[found[1]]) if found[1] is not None else found[0][0], template)


def place(made: Row, keys: list[str], value: Any) -> None:
    """Put a value where its path says."""
    for key in keys[:-1]:
        made = made.setdefault(key, {})
    made[keys[-1]] = value


def take_away(made: Any, keys: list[str]) -> None:
    """Put null in place of an object in which everything is null."""
    for key in keys[:-1]:
        made = made[key]
    if all(value is None for value in made[keys[-1]].values()):
        made[keys[-1]] = None
