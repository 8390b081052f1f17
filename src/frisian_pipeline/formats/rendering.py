"""A body and what is said beside it, as bytes in the format asked for."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from frisian_pipeline.formats.auto import Auto
from frisian_pipeline.formats.beside import NO_FACTS, with_notes
from frisian_pipeline.formats.flat import in_line
from frisian_pipeline.formats.json import Json
from frisian_pipeline.formats.port import Format


class Rendering(Struct, frozen=True):
    """
    Renders in the format asked for; in JSON, with a note that says so, where there is none of that name or it fails.

    Attributes:
        json: The format that is always there.
        formats: Further ones by their names; of two with one name the first is taken.
    """

    json: Json = Json()
    formats: tuple[Format, ...] = ()

    def __call__(
        self, name: str, body: Any, notes: tuple[str, ...] = (), facts: Mapping[str, Any] = NO_FACTS
    ) -> tuple[bytes, str]:
        """Give the bytes, and the name of the format that they are in."""
        if name == self.json.name:
            return self._render(self.json, body, notes, facts)
        for encode in self.formats:
            if encode.name == name:
                try:
                    return self._render(encode, body, notes, facts)
                except Exception:  # noqa: BLE001
                    # A format may refuse data that JSON takes; the answer must go out all the same.
                    break
        return self._render(self.json, body, (*notes, f"format {name[:20]!r} could not be used; this is json"), facts)

    def _render(self, encode: Format, body: Any, notes: tuple[str, ...], facts: Mapping[str, Any]) -> tuple[bytes, str]:
        """Text formats show facts (in JSON) and notes as last lines, a line each, the others beside the data."""
        if not notes and not facts:
            return encoded(encode, body)
        if not encode.text:
            return encoded(encode, with_notes(body, notes, facts))
        said = (f"facts: {self.json(facts).decode()}" if facts else "", " ".join(notes))
        lines = [in_line(line, " ").encode() for line in filter(None, said)]
        return b"\n".join([encode(body).rstrip(b"\r\n"), b"", *lines, b""]), encode.name


def encoded(encode: Format, data: Any) -> tuple[bytes, str]:
    """
    Encode data; with it the name of the format, which may have been chosen for the data.

    Raises:
        TypeError: If a format gives something else than bytes.
    """
    if isinstance(encode, Auto):
        return encode.choose(data)
    content: object = encode(data)
    if not isinstance(content, bytes):
        raise TypeError(f"a format gives bytes, not {type(content).__name__}")
    return content, encode.name
