"""Body, facts and notes to bytes, in the format asked for."""

from typing import ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Exchange
from frisian_pipeline.formats import Format, Json, Rendering


class Encode(Struct, frozen=True):
    """
    Encode what is shown.

    Attributes:
        json: The format that is always there, and the one to fall back to.
        formats: Further formats, chosen by their names.
        masked: Formats that come before these where fields were left out: they may lose something more.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"operation", "full", "body", "notes"})
    gives: ClassVar[frozenset[str]] = frozenset({"content", "format"})

    json: Json = Json()
    formats: tuple[Format, ...] = ()
    masked: tuple[Format, ...] = ()

    def __call__(self, exchange: Exchange, /) -> Exchange:
        content, name = self._encode(exchange)
        return exchange.replace(content=content, format=name)

    def _encode(self, exchange: Exchange) -> tuple[bytes, str]:
        body, notes, name, facts = exchange.body, exchange.notes, exchange.call.format, exchange.facts_beside
        untouched = body is exchange.result and exchange.full and not notes and not facts
        if untouched and name == self.json.name:
            return exchange.full, name
        loses = exchange.call.is_masked and body is not exchange.result
        formats = (*self.masked, *self.formats) if loses else self.formats
        content, sent = Rendering(self.json, formats)(name, body, notes, facts)
        if exchange.speaks_whole and sent == self.json.name != name:
            # An error's exact keys mean something: no note goes among them.
            return Rendering(self.json)(sent, body, notes, facts)
        return content, sent
