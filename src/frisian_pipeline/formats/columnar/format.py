"""The columnar format."""

from typing import Any, ClassVar

from msgspec import Struct

from frisian_pipeline.formats.columnar.compact import compact
from frisian_pipeline.formats.json import Json, encode_simple
from frisian_pipeline.formats.plain import in_digits


class Columnar(Struct, frozen=True):
    """
    JSON in which a list of objects is a table: its columns once, what repeats once, and rows of what is left.

    It is lossless, but for the order of members. Raises what ``json`` raises, and RecursionError for deep data.

    Attributes:
        json: Writes it, and knows what objects that are no plain data mean.
    """

    name: ClassVar[str] = "columnar"
    media_type: ClassVar[str] = "application/vnd.frisian.columnar+json"
    text: ClassVar[bool] = False

    json: Json = Json()

    def __call__(self, data: Any, /) -> bytes:
        try:
            return encode_simple(compact(data))
        except (TypeError, ValueError, RecursionError):
            # What is less simple means what it does in JSON; half of a surrogate pair, say, means something else alone.
            return self.json(compact(in_digits(data, self.json)))
