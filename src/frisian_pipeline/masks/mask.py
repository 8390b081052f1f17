"""The compiled form of a field mask."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

MOST_DEPTH = 8


class Mask(Struct, frozen=True, kw_only=True):
    """
    The names that a mask knows of an object, each with the mask of its value; None is the whole value.

    Attributes:
        children: By key; a name that is an integer stands here as text and as a number. What ``*`` says is joined in.
        rest: What ``*`` says of every other key; unset where there is no ``*``.
        defaults: Values that are left out where they are equal, by name.
        named: The names as they were written, ``*`` among them, without what ``*`` says of its neighbours.
    """

    children: Mapping[Any, "Mask | None"] = {}
    rest: "Mask | UnsetType | None" = UNSET
    defaults: Mapping[str, Any] = {}
    named: tuple[str, ...] = ()

    def __repr__(self) -> str:
        # A Struct that holds itself makes a mask with more paths than anyone can print.
        return f"Mask({', '.join(map(str, self.children))})"

    def of(self, key: Any) -> "Mask | UnsetType | None":
        """Tell what the mask says of a key: a mask, None for the whole value, unset for nothing."""
        return self.children.get(key, self.rest)

    def also(self, names: Iterable[str], say: "Mask | None") -> Self:
        """Derive a mask that says one thing of these names, whatever it said before."""
        said = by_key(dict.fromkeys(names, say))
        defaults = {name: value for name, value in self.defaults.items() if name not in said}
        return replace(self, children={**self.children, **said}, defaults=defaults)


def spellings(name: str) -> tuple[str] | tuple[str, int]:
    """The keys that a name stands for: itself, and the number that is written like it."""
    digits = name.removeprefix("-")
    if digits.isdecimal() and str(int(name)) == name:
        return name, int(name)
    return (name,)


def by_key(said: Mapping[str, Mask | None]) -> dict[Any, Mask | None]:
    """What is said of names, said of each key that they stand for."""
    return {key: inside for name, inside in said.items() for key in spellings(name)}
