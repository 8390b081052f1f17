"""What a view answers and nobody can read twice."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models.query import QuerySet
from msgspec.json import Encoder

DEEPEST = 10_000
"""Levels of nesting after which data counts as bottomless."""

SCALARS = frozenset({str, int, float, bool, type(None)})


def repeatable(data: Any) -> Any:
    """
    The same data with its iterators and querysets read into lists, so that it can be encoded more than once.

    What the host's own code raises while it is read is the host's error, as under any other renderer.

    Raises:
        RecursionError: If the data nests too deeply, or contains itself.
    """
    return data if is_plain(data) else read(data)


def is_plain(data: Any) -> bool:
    """Tell whether msgspec knows all that is in the data; asking it is far faster than a walk."""
    try:
        plain.encode(data)
    except Exception:
        return False
    return True


def pass_text(obj: Any) -> str:
    """Let subclasses of text pass, such as the URLs of hyperlinked fields; nothing else that msgspec does not know."""
    if issubclass(type(obj), str):
        return ""
    raise TypeError


plain = Encoder(enc_hook=pass_text, decimal_format="number")


def read(data: Any) -> Any:
    """Copy all containers, in the order of encoding and without recursion, so that depth costs no stack."""
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
    return list(value) if isinstance(value, (list, tuple, Iterator, QuerySet)) else value


def places(copy: Any) -> Iterable[Any]:
    """The keys or indexes of values that may hold others."""
    if type(copy) is dict:
        return (key for key, value in copy.items() if type(value) not in SCALARS)
    if type(copy) is list:
        return (index for index, value in enumerate(copy) if type(value) not in SCALARS)
    return ()
