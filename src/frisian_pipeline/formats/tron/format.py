"""The TRON format."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, count
from string import ascii_uppercase
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.json import Encoder

from frisian_pipeline.formats.json import Json
from frisian_pipeline.formats.plain import plain

Shape = tuple[str, ...]
"""The keys of an object, in order."""

BARE = re.compile(r"[A-Za-z0-9_]+")
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

    json: Json = Json()

    def __call__(self, data: Any, /) -> bytes:
        read = plain(data, self.json)
        shapes: Counter[Shape] = Counter()
        count_shapes(read, shapes)
        classes = dict(zip(filter(lambda shape: pays(len(shape), shapes[shape]), shapes), names(), strict=False))
        header = "".join(f"class {name}: {','.join(map(key_of, shape))}\n" for shape, name in classes.items())
        return f"{header}\n{written(read, classes)}".lstrip("\n").encode()


def count_shapes(data: Any, shapes: Counter[Shape]) -> None:
    """Count how often each shape occurs."""
    if isinstance(data, dict):
        shapes[tuple(data)] += 1
        data = data.values()
    elif not isinstance(data, list):
        return
    for inner in data:
        if isinstance(inner, (dict, list)):
            count_shapes(inner, shapes)


def pays(keys: int, uses: int) -> bool:
    """Tell whether a class is shorter than the keys of all its instances, by the rule of the specification."""
    return keys > 1 and uses * (2 * keys - 2) > 2 * keys + 3


def names() -> Iterator[str]:
    """A to Z, A1 to Z1, and so on."""
    return chain(ascii_uppercase, (f"{letter}{number}" for number in count(1) for letter in ascii_uppercase))


def key_of(key: str) -> str:
    """A key in the line of a class."""
    return key if BARE.fullmatch(key) else encode(key).decode()


def written(data: Any, classes: dict[Shape, str]) -> str:
    """Data with instances in place of objects that have a class."""
    if isinstance(data, list):
        return f"[{values(data, classes)}]"
    if not isinstance(data, dict):
        return encode(data).decode()
    name = classes.get(tuple(data))
    if name:
        return f"{name}({values(list(data.values()), classes)})"
    return f"{{{','.join(f'{encode(key).decode()}:{written(value, classes)}' for key, value in data.items())}}}"


def values(data: list[Any], classes: dict[Shape, str]) -> str:
    """Values with commas between them; scalars that follow one another are written in one step."""
    if dict not in (kinds := set(map(type, data))) and list not in kinds:
        return encode(data)[1:-1].decode()
    return ",".join(written(value, classes) for value in data)
