"""Values made shorter: without what is empty, with long texts and long lists cut to a marked beginning."""

from collections.abc import Sequence, Sized
from typing import Any

from msgspec import Struct

DEEPEST = 32
"""Levels of nesting below which only the size of a value is shown."""


class Limits(Struct, frozen=True):
    """
    How long the parts of a value may be.

    Attributes:
        text: The most characters of a text.
        items: The most items of a list.
    """

    text: int
    items: int


def is_empty(value: Any) -> bool:
    """Tell whether a value says nothing: null, or an empty text, list or object; false and 0 say something."""
    return value is None or (isinstance(value, (str, list, tuple, dict)) and not value)


def without_empties(value: Any, depth: int = 0) -> Any:
    """Copy a value without the members of objects that are empty, or become so; the items of a list stay."""
    if depth == DEEPEST:
        return value
    if isinstance(value, dict):
        kept = ((key, without_empties(inner, depth + 1)) for key, inner in value.items() if not is_empty(inner))
        return {key: inner for key, inner in kept if not is_empty(inner)}
    return [without_empties(one, depth + 1) for one in value] if isinstance(value, (list, tuple)) else value


def counted(shown: str, whole: Sized, what: str) -> str:
    """A beginning, marked as such with the length of the whole."""
    return f"{shown}…({len(whole)} {what})"


class Cutter:
    """
    Cuts values to their limits.

    Raises:
        OverflowError: When called, if even so a value has too many parts.
    """

    def __init__(self, limits: Limits, most: int) -> None:
        self.limits = limits
        self.left = most

    def __call__(self, value: Any, depth: int = 0) -> Any:
        """Copy a value with every text and list in it cut, and what is too deep cut to its size."""
        self.left -= 1
        if self.left < 0:
            raise OverflowError
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, dict):
            return self._object(value, depth)
        return self._list(value, depth) if isinstance(value, (list, tuple)) else value

    def _text(self, text: str) -> str:
        shown = counted(text[: self.limits.text], text, "characters")
        return shown if len(shown) < len(text) else text

    def _object(self, value: dict[Any, Any], depth: int) -> Any:
        if depth == DEEPEST:
            return counted("", value, "fields")
        return {key: self(inner, depth + 1) for key, inner in value.items()}

    def _list(self, value: Sequence[Any], depth: int) -> Any:
        if depth == DEEPEST:
            return counted("", value, "items")
        shown = [self(one, depth + 1) for one in value[: self.limits.items]]
        return shown if len(shown) == len(value) else [*shown, counted("", value, "items")]
