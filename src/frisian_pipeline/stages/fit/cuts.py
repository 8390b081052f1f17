"""Values made shorter: without what is empty, with long texts and long lists cut to a marked beginning."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence, Sized
from sys import maxsize
from typing import Any

from msgspec import Struct

from frisian_pipeline.masks.auto import is_empty

DEEPEST = 32
"""Levels of nesting below which only the size of a value is shown."""


SHORTEST = 16
"""Characters of a text that stay in any case."""

INNER = (dict, list, tuple)

ITEMS = (256, 64, 16, 4, 1, 0)


class Limits(Struct, frozen=True):
    """
    How long the parts of a value may be.

    Attributes:
        text: The most characters of a text.
        items: The most items of a list.
    """

    text: int
    items: int


def without_empties(value: Any, depth: int = 0) -> Any:
    """Copy a value without the members of objects that are empty, or become so; the items of a list stay."""
    if depth == DEEPEST:
        return value
    if isinstance(value, dict):
        # Two steps of one loop each, since most members are scalars and rows are many.
        inside = [without_empties(one, depth + 1) if isinstance(one, INNER) else one for one in value.values()]
        return {key: one for key, one in zip(value, inside, strict=True) if not is_empty(one)}
    return [without_empties(one, depth + 1) for one in value] if isinstance(value, INNER) else value


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


def shorten(value: Any, holds: Callable[[Any], bool], room: int) -> Iterator[Any]:
    """
    Cut the texts of a value, or its lists too, as little as is needed for it to hold; nothing where that is not enough.

    ``room`` is the characters of the longest text that could hold, and bounds the parts of a value.
    """
    texts = [room]
    while texts[-1] > SHORTEST:
        texts.append(max(SHORTEST, texts[-1] // 2))

    def held(limits: Limits) -> bool:
        try:
            return holds(Cutter(limits, room)(value))
        except OverflowError:
            return False

    found = first_held([*(Limits(text, maxsize) for text in texts), *(Limits(SHORTEST, most) for most in ITEMS)], held)
    if found and found[0].items < maxsize:
        found = first_held([Limits(text, found[0].items) for text in texts], held)
    for limits in found:
        yield Cutter(limits, room)(value)


def first_held(limits: Sequence[Limits], held: Callable[[Limits], bool]) -> Sequence[Limits]:
    """The widest of these limits that hold, wider ones before narrower ones; nothing where none does."""
    place = bisect_left(limits, True, key=held)  # noqa: FBT003
    return limits[place : place + 1]
