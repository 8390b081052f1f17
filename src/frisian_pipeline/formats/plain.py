"""Data as JSON has it: what a format sees that knows nothing but objects, lists, texts, numbers, booleans and null."""

from decimal import Decimal, InvalidOperation
from typing import Any

from msgspec.json import Decoder

from frisian_pipeline.formats.json import Json

SHORT = 15
"""A float holds every number of so many signs, if it has no exponent."""


class NotPlainError(TypeError):
    """There is something that only the JSON format can turn into plain data."""


def exact(text: str) -> float | Decimal:
    """
    Read a number with a fraction or an exponent; one that no float holds, for its digits or its size, stays a decimal.

    Raises:
        ValueError: If not even a decimal holds it.
    """
    number = float(text)
    if len(text) <= SHORT and "e" not in text and "E" not in text:
        return number
    try:
        decimal = Decimal(text)
    except InvalidOperation as error:
        raise ValueError("there is no decimal of such a size") from error
    return number if Decimal(repr(number)) == decimal else decimal


read = Decoder(float_hook=exact).decode


def plain(data: Any, json: Json) -> Any:
    """Give the data that the JSON of some data stands for."""
    return read(json(data))
