"""Body, facts and notes to bytes, in the format asked for."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Exchange
from frisian_pipeline.formats import Format, Json, with_notes
from frisian_pipeline.formats.beside import NO_FACTS


def render(
    encode: Format, body: Any, notes: tuple[str, ...], facts: Mapping[str, Any] = NO_FACTS, json: Json = Json()
) -> bytes:
    """Encode a body; text formats show facts (in JSON) and notes as last lines, the others beside the data."""
    if not notes and not facts:
        return encode(body)
    if not encode.text:
        return encode(with_notes(body, notes, facts))
    lines = (b"facts: " + json(facts) if facts else b"", " ".join(notes).encode())
    return b"\n".join([encode(body).rstrip(b"\n"), *filter(None, lines), b""])


class Encode(Struct, frozen=True):
    """
    Encode what is shown.

    Attributes:
        json: The format that is always there, and the one to fall back to.
        formats: Further formats, chosen by their names.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"operation", "full", "body", "notes"})
    gives: ClassVar[frozenset[str]] = frozenset({"content"})

    json: Json = Json()
    formats: tuple[Format, ...] = ()

    def __call__(self, exchange: Exchange, /) -> Exchange:
        return exchange.replace(content=self._encode(exchange))

    def _encode(self, exchange: Exchange) -> bytes:
        body, notes, name, facts = exchange.body, exchange.notes, exchange.call.format, exchange.facts_beside
        if name == self.json.name:
            return self._json(exchange)
        for encode in self.formats:
            if encode.name == name:
                try:
                    return render(encode, body, notes, facts, self.json)
                except Exception:
                    # A format may refuse data that JSON takes; the answer must go out all the same.
                    break
        return render(self.json, body, (*notes, f"format {name[:20]!r} could not be used; this is json"), facts)

    def _json(self, exchange: Exchange) -> bytes:
        facts = exchange.facts_beside
        if exchange.body is exchange.result and exchange.full and not exchange.notes and not facts:
            return exchange.full
        return render(self.json, exchange.body, exchange.notes, facts)
