"""TOON, by the official library or the fast one; and rows made even, so that they become tables."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cache
from importlib.util import find_spec
from sys import float_info
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.json import Decoder

from frisian_pipeline.formats.flat import across, is_rows, table_of, word
from frisian_pipeline.formats.json import Json
from frisian_pipeline.formats.plain import SHORT, exact
from frisian_pipeline.formats.tabled import tabled

FULL = (Decimal(repr(float_info.min)), Decimal(repr(float_info.max)))
"""Between these there is a float near every number."""
TOO_DEEP = "\n" + " " * 512
"""How a line begins that is in 256 others; a text holds no line break."""
PLAIN = (1e-6, 2**53)
"""Numbers of other sizes are written differently by the two libraries."""
HALFWAY = (17, 18)
"""So are numbers of so many digits, the last of which is a 5 that may be rounded up or down."""


class Toon(Struct, frozen=True):
    """
    Token-Oriented Object Notation: indented like YAML, with tables for rows of nothing but scalars.

    It is lossless, unless it makes tables. The official decoder gives decimals that no float is with
    ``parse_float=Decimal``; large floats are written as the whole numbers that they are. Raises what ``json`` raises,
    and ValueError for numbers beyond floats and for what is nested more than 256 deep: that decoder refuses them.

    Attributes:
        json: Knows what objects that are no plain data mean.
        tabular: Make tables of rows that are none: inner objects are columns, lists of scalars are joined, and so are
            those of objects that have nothing but the same one member; what is absent is null.
    """

    name: ClassVar[str] = "toon"
    media_type: ClassVar[str] = "text/toon"
    text: ClassVar[bool] = False
    additive: ClassVar[bool] = True

    json: Json = Json()
    tabular: bool = False

    def __call__(self, data: Any, /) -> bytes:
        unusual: list[str] = []

        def number(text: str) -> Any:
            value = exact(text)
            if is_unusual(value):
                unusual.append(text)
            return value

        read = Decoder(float_hook=number).decode(self.json(data))
        dumps = official() if unusual or isinstance(read, str) else fastest()
        shown = even(read) if self.tabular else read
        text = tabled(shown, dumps) if dumps is official() else dumps(shown)
        if TOO_DEEP in text:
            raise ValueError("readers of TOON refuse what is nested so deeply")
        return text.encode()


def is_unusual(number: float | Decimal) -> bool:
    """
    Tell whether the two libraries may write a number differently.

    Raises:
        ValueError: If it is beyond floats.
    """
    if isinstance(number, float):
        return number != 0 and (not PLAIN[0] <= abs(number) < PLAIN[1] or is_halfway(number))
    if not FULL[0] <= number.copy_abs() <= FULL[1]:
        raise ValueError("readers of TOON know no number that is so far from every float")
    return True


def is_halfway(number: float) -> bool:
    """Tell whether two shorter numbers may be as near to a float."""
    return len(repr(number)) > SHORT and len(Decimal(number).as_tuple().digits) in HALFWAY


@cache
def official() -> Callable[[Any], str]:
    """The encoder that the makers of the format publish."""
    from toon_format import dumps

    return dumps


@cache
def fastest() -> Callable[[Any], str]:
    """The one in Rust, where it is installed; its bytes are the same."""
    if find_spec("toons") is None:
        return official()
    from toons import dumps

    return dumps


def even(data: Any) -> Any:
    """Make even rows of objects, wherever they are, so that they become tables."""
    if isinstance(data, dict):
        return {key: even(value) for key, value in data.items()}
    if not isinstance(data, list):
        return data
    return (is_rows(data) and even_rows(data)) or [even(item) for item in data]


def even_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows with the same keys and nothing but scalars; nothing where they hold others or have little in common."""
    try:
        columns = table_of(rows)
        opened = dict(open_lists(name, cells) for name, cells in columns.items())
        cells = [joined(column) for column in opened.values()]
    except ValueError:
        return []
    if len(opened) < len(columns):
        return []
    return [dict(zip(opened, row, strict=True)) for row in across(cells, len(rows))]


def open_lists(name: str, column: Sequence[Any]) -> tuple[str, Sequence[Any]]:
    """A column of lists of objects that have all the same one member as one of lists of what this holds."""
    if list not in set(map(type, column)):
        return name, column
    shapes = {tuple(one) if isinstance(one, dict) else () for cell in column if isinstance(cell, list) for one in cell}
    if len(shapes) != 1 or len(key := shapes.pop()) != 1:
        return name, column
    return f"{name}.{key[0]}", [[one[key[0]] for one in cell] if isinstance(cell, list) else cell for cell in column]


def joined(column: Sequence[Any]) -> Sequence[Any]:
    """
    A column of scalars, in which lists of scalars are one text each.

    Raises:
        ValueError: If there are others.
    """
    if set(map(type, column)).isdisjoint((list, dict)):
        return column
    return [join(cell) if isinstance(cell, (list, dict)) else cell for cell in column]


def join(value: Any) -> Any:
    """
    A list of scalars as one text; what is empty is null.

    Raises:
        ValueError: If it holds anything else.
    """
    if (value and isinstance(value, dict)) or any(isinstance(one, (list, dict)) for one in value):
        raise ValueError("the cell of a table is a scalar")
    return ";".join(map(word, value)) or None
