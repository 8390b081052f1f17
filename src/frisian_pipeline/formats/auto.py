"""The cheapest format for a body, of those that lose nothing."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, ClassVar

from msgspec import Struct

from frisian_pipeline.formats.json import Json
from frisian_pipeline.formats.plain import read_digits
from frisian_pipeline.formats.port import Format
from frisian_pipeline.formats.shapes import thinned, values_in

SLICE = 512
"""Contents that are too long to be counted are judged by slices of so many bytes."""
DOUBT, NEARLY = 0.98, 0.99
"""As much of what JSON is likely to cost, and of the cheapest other so far, a format may: any nearer is doubt."""

LONG = 2_000
"""Of contents of so many bytes it is less work to look at some of it first."""
SOME = 4 + 5**0.5
"""One of so many values stands for the others; no row is so long, so that none resonates."""
HOPELESS = 1.15
"""What costs so many times the cheapest so far, by a few of its rows or values, is not tried with all of them."""


class Auto(Struct, frozen=True):
    """
    Of some lossless formats the one whose content costs the fewest tokens, JSON where in doubt.

    Raises what ``json`` raises.

    Attributes:
        json: The format to compare with.
        formats: The others; those that come first are preferred. One that says that it is ``additive`` writes each
            value out, and costs as much for each row however many there are: it is judged by a few rows first, or by
            the values alone.
        count: Counts the tokens of a text.
        slices: How many slices are counted of a content that is longer than they are; 0 counts all of it.
    """

    name: ClassVar[str] = "auto"
    media_type: ClassVar[str] = "application/json"
    text: ClassVar[bool] = False

    json: Json
    formats: tuple[Format, ...]
    count: Callable[[str], float]
    slices: int = 0

    def __call__(self, data: Any, /) -> bytes:
        return self.choose(data)[0]

    def choose(self, data: Any) -> tuple[bytes, str]:
        """Encode data in the cheapest format; with it the name of that."""
        best, name = content, _ = self.json(data), self.json.name
        try:
            plain, whole = read_digits(content), self.cost(content)
        except (RecursionError, ValueError):
            # Too deep, or a number that nothing holds: what cannot be read again goes out as it is.
            return best, name
        judged = cache(lambda: self.judge(plain, whole) if len(content) >= LONG else unknown)
        least = DOUBT * whole
        for encode in self.formats:
            if getattr(encode, "additive", False) and judged()(encode) > least:
                continue
            made = attempt(encode, plain)
            if made and (cost := self.cost(made)) < least:
                best, name, least = made, encode.name, NEARLY * cost
        return best, name

    def judge(self, plain: Any, whole: float) -> Callable[[Format], float]:
        """What tells of a format what it is sure to cost: a few of many rows that are alike, or some of the values."""
        few, none = thinned(plain) or (None, None)
        rows, around = self.apart(self.json, few, none) if few else (0.0, 0.0)
        if rows > 0:
            return partial(self.by_a_few, few, none, (whole - around) / rows)
        values = values_in(plain)
        some = [values[int(place * SOME)] for place in range(int(len(values) / SOME))]
        return partial(self.by_values, some, self.cost(self.json(values)) / max(1, self.cost(self.json(some))))

    def apart(self, encode: Format, few: Any, none: Any) -> tuple[float, float]:
        """What a few rows cost, and what stands around them."""
        around = self.cost(attempt(encode, none))
        return self.cost(attempt(encode, few)) - around, around

    def by_a_few(self, few: Any, none: Any, share: float, encode: Format) -> float:
        """What a format is sure to cost, by a few rows that have this share in all."""
        rows, around = self.apart(encode, few, none)
        return (around + rows * share) / HOPELESS

    def by_values(self, some: list[Any], share: float, encode: Format) -> float:
        """The same by some values without their keys."""
        return self.cost(attempt(encode, some)) * share / HOPELESS

    def cost(self, content: bytes) -> float:
        """Count the tokens of a content, or of slices that are spread over it."""
        most = self.slices * SLICE
        if not self.slices or len(content) <= most:
            return self.count(content.decode())
        starts = [place * (len(content) - SLICE) // (self.slices - 1) for place in range(self.slices)]
        slices = [content[start : start + SLICE].decode(errors="ignore") for start in starts]
        return sum(map(self.count, slices)) * len(content) / most


def unknown(_: Format) -> float:
    """The cost of a format of which nobody can tell."""
    return 0


def attempt(encode: Format, data: Any) -> bytes:
    """Encode data in a format; nothing where it is too deep for it."""
    try:
        return encode(data)
    except (RecursionError, ValueError):
        return b""
