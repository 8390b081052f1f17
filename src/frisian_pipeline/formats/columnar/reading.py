"""Columnar JSON back to what it was made of."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from frisian_pipeline.formats.columnar.paths import ROWS, TABLE, keys_of, place, require_places, take_away, unescape
from frisian_pipeline.formats.plain import read

PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")

Row = dict[str, Any]
Expand = Callable[[Any], Any]


def decode(content: bytes | str) -> Any:
    """
    Give the data that columnar JSON stands for.

    What is said once is made once: it may be one object in many places, so copy what you change. Of documents that
    others made, what is small here may be very large when it is written out.

    Raises:
        ValueError: If it is no JSON, a table in it does not fit together, or it nests too deeply.
    """
    try:
        return Document().expand(read(content))
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f"this is no columnar JSON ({type(error).__name__})") from None


class Document:
    """
    Reads one document, and each of its tables once, in however many places it stands.

    Attributes:
        tables: The objects of those that are read, by the identity of the table.
    """

    def __init__(self) -> None:
        self.tables: dict[int, list[Row]] = {}

    def expand(self, data: Any) -> Any:
        """Put lists of objects in place of tables, wherever they are."""
        if isinstance(data, list):
            return [self.expand(item) for item in data]
        if not isinstance(data, dict):
            return data
        if TABLE not in data or ROWS not in data:
            return unescape({key: self.expand(value) for key, value in data.items()})
        if id(data) not in self.tables:
            self.tables[id(data)] = Reader(data, self.expand).objects(data[ROWS])
        return self.tables[id(data)]


class Reader:
    """
    Reads the rows of one table.

    Attributes:
        keys: Where each column is in an object.
        inside: For the columns of other tables, what to put in place of a cell.
    """

    def __init__(self, said: Any, expand: Expand) -> None:
        head: Mapping[str, Any] = {TABLE: said} if isinstance(said, list) else said
        self.expand = expand
        self.cols: list[str] = head[TABLE]
        self.const = {path: expand(value) for path, value in head.get("const", {}).items()}
        self.same: dict[str, str] = head.get("same", {})
        self.templates: dict[str, str] = head.get("tmpl", {})
        self.marks: Row = head.get("opt", {})
        self.keys = {path: keys_of(path) for path in chain(self.cols, self.same, self.templates, self.const)}
        self.nulls = [keys_of(path) for path in reversed(dict.fromkeys(head.get("nullobj", ())))]
        require_places(self.keys.values(), self.nulls)
        self.inside: dict[str, Expand] = {
            **{path: Reader(inner, expand).objects for path, inner in head.get("sub", {}).items()},
            **{path: References(inner, expand) for path, inner in head.get("refs", {}).items()},
        }

    def objects(self, rows: Iterable[Sequence[Any]]) -> list[Row]:
        """The objects of some rows."""
        return list(map(self.read, rows))

    def read(self, row: Sequence[Any]) -> Row:
        """The object of one row."""
        cells = dict(zip(self.cols, row, strict=True))
        cells |= {path: cells[twin] for path, twin in self.same.items()}
        cells |= {path: fill(template, cells) for path, template in self.templates.items()}
        made: Row = {}
        for path, cell in cells.items():
            if path not in self.marks or cell != self.marks[path]:
                place(made, self.keys[path], cell if cell is None else self.inside.get(path, self.expand)(cell))
        for path, value in self.const.items():
            place(made, self.keys[path], value)
        for keys in self.nulls:
            take_away(made, keys)
        return made


class References:
    """What the keys in a column stand for."""

    def __init__(self, table: Mapping[str, Any], expand: Expand) -> None:
        reader = Reader(table, expand)
        # Numbers can be chosen so that their hashes are all the same; those of texts are not known.
        self.objects = {repr(row[0]): reader.read(row) for row in table[ROWS]}

    def __call__(self, cell: Any) -> Any:
        return [self.objects[repr(key)] for key in cell] if isinstance(cell, list) else self.objects[repr(cell)]


def fill(template: str, cells: Row) -> str | None:
    """The text of a template; null where one of its columns is null."""
    if any(cells[path] is None for path in PLACEHOLDER.findall(template) if path):
        return None
    return PLACEHOLDER.sub(lambda found: str(cells[found[1]]) if found[1] is not None else found[0][0], template)
