"""The pieces of a TRON document."""

import re
from collections.abc import Iterator
from typing import NamedTuple

TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+|\#[^\n]*)
    |(?P<line>\n)
    |(?P<text>"(?:[^"\\\n]|\\.)*")
    |(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![A-Za-z0-9_]))
    |(?P<word>[A-Za-z0-9_]+)
    |(?P<sign>[\[\]{}(),:;=])""",
    re.VERBOSE,
)


class Token(NamedTuple):
    """
    A piece of a document.

    Attributes:
        leads: It is the first one in its line, and not indented.
    """

    kind: str
    text: str
    leads: bool


def tokens(text: str) -> Iterator[Token]:
    """The pieces of a document; the last one is empty."""
    place, leads = 0, True
    while place < len(text):
        found = TOKEN.match(text, place)
        if found is None:
            raise ValueError(f"nothing begins with {text[place]!r}")
        kind, place = str(found.lastgroup), found.end()
        if kind not in ("space", "line"):
            yield Token(kind, found[0], leads)
        leads = kind == "line"
    yield Token("end", "", leads=True)
