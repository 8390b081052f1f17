"""Body and notes to bytes, in the format asked for."""

from typing import Any, ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Exchange
from frisian_pipeline.formats import Format, Json


def with_notes(body: Any, notes: tuple[str, ...]) -> Any:
    """Put the notes beside the data: in an object, around a list or a scalar, never over a host's own key."""
    if isinstance(body, dict) and "_notes" not in body:
        return {**body, "_notes": list(notes)}
    return {"results" if isinstance(body, list) else "result": body, "_notes": list(notes)}


def render(encode: Format, body: Any, notes: tuple[str, ...]) -> bytes:
    """Encode a body; text formats show the notes as a last line, the others beside the data."""
    if not notes:
        return encode(body)
    if not encode.text:
        return encode(with_notes(body, notes))
    return encode(body).rstrip(b"\n") + f"\n{' '.join(notes)}\n".encode()


class Encode(Struct, frozen=True):
    """
    Encode what is shown.

    Attributes:
        json: The format that is always there, and the one to fall back to.
        formats: Further formats, chosen by their names.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"full", "body", "notes"})
    gives: ClassVar[frozenset[str]] = frozenset({"content"})

    json: Json = Json()
    formats: tuple[Format, ...] = ()

    def __call__(self, exchange: Exchange, /) -> Exchange:
        return exchange.replace(content=self._encode(exchange))

    def _encode(self, exchange: Exchange) -> bytes:
        body, notes, name = exchange.body, exchange.notes, exchange.call.format
        if name == self.json.name:
            return self._json(exchange)
        for encode in self.formats:
            if encode.name == name:
                try:
                    return render(encode, body, notes)
                except Exception:
                    # A format may refuse data that JSON takes; the answer must go out all the same.
                    break
        return render(self.json, body, (*notes, f"format {name[:20]!r} could not be used; this is json"))

    def _json(self, exchange: Exchange) -> bytes:
        if exchange.body is exchange.result and exchange.full and not exchange.notes:
            return exchange.full
        return render(self.json, exchange.body, exchange.notes)
