"""TRON back to the data that it was made of."""

from collections.abc import Callable
from typing import Any

from frisian_pipeline.formats.plain import read
from frisian_pipeline.formats.tron.classes import Class
from frisian_pipeline.formats.tron.steps import Steps, run
from frisian_pipeline.formats.tron.tokens import Token, tokens

LITERALS = {"true": True, "false": False, "null": None}


def decode(content: bytes | str) -> Any:
    """
    Give the data that a TRON document stands for.

    Raises:
        ValueError: If it is none, or nests more than 10,000 levels deep.
    """
    try:
        text = content if isinstance(content, str) else bytes(content).decode()
        return Reader(list(tokens(text))).document()
    except (KeyError, IndexError, ValueError) as error:
        raise ValueError(f"this is no TRON ({type(error).__name__})") from None


class Reader:
    """
    Reads one document from left to right.

    Attributes:
        classes: Each class that is defined, by its name.
    """

    def __init__(self, pieces: list[Token]) -> None:
        self.pieces = pieces
        self.place = 0
        self.classes: dict[str, Class] = {}

    @property
    def next(self) -> Token:
        return self.pieces[self.place]

    def take(self, *wanted: str) -> str:
        """Go on over one piece, which is one of these, or any."""
        text = self.next.text
        if wanted and text not in wanted:
            raise ValueError(f"{text!r} is not one of {wanted}")
        self.place += 1
        return text

    def took(self, wanted: str) -> bool:
        """Go on over one piece if it is this one."""
        found = self.next.text == wanted
        self.place += found
        return found

    def document(self) -> Any:
        """The whole document."""
        while self.took("class"):
            self.define()
        value = run(self.value())
        if self.next.kind != "end":
            raise ValueError("something follows the data")
        return value

    def define(self) -> None:
        """One class: its name, whose keys it takes over, and its own up to a semicolon or the next line."""
        name = self.take()
        base = self.classes[self.base()] if self.took("(") else None
        self.take(":")
        keys: list[str] = []
        follows = True
        while not self.took(";") and (follows or not self.next.leads):
            keys.append(self.key())
            follows = self.took(",") and not self.next.leads
        self.classes[name] = Class(keys, base)

    def base(self) -> str:
        """The name of the class that is extended."""
        name = self.take()
        self.take(")")
        return name

    def key(self) -> str:
        """A key, in quotes or not."""
        if self.next.kind not in ("text", "word", "number"):
            raise ValueError("a key is a text or a word")
        return str(read(self.take())) if self.next.kind == "text" else self.take()

    def value(self) -> Steps:
        """One value; what holds others is a step of its own."""
        kind = self.next.kind
        if kind in ("text", "number"):
            return read(self.take())
        if kind == "word" and self.pieces[self.place + 1].text != "(":
            return LITERALS[self.take()]
        return (yield self.nested())

    def nested(self) -> Steps:
        """A list, an object or an instance."""
        if self.took("["):
            return (yield from self.listed("]", self.value))
        if self.took("{"):
            return dict((yield from self.listed("}", self.member)))
        found = self.classes[self.take()]
        self.take("(")
        return found.instance((yield from self.listed(")", self.argument)))

    def listed(self, end: str, item: Callable[[], Steps]) -> Steps:
        """What stands between commas; one more may follow the last."""
        found = []
        while not self.took(end):
            found.append((yield from item()))
            if self.take(",", end) == end:
                break
        return found

    def member(self) -> Steps:
        """A key of an object with its value."""
        if self.next.kind != "text":
            raise ValueError("a key is a text")
        key = str(read(self.take()))
        self.take(":")
        return key, (yield from self.value())

    def argument(self) -> Steps:
        """A value, with its name where it has one."""
        key = None
        if self.pieces[self.place + 1].text == "=":
            key = self.key()
            self.take("=")
        return key, (yield from self.value())
