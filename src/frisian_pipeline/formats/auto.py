"""The cheapest format for a body, of those that lose nothing."""

from collections.abc import Callable
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
"""Of contents of so many bytes it is less work to look at the values alone first."""
HOPELESS = 1.25
"""What costs so many times the cheapest so far by a few of its rows is not tried with all of them."""


class Auto(Struct, frozen=True):
    """
    Of some lossless formats the one whose content costs the fewest tokens, JSON where in doubt.

    Raises what ``json`` raises.

    Attributes:
        json: The format to compare with.
        formats: The others; those that come first are preferred. One that says that it is ``additive`` costs as much
            for each row however many there are, and is judged by a few of them first; one that is ``verbatim`` writes
            each value out, and is judged by the values alone.
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
        alone = self.by_values(plain) if len(content) >= LONG else unknown
        likely, least = self.by_a_few(plain, whole), DOUBT * whole
        for encode in self.formats:
            if likely(encode) > HOPELESS * least or alone(encode) > least:
                continue
            made = attempt(encode, plain)
            if made and (cost := self.cost(made)) < least:
                best, name, least = made, encode.name, NEARLY * cost
        return best, name

    def by_a_few(self, plain: Any, whole: float) -> Callable[[Format], float]:
        """What a format is likely to cost, by a few of many rows that are alike; 0 where nobody can tell."""
        some = thinned(plain)

        def apart(encode: Format) -> tuple[float, float]:
            """What the few rows cost, and what stands around them."""
            few, none = (self.cost(attempt(encode, one)) for one in some or ())
            return few - none, none

        rows, around = apart(self.json) if some else (0.0, 0.0)

        def likely(encode: Format) -> float:
            if rows <= 0 or not getattr(encode, "additive", False):
                return 0
            cost, beside = apart(encode)
            return beside + cost * (whole - around) / rows

        return likely

    def by_values(self, plain: Any) -> Callable[[Format], float]:
        """What a format costs at least, by the values without their keys; 0 where nobody can tell."""
        values = values_in(plain)
        return lambda encode: self.cost(attempt(encode, values)) if getattr(encode, "verbatim", False) else 0

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
