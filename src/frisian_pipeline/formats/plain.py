"""Data as JSON has it: what a format sees that knows nothing but objects, lists, texts, numbers, booleans and null."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from msgspec.json import Decoder, Encoder

from frisian_pipeline.formats.json import Json

SHORT = 15
"""A float holds every number of so many signs, if it has no exponent."""


TOO_FAR = "there is no decimal of such a size"


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
        raise ValueError(TOO_FAR) from error
    return number if Decimal(repr(number)) == decimal else decimal


def said(text: str) -> float | Decimal:
    """
    Read a number with a fraction or an exponent so that it is written with the digits that it came with.

    Raises:
        ValueError: If not even a decimal holds it.
    """
    number = float(text)
    try:
        return number if encode(number) == text.encode() else Decimal(text)
    except InvalidOperation as error:
        raise ValueError(TOO_FAR) from error


def each_as_json(values: Sequence[Any]) -> list[str]:
    """The JSON of each of some values that are plain, made in one step; no text in JSON holds a line break."""
    return encode_lines(values).decode().split("\n")[:-1]


encode = Encoder().encode
encode_lines = Encoder(decimal_format="number").encode_lines
read = Decoder(float_hook=exact).decode
read_digits = Decoder(float_hook=said).decode


def plain(data: Any, json: Json) -> Any:
    """Give the data that the JSON of some data stands for."""
    return read(json(data))


def in_digits(data: Any, json: Json) -> Any:
    """Give the same with the digits that are in the JSON, for an encoder to write them again."""
    return read_digits(json(data))
