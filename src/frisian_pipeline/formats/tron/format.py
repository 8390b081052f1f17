"""The TRON format."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, count, islice
from string import ascii_uppercase
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.json import Encoder

from frisian_pipeline.formats.json import Json
from frisian_pipeline.formats.plain import each_as_json, in_digits
from frisian_pipeline.formats.shapes import NESTED, Shape, shapes_in

BARE = re.compile(r"(?!(?:class|true|false|null)\Z)[A-Za-z_][A-Za-z0-9_]*")
"""Keys without quotes: the specification has more, but its own library takes what is left out for something else."""
encode = Encoder(decimal_format="number").encode


class Tron(Struct, frozen=True):
    """
    Token Reduced Object Notation: a line for each shape of objects that comes again, and then JSON that names them.

    It is lossless. Raises what ``json`` raises, and RecursionError for deep data.

    Attributes:
        json: Knows what objects that are no plain data mean.
    """

    name: ClassVar[str] = "tron"
    media_type: ClassVar[str] = "application/vnd.tron"
    text: ClassVar[bool] = False
    additive: ClassVar[bool] = True

    json: Json = Json()

    def __call__(self, data: Any, /) -> bytes:
        read = in_digits(data, self.json)
        shapes = shapes_in(read)
        classes = dict(zip(filter(lambda shape: pays(len(shape), shapes[shape]), shapes), names(), strict=False))
        header = "".join(f"class {name}: {','.join(map(key_of, shape))}\n" for shape, name in classes.items())
        return f"{header}\n{written(read, classes)}".lstrip("\n").encode()


def pays(keys: int, uses: int) -> bool:
    """Tell whether a class is shorter than the keys of all its instances, by the rule of the specification."""
    return keys > 1 and uses * (2 * keys - 2) > 2 * keys + 3


def names() -> Iterator[str]:
    """A to Z, A1 to Z1, and so on."""
    return chain(ascii_uppercase, (f"{letter}{number}" for number in count(1) for letter in ascii_uppercase))


def key_of(key: str) -> str:
    """A key in the line of a class."""
    return key if BARE.fullmatch(key) else quoted(key)


@lru_cache(1024)
def quoted(key: str) -> str:
    """A key as JSON."""
    return encode(key).decode()


def written(data: Any, classes: dict[Shape, str]) -> str:
    """Data with instances in place of objects that have a class."""
    (text,) = each([data], classes)
    return text


def pattern_of(shape: Shape, classes: dict[Shape, str]) -> str:
    """How objects of a shape are written, with ``%s`` in the place of each value."""
    if name := classes.get(shape):
        return f"{name}({','.join(['%s'] * len(shape))})"
    return f"{{{','.join(quoted(key).replace('%', '%%') + ':%s' for key in shape)}}}"


def each(data: list[Any], classes: dict[Shape, str]) -> list[str]:
    """Each of some values as it is written: all objects together, all lists, and the rest, which is JSON."""
    if NESTED.isdisjoint(map(type, data)):
        return each_as_json(data)
    places: dict[type | None, list[int]] = {}
    for place, value in enumerate(data):
        places.setdefault(type(value) if type(value) in NESTED else None, []).append(place)
    made = [""] * len(data)
    for kind, some in places.items():
        for place, text in zip(some, of_one_kind(kind, [data[place] for place in some], classes), strict=True):
            made[place] = text
    return made


def of_one_kind(kind: type | None, data: list[Any], classes: dict[Shape, str]) -> list[str]:
    """Objects, lists, or neither, each as it is written."""
    if kind is dict:
        return objects(data, classes)
    if kind is None:
        return each_as_json(data)
    inner = iter(each(list(chain.from_iterable(data)), classes))
    return [f"[{','.join(islice(inner, len(one)))}]" for one in data]


def objects(rows: list[dict[str, Any]], classes: dict[Shape, str]) -> list[str]:
    """Objects column by column, though not all of them may have each."""
    shapes = list(map(tuple, rows))
    patterns = {shape: pattern_of(shape, classes) for shape in set(shapes)}
    if len(patterns) == 1 and rows[0]:
        cells = zip(*(each(list(column), classes) for column in zip(*map(dict.values, rows), strict=True)), strict=True)
        return list(map(patterns[shapes[0]].__mod__, cells))
    columns: dict[str, list[Any]] = {}
    for row in rows:
        for key, value in row.items():
            columns.setdefault(key, []).append(value)
    made = {key: iter(each(column, classes)) for key, column in columns.items()}
    return [patterns[shape] % tuple([next(made[key]) for key in shape]) for shape in shapes]
