"""The same data in the forms that answers take, roughly: enough to know what each form costs."""

import csv
import re
from collections.abc import Callable, Iterator
from io import StringIO
from json import dumps
from typing import Any

Rendering = Callable[[Any], str]


def minified(data: Any) -> str:
    """JSON as it is sent."""
    return dumps(data, ensure_ascii=False, separators=(",", ":"))


def pretty(data: Any) -> str:
    """JSON as it is shown."""
    return dumps(data, ensure_ascii=False, indent=2)


def escaped(data: Any) -> str:
    """JSON in ASCII."""
    return dumps(data)


def quoted(value: Any, special: str) -> str:
    """A scalar, quoted where it holds something special."""
    if isinstance(value, str) and not re.search(special, value):
        return value
    return dumps(value, ensure_ascii=False)


def yaml(data: Any, depth: int = 0) -> str:
    """Nested lines, as in YAML."""
    indent = "  " * depth
    if isinstance(data, dict) and data:
        parts = ((key, yaml(value, depth + 1), value) for key, value in data.items())
        return "\n".join(
            f"{indent}{key}:\n{text}" if isinstance(value, (dict, list)) and value else f"{indent}{key}: {text.strip()}"
            for key, text, value in parts
        )
    if isinstance(data, list) and data:
        return "\n".join(f"{indent}- {yaml(value, depth + 1).strip()}" for value in data)
    return indent + quoted(data, '[:#"\n]')


def flat(row: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """A row's cells by dotted columns; lists of scalars are joined."""
    for key, value in row.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        elif isinstance(value, list):
            nested = any(isinstance(one, (dict, list)) for one in value)
            yield prefix + key, minified(value) if nested else ";".join(map(str, value))
        else:
            yield prefix + key, value


def rows_of(data: Any) -> list[dict[str, Any]]:
    """The rows of a list or a page, or one object as the only row."""
    rows = data if isinstance(data, list) else [data]
    if isinstance(data, dict):
        rows = next((value for value in data.values() if isinstance(value, list) and value), rows)
    return [dict(flat(row)) for row in rows if isinstance(row, dict)]


def table(data: Any) -> tuple[list[str], list[list[Any]]]:
    """Columns and cells."""
    rows = rows_of(data)
    columns = list(dict.fromkeys(key for row in rows for key in row))
    return columns, [[row.get(column) for column in columns] for row in rows]


def plain(cell: Any) -> str:
    """A cell as plain text."""
    return "" if cell is None else cell if isinstance(cell, str) else dumps(cell)


def comma_separated(data: Any) -> str:
    """CSV."""
    columns, rows = table(data)
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows([columns, *([plain(cell) for cell in row] for row in rows)])
    return out.getvalue()


def markdown(data: Any) -> str:
    """A Markdown table."""
    columns, rows = table(data)
    lines = [columns, ["---"] * len(columns), *([plain(cell).replace("\n", " ") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def listed(data: Any) -> str:
    """A Markdown list for each row."""
    rows = rows_of(data)
    return "\n".join(
        "\n".join([f"## {number}", *(f"- {key}: {plain(value)}" for key, value in row.items())])
        for number, row in enumerate(rows, 1)
    )


def columnar(data: Any) -> str:
    """Columns once, rows as arrays."""
    columns, rows = table(data)
    return minified({"cols": columns, "rows": rows})


def toon(data: Any) -> str:
    """A table as TOON writes it, nested lines for what is none."""
    columns, rows = table(data)
    if len(rows) < 2:
        return yaml(data)
    lines = ("  " + ",".join(quoted(cell, '[,:"\n]') for cell in row) for row in rows)
    return "\n".join([f"[{len(rows)}]{{{','.join(columns)}}}:", *lines])


RENDERINGS: tuple[Rendering, ...] = (
    minified,
    pretty,
    comma_separated,
    markdown,
    listed,
    columnar,
    toon,
    yaml,
)
