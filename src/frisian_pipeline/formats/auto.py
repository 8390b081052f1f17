"""The cheapest format for a body, of those that lose nothing."""

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec import Struct

from frisian_pipeline.formats.json import Json
from frisian_pipeline.formats.plain import read
from frisian_pipeline.formats.port import Format

SLICES, SLICE = 16, 512
"""Longer contents are judged by so many slices of so many bytes."""
SMALL = 32
"""JSON of fewer bytes is short enough."""
DOUBT, NEARLY = 0.97, 0.99
"""As much of what JSON is likely to cost, and of the cheapest other so far, a format may: any nearer is doubt."""
OBVIOUS = 4
"""So many times shorter than JSON, a content needs no comparison with others."""


class Auto(Struct, frozen=True):
    """
    Of some lossless formats the one whose content costs the fewest tokens, JSON where in doubt.

    Raises what ``json`` raises.

    Attributes:
        json: The format to compare with.
        formats: The others; those that come first are preferred.
        count: Estimates the tokens of a text.
    """

    name: ClassVar[str] = "auto"
    media_type: ClassVar[str] = "application/json"
    text: ClassVar[bool] = False

    json: Json
    formats: tuple[Format, ...]
    count: Callable[[str], float]

    def __call__(self, data: Any, /) -> bytes:
        return self.choose(data)[0]

    def choose(self, data: Any) -> tuple[bytes, str]:
        """Encode data in the cheapest format; with it the name of that."""
        best, name = content, _ = self.json(data), self.json.name
        if len(content) < SMALL:
            return best, name
        plain, least = read(content), DOUBT * self.cost(content)
        for encode in self.formats:
            made = attempt(encode, plain)
            if made and (cost := self.cost(made)) < least:
                best, name, least = made, encode.name, NEARLY * cost
            if len(best) * OBVIOUS < len(content):
                break
        return best, name

    def cost(self, content: bytes) -> float:
        """Estimate the tokens of a content, of a long one by slices that are spread over it."""
        if len(content) <= SLICES * SLICE:
            return self.count(content.decode())
        starts = [place * (len(content) - SLICE) // (SLICES - 1) for place in range(SLICES)]
        slices = [content[start : start + SLICE].decode(errors="ignore") for start in starts]
        return sum(map(self.count, slices)) * len(content) / (SLICES * SLICE)


def attempt(encode: Format, data: Any) -> bytes:
    """Encode data in a format; nothing where it is too deep for it."""
    try:
        return encode(data)
    except (RecursionError, ValueError):
        return b""
