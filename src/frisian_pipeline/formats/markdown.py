"""Markdown: a table for rows, a line for each member of an object."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from frisian_pipeline.formats.flat import across, flatten, in_line, is_rows, member, own, table_of, word, words
from frisian_pipeline.formats.json import Json
from frisian_pipeline.formats.plain import in_digits

BREAK = "<br>"
BEFORE_BAR = re.compile(r"\\+(?=\||\Z)")
"""Backslashes that would take a bar of the table along."""


class Markdown(Struct, frozen=True):
    """
    Markdown to read: a table for a list of objects, and for one object its members, each of its lists below them.

    It loses what CSV loses; a line break in a text is ``<br>``. Raises what ``json`` raises.

    Attributes:
        json: Knows what objects that are no plain data mean.
    """

    name: ClassVar[str] = "markdown"
    media_type: ClassVar[str] = "text/markdown"
    text: ClassVar[bool] = True

    json: Json = Json()

    def __call__(self, data: Any, /) -> bytes:
        return f"{written(in_digits(data, self.json))}\n".encode()


def written(data: Any) -> str:
    """Data as Markdown."""
    if is_rows(data):
        return table(data)
    if isinstance(data, dict):
        return members(data)
    if isinstance(data, list):
        return "\n".join(in_line(f"- {phrase(item)}", BREAK) for item in data) or "[]"
    return in_line(own(word(data)), BREAK)


def members(data: dict[str, Any]) -> str:
    """An object: its members on a line each, and then its lists of objects, each under its name."""
    flat = list(flatten(data))
    lines = [member(key, phrase(value), BREAK) for key, value in flat if not is_rows(value)]
    tables = [f"{member(key, '', BREAK).rstrip()}\n\n{table(value)}" for key, value in flat if is_rows(value)]
    return "\n\n".join(filter(None, ("\n".join(lines), *tables)))


def table(rows: list[dict[str, Any]]) -> str:
    """Rows as a table."""
    columns = table_of(rows)
    cells = across([list(inside(phrases(column))) for column in columns.values()], len(rows))
    lines = [list(inside(list(columns))), ["-"] * len(columns), *cells]
    return "\n".join(f"|{'|'.join(line)}|" for line in lines)


def inside(texts: Sequence[str]) -> Iterable[str]:
    """Texts that stay in their cells; most are looked at all at once."""
    whole = "".join(texts)
    return texts if whole.isprintable() and "|" not in whole and "\\" not in whole else map(cell, texts)


def cell(text: str) -> str:
    """A text that stays in its cell."""
    text = in_line(text, BREAK)
    return (BEFORE_BAR.sub(lambda found: found[0] * 2, text) if "\\" in text else text).replace("|", "\\|")


def phrases(column: Sequence[Any]) -> Sequence[str]:
    """A column of values as text."""
    return list(map(phrase, column)) if list in set(map(type, column)) else words(column)


def phrase(value: Any) -> str:
    """A value as text: lists of scalars are enumerated; other lists are JSON, and so are empty ones."""
    if value and isinstance(value, list) and not any(isinstance(item, (list, dict)) for item in value):
        return ", ".join(map(word, value))
    return word(value)
