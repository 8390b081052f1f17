"""Field masks as text: ``a,b.c,d(e,f)``, ``/`` for ``.``, and ``*`` for every name."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from threading import Lock
from typing import Any, NoReturn

from cachetools import LRUCache, cached
from msgspec import UNSET

from frisian_pipeline.errors import MaskError
from frisian_pipeline.masks.mask import MOST_DEPTH, Mask, by_key

MOST_CHARACTERS = 2_000
MOST_LEAVES = 200
MOST_NAMES = 1_000

Tree = dict[str, "Tree | None"]

_TOKEN = re.compile(r"[,./()*]|[^\s,./()*]+")
_LEGAL = "Write names like a,b.c,d(e,f), or * for every name."


def compile_mask(text: str) -> Mask:
    """
    Compile a mask, or take it from the cache.

    Raises:
        MaskError: If it cannot be read or is over a limit.
    """
    if not isinstance(text, str):
        raise MaskError(f"The mask is no text. {_LEGAL}")
    if len(text) > MOST_CHARACTERS:
        raise MaskError(f"The mask is longer than {MOST_CHARACTERS} characters. {_LEGAL}")
    return _compile(text)


@cached(LRUCache[Any, Mask](maxsize=128), lock=Lock())
def _compile(text: str) -> Mask:
    tree = _Reader(text).read()
    return _join(tree, [tree], iter(range(MOST_NAMES)))


def _join(own: Tree, trees: Sequence[Tree], room: Iterator[int]) -> Mask:
    """Compile the trees that hold at one place; ``own`` is the one that was written there name by name."""
    children = {}
    for name in dict.fromkeys(chain.from_iterable(trees)):
        if next(room, None) is None:
            raise MaskError(f"The mask says more than {MOST_NAMES} things through its *. Use fewer of them.")
        inside = [tree[key] for key in dict.fromkeys((name, "*")) for tree in trees if key in tree]
        below = [tree for tree in inside if tree is not None]
        whole = len(below) < len(inside)
        children[name] = None if whole else _join(own.get(name) or {}, below, room)
    rest = children.pop("*", UNSET)
    return Mask(children=by_key(children), rest=rest, named=tuple(own))


class _Reader:
    """Reads a mask from left to right, without recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.leaves = 0
        self.name = ""
        self.closed = False
        self.inside: Tree = {}
        self.depth = 0
        self.groups = [(self.inside, 0)]

    def read(self) -> Tree:
        for token in _TOKEN.finditer(self.text):
            self.place = token.start()
            self._take(token[0])
        self.place = len(self.text)
        self._end_item()
        if len(self.groups) > 1:
            self._fail("a ) is missing")
        return self.groups[0][0]

    def _take(self, token: str) -> None:
        match token:
            case "." | "/":
                self._descend()
            case "(":
                self._descend()
                self.groups.append((self.inside, self.depth))
            case ")":
                self._end_group()
            case ",":
                self._end_item()
                self.closed = False
                self.inside, self.depth = self.groups[-1]
            case _:
                self._begin_name(token)

    def _begin_name(self, name: str) -> None:
        if self.name or self.closed:
            self._fail("a , is missing")
        if self.depth == MOST_DEPTH:
            self._fail(f"more than {MOST_DEPTH} names stand below each other")
        self.name = name

    def _descend(self) -> None:
        if not self.name:
            self._fail("only , or ) may follow a )" if self.closed else "a name is missing")
        child = self.inside.setdefault(self.name, {})
        # Below a name that is whole already, the rest is still read, and goes nowhere.
        self.inside = {} if child is None else child
        self.depth += 1
        self.name = ""

    def _end_item(self) -> None:
        if self.name:
            self.inside[self.name] = None
            self.name = ""
            self.leaves += 1
        elif not self.closed:
            self._fail("a name is missing")
        if self.leaves > MOST_LEAVES:
            self._fail(f"more than {MOST_LEAVES} fields are named")

    def _end_group(self) -> None:
        self._end_item()
        if len(self.groups) == 1:
            self._fail("this ) closes nothing")
        self.groups.pop()
        self.closed = True

    def _fail(self, fault: str) -> NoReturn:
        near = self.text[self.place : self.place + 20]
        where = f"at character {self.place + 1}, {near!r}" if near else "at its end"
        raise MaskError(f"The mask cannot be read {where}: {fault}. {_LEGAL}")
