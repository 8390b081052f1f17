"""Lists of objects become tables; everything else stays as it is."""

from collections.abc import Sequence
from itertools import islice
from operator import itemgetter
from typing import Any

from frisian_pipeline.formats.columnar.cells import (
    LEAVES,
    LISTS,
    NONE,
    OBJECTS,
    SCALARS,
    Cells,
    Kinds,
    columns_of,
    distinct,
    elements_of,
    is_same,
    key_of,
    kinds_of,
    spread,
)
from frisian_pipeline.formats.columnar.paths import escape, segment
from frisian_pipeline.formats.columnar.tables import Header, Table, finite
from frisian_pipeline.formats.json import encode_simple
from frisian_pipeline.formats.plain import NotPlainError

FEW = 8
"""With fewer rows it is looked whether a table is shorter."""
DEEPEST = 5
"""Tables that stand in each other: what is tried and found no shorter is done again without, twice for each."""
GAIN = 0.9
"""As much of its JSON a small table may have."""


def compact(data: Any, depth: int = 0) -> Any:
    """
    Put tables in place of lists of objects, wherever they are, but for what stands in too many of them.

    Raises:
        NotPlainError: If there is anything that is no plain data.
    """
    if isinstance(data, dict):
        require(data)
        return escape(
            {key: value if type(value) in SCALARS else compact(value, depth) for key, value in dict.items(data)}
        )
    if isinstance(data, (list, tuple)):
        kinds = set(map(type, data))
        tried = kinds == {dict} and len(data) > 1 and depth < DEEPEST
        table = table_of(data, depth) if tried else None
        return table or (data if kinds <= SCALARS else [compact(item, depth + tried) for item in data])
    if type(data) not in SCALARS:
        raise NotPlainError
    return data


def require(keys: Any) -> None:
    """
    See that all keys are plain texts.

    Raises:
        NotPlainError: If one is not.
    """
    if not set(map(type, keys)) <= {str}:
        raise NotPlainError


def table_of(rows: Sequence[dict[str, Any]], depth: int) -> Header | None:
    """A table of these rows, where they have enough in common and it is shorter."""
    columns = columns_of(rows)
    if not columns:
        return None
    table = filled(Table(len(rows), depth=depth + 1), columns)
    whole = {**table.head(), "rows": table.rows()}
    return whole if len(rows) >= FEW or len(encode_simple(whole)) < GAIN * len(encode_simple(rows)) else None


def filled(table: Table, columns: dict[str, Cells]) -> Table:
    """The table with these columns."""
    take(table, columns)
    table.derive()
    return table


def take(table: Table, columns: dict[str, Cells], prefix: str = "", *, fixed: bool = True) -> None:
    """Add columns, each as its cells allow; fixed ones are left out where they are always the same."""
    require(columns)
    for key, column in columns.items():
        path = prefix + segment(key)
        cells, kinds = finite(column, kinds_of(column))
        if kinds <= LEAVES:
            table.scalars(path, cells, kinds, fixed=fixed)
        elif not kinds <= LEAVES | {dict, list}:
            raise NotPlainError
        elif fixed and table.count > 1 and is_same(cells, kinds):
            table.header["const"][path] = compact(cells[0], table.depth)
        elif not (take_objects(table, path, cells, kinds, fixed=fixed) or take_lists(table, path, cells, kinds)):
            table.put(path, [cell if type(cell) in LEAVES else compact(cell, table.depth) for cell in cells], kinds)


def take_objects(table: Table, path: str, cells: Cells, kinds: Kinds, *, fixed: bool) -> bool:
    """Add a column of objects, as references or as columns of its own; tell whether it could be done."""
    if not kinds <= OBJECTS:
        return False
    objects = cells if kinds == {dict} else [cell for cell in cells if type(cell) is dict]
    if refer(table, path, cells, kinds, objects):
        return True
    columns = columns_of(objects) if all(objects) and kinds <= {dict, NONE} else {}
    if not columns:
        return False
    if kinds == {dict}:
        take(table, columns, f"{path}.", fixed=fixed)
        return True
    if not any(set(map(type, column)) <= {str, int} for column in columns.values()):
        return False
    table.header["nullobj"].append(path)
    take(table, {key: spread(column, cells) for key, column in columns.items()}, f"{path}.", fixed=False)
    return True


def take_lists(table: Table, path: str, cells: Cells, kinds: Kinds) -> bool:
    """Add a column of lists of objects, as references or as rows in rows; tell whether it could be done."""
    if not kinds <= LISTS:
        return False
    elements = elements_of(cells) if table.depth < DEEPEST else []
    if set(map(type, elements)) != {dict}:
        return False
    if refer(table, path, cells, kinds, elements):
        return True
    columns = columns_of(elements)
    if not columns:
        return False
    inner = filled(Table(len(elements), depth=table.depth + 1), columns)
    head, rows = inner.head(), iter(inner.rows())
    table.header["sub"][path] = head["cols"] if len(head) == 1 else head
    table.put(path, [list(islice(rows, len(cell))) if type(cell) is list else cell for cell in cells], kinds)
    return True


def refer(table: Table, path: str, cells: Cells, kinds: Kinds, objects: Sequence[dict[str, Any]]) -> bool:
    """Send keys in place of objects that come again and again, if one of their members tells them apart."""
    known = list(distinct(objects, most=len(objects) // 2).values())
    key = key_of(known) if 2 * len(known) <= len(objects) else ""
    columns = columns_of(known) if key else {}
    if not columns:
        return False
    inner = filled(Table(len(known), segment(key), table.depth + 1), columns)
    table.header["refs"][path] = {**inner.head(), "rows": inner.rows()}
    keys = list(map(itemgetter(key), cells)) if kinds == {dict} else [key_in(cell, key) for cell in cells]
    table.put(path, keys, (kinds - {dict}) | {type(known[0][key])})
    return True


def key_in(cell: Any, key: str) -> Any:
    """The key of an object, or of each in a list; anything else is itself."""
    if type(cell) is dict:
        return cell[key]
    return [one[key] for one in cell] if type(cell) is list else cell
