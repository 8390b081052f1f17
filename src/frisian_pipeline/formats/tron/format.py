"""The TRON format."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, count
from string import ascii_uppercase
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.json import Encoder

from frisian_pipeline.formats.json import Json
from frisian_pipeline.formats.plain import each_as_json, in_digits
from frisian_pipeline.formats.shapes import NESTED, Shape, of_kind, shapes_in

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
    verbatim: ClassVar[bool] = True

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
    if isinstance(data, list):
        return f"[{','.join(each(data, classes))}]"
    if not isinstance(data, dict):
        return encode(data).decode()
    return pattern_of(tuple(data), classes) % tuple(each(list(data.values()), classes))


def pattern_of(shape: Shape, classes: dict[Shape, str]) -> str:
    """How objects of a shape are written, with ``%s`` in the place of each value."""
    if name := classes.get(shape):
        return f"{name}({','.join(['%s'] * len(shape))})"
    return f"{{{','.join(quoted(key).replace('%', '%%') + ':%s' for key in shape)}}}"


def each(data: list[Any], classes: dict[Shape, str]) -> list[str]:
    """Each of some values; objects of one shape column by column, and what is JSON anyway in one step."""
    kinds = set(map(type, data))
    if kinds == {dict} and data[0] and len(shapes := set(map(tuple, data))) == 1:
        columns = [each(list(cells), classes) for cells in zip(*map(dict.values, data), strict=True)]
        (shape,) = shapes
        return list(map(pattern_of(shape, classes).__mod__, zip(*columns, strict=True)))
    inner = chain.from_iterable(of_kind(list, data, kinds) if list in kinds else ())
    if dict in kinds or not NESTED.isdisjoint(map(type, inner)):
        return [written(value, classes) for value in data]
    return each_as_json(data)
