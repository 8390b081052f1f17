"""What a view answers and nobody can read twice."""

from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from typing import Any

from django.db.models.query import QuerySet

from frisian_pipeline.drf.encoding import encode_unknown

DEEPEST = 10_000
"""Levels of nesting after which data counts as bottomless."""

SCALARS = frozenset({str, int, float, bool, type(None)})


Memory = dict[int, tuple[Iterator[Any], list[Any] | Exception]]
MEMORY: ContextVar[Memory | None] = ContextVar("frisian_pipeline.iterators", default=None)
"""What the iterators of the answer at hand gave, with the iterators themselves, so that their ids stay theirs."""


class reading_once:  # noqa: N801  used as a function is
    """Remember, until the end of the block, what each iterator gives."""

    __slots__ = ("before",)

    def __enter__(self) -> None:
        self.before = MEMORY.set({})

    def __exit__(self, *_: object) -> None:
        MEMORY.reset(self.before)


def read_iterator(obj: Iterator[Any]) -> list[Any]:
    """
    Read an iterator, or recall what it gave, be it an error: the rest of one that failed is no answer.

    What the host's own code raises while it is read is the host's error, as under any other renderer.
    """
    memory = MEMORY.get()
    if memory is None:
        return list(obj)
    if id(obj) not in memory:
        memory[id(obj)] = (obj, attempt(obj))
    given = memory[id(obj)][1]
    if isinstance(given, Exception):
        raise given
    return given


def attempt(obj: Iterator[Any]) -> list[Any] | Exception:
    """What an iterator gives, or the error that it ends with."""
    try:
        return list(obj)
    except Exception as error:
        return error


def encode_once(obj: Any) -> Any:
    """Tell JSON what DRF would make of an object, however often it is encoded."""
    return read_iterator(obj) if isinstance(obj, Iterator) else encode_unknown(obj)


def read(data: Any) -> Any:
    """
    Copy all containers, with iterators and querysets read into lists, so that a mask reaches what they give.

    It goes in the order of encoding and without recursion, so that depth costs no stack.

    Raises:
        RecursionError: If the data nests too deeply, or contains itself.
    """
    box = [data]
    work: list[tuple[Any, Any, int]] = [(box, 0, 0)]
    while work:
        holder, place, depth = work.pop()
        holder[place] = copy = opened(holder[place])
        work += reversed([(copy, inner, depth + 1) for inner in places(copy)])
        if depth > DEEPEST:
            raise RecursionError(f"the answer is nested more than {DEEPEST} levels deep")
    return box[0]


def opened(value: Any) -> Any:
    """Copy what holds other values into a dict or a list; anything else is itself."""
    if isinstance(value, dict):
        return dict(value)
    if isinstance(value, Iterator):
        return list(read_iterator(value))
    return list(value) if isinstance(value, (list, tuple, QuerySet)) else value


def places(copy: Any) -> Iterable[Any]:
    """The keys or indexes of values that may hold others."""
    if type(copy) is dict:
        return (key for key, value in copy.items() if type(value) not in SCALARS)
    if type(copy) is list:
        return (index for index, value in enumerate(copy) if type(value) not in SCALARS)
    return ()
