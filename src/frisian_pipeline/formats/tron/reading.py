"""TRON back to the data that it was made of."""

from collections.abc import Callable
from typing import Any

from frisian_pipeline.formats.plain import read
from frisian_pipeline.formats.tron.tokens import Token, tokens

LITERALS = {"true": True, "false": False, "null": None}


def decode(content: bytes | str) -> Any:
    """
    Give the data that a TRON document stands for.

    Raises:
        ValueError: If it is none.
    """
    text = content if isinstance(content, str) else bytes(content).decode()
    try:
        return Reader(list(tokens(text))).document()
    except (KeyError, IndexError, ValueError) as error:
        raise ValueError(f"this is no TRON ({type(error).__name__})") from error


class Reader:
    """
    Reads one document from left to right.

    Attributes:
        classes: The keys of each class, by its name.
    """

    def __init__(self, pieces: list[Token]) -> None:
        self.pieces = pieces
        self.place = 0
        self.classes: dict[str, list[str]] = {}

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
        value = self.value()
        if self.next.kind != "end":
            raise ValueError("something follows the data")
        return value

    def define(self) -> None:
        """One class: its name, whose keys it takes over, and its own up to a semicolon or the next line."""
        name = self.take()
        keys = list(self.classes[self.base()]) if self.took("(") else []
        self.take(":")
        follows = True
        while not self.took(";") and (follows or not self.next.leads):
            keys.append(self.key())
            follows = self.took(",") and not self.next.leads
        self.classes[name] = keys

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

    def value(self) -> Any:
        """One value."""
        kind, text, _ = self.next
        self.place += 1
        if kind in ("text", "number"):
            return read(text)
        if text == "[":
            return self.listed("]", self.value)
        if text == "{":
            return dict(self.listed("}", self.member))
        return self.instance(text) if self.took("(") else LITERALS[text]

    def listed(self, end: str, item: Callable[[], Any]) -> list[Any]:
        """What stands between commas; one more may follow the last."""
        found = []
        while not self.took(end):
            found.append(item())
            if self.take(",", end) == end:
                break
        return found

    def member(self) -> tuple[str, Any]:
        """A key of an object with its value."""
        if self.next.kind != "text":
            raise ValueError("a key is a text")
        key = str(read(self.take()))
        self.take(":")
        return key, self.value()

    def instance(self, name: str) -> dict[str, Any]:
        """An object of a class: every key once, by its place or by its name."""
        keys = self.classes[name]
        found: dict[str, Any] = {}
        named = False
        for key, value in self.listed(")", self.argument):
            named = named or key is not None
            place = keys[len(found)] if key is None else key
            if place in found or (named and key is None):
                raise ValueError(f"{name} takes no such argument")
            found[place] = value
        if len(found) != len(keys) or found.keys() != set(keys):
            raise ValueError(f"{name} takes {len(keys)} arguments, each once")
        return {key: found[key] for key in keys}

    def argument(self) -> tuple[str | None, Any]:
        """A value, with its name where it has one."""
        if self.pieces[self.place + 1].text == "=":
            key = self.key()
            self.take("=")
            return key, self.value()
        return None, self.value()
