"""Data as JSON has it: what a format sees that knows nothing but objects, lists, texts, numbers, booleans and null."""

from decimal import Decimal
from typing import Any

from msgspec.json import Decoder

from frisian_pipeline.formats.json import Json


class NotPlainError(TypeError):
    """There is something that only the JSON format can turn into plain data."""


def exact(text: str) -> float | Decimal:
    """Read a number with a fraction or an exponent; one of more digits than a float has stays a decimal."""
    number = float(text)
    return number if len(text) <= 15 or Decimal(repr(number)) == Decimal(text) else Decimal(text)


read = Decoder(float_hook=exact).decode


def plain(data: Any, json: Json) -> Any:
    """Give the data that the JSON of some data stands for."""
    return read(json(data))
