"""Classes of TRON documents."""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any


class Class:
    """
    The keys of some objects.

    Attributes:
        own: Those that follow the ones of the class that is extended.
        count: How many they are together.
    """

    def __init__(self, own: list[str], base: "Class | None") -> None:
        self.own = own
        self.base: Class | None = base if base is None or base.own else base.base
        self.count: int = len(own) + (base.count if base else 0)

    @cached_property
    def keys(self) -> list[str]:
        """All keys; they are put together only for an instance, whose document has a value for each of them."""
        parts, last = [self.own], self.base
        while last:
            parts.append(last.own)
            last = last.base
        return list(chain.from_iterable(reversed(parts)))

    def instance(self, arguments: Sequence[tuple[str | None, Any]]) -> dict[str, Any]:
        """
        An object: every key once, by its place or by its name.

        Raises:
            ValueError: If these are not the arguments of one.
        """
        if len(arguments) != self.count:
            raise ValueError(f"a class takes {self.count} arguments")
        placed = [value for key, value in arguments if key is None]
        named = {key: value for key, value in arguments[len(placed) :] if key is not None}
        made = dict(zip(self.keys, placed, strict=False)) | named
        if len(made) != self.count or made.keys() != set(self.keys):
            raise ValueError("a class takes each argument once, and those with names last")
        return {key: made[key] for key in self.keys} if named else made
