"""CSV for rows."""

import csv
from io import StringIO
from typing import Any, ClassVar

from msgspec import Struct

from frisian_pipeline.formats.flat import across, is_rows, member, rows_in, table_of, word, words
from frisian_pipeline.formats.json import Json
from frisian_pipeline.formats.plain import in_digits

BREAK = "\\n"
"""A line break in what is no cell."""


class Csv(Struct, frozen=True):
    """
    Comma-separated values (RFC 4180): a header with the paths of members, and a line for each object.

    What has no form in it is lost: null and empty text are the same, numbers and texts look alike, lists are JSON. What
    a page says beside its rows follows them after an empty line, each member in one line. Nothing is changed for
    spreadsheets: a text that they would take for a formula stays what it is.

    Raises what ``json`` raises, and ValueError for a list that holds objects beside something else.

    Attributes:
        json: Knows what objects that are no plain data mean.
    """

    name: ClassVar[str] = "csv"
    media_type: ClassVar[str] = "text/csv"
    text: ClassVar[bool] = True

    json: Json = Json()

    def __call__(self, data: Any, /) -> bytes:
        read = in_digits(data, self.json)
        key = rows_in(read)
        beside = {name: value for name, value in read.items() if name != key} if key else {}
        lines = written(rows_of(read[key] if key else read))
        told = "".join(f"{member(name, word(value), BREAK)}\r\n" for name, value in beside.items())
        return (f"{lines}\r\n{told}" if told else lines).encode()


def rows_of(data: Any) -> list[dict[str, Any]]:
    """
    Data as rows: of scalars the only column is ``value``.

    Raises:
        ValueError: If some of it are objects and some are not.
    """
    if is_rows(data):
        return data  # type: ignore[no-any-return]
    if isinstance(data, dict):
        return [data]
    items = data if isinstance(data, list) else [data]
    if any(isinstance(item, dict) for item in items):
        raise ValueError("CSV has no form for a list of different things")
    return [{"value": item} for item in items]


def written(rows: list[dict[str, Any]]) -> str:
    """Rows as lines."""
    columns = table_of(rows)
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows(across(list(map(words, columns.values())), len(rows)))
    return out.getvalue()
