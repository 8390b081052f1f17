"""What a store may be given, checked; a refusal names what is legal and repeats no content."""

from math import isnan
from typing import Any

from frisian_pipeline.errors import PageError, StoreError


def check_bounds(start: Any, stop: Any) -> None:
    """
    Refuse what no page can begin or end at; a bool is no number here.

    Raises:
        PageError: If a bound is not a whole number from 0.
    """
    for bound in (start, stop):
        if type(bound) is not int or bound < 0:
            raise PageError


def plain_bytes(content: Any) -> bytes:
    """
    Return the content as immutable bytes.

    Raises:
        StoreError: If it is no bytes.
    """
    if type(content) is bytes:
        return content
    if isinstance(content, bytes | bytearray | memoryview):
        return bytes(content)
    raise StoreError(f"a store keeps bytes, not {type(content).__name__}; encode the content first")


def checked_size(name: str, size: Any) -> int:
    """
    Return a number of bytes.

    Raises:
        ValueError: If it is not a whole number from 0.
    """
    if not isinstance(size, int) or size < 0:
        raise ValueError(f"{name} is a whole number of bytes from 0, not {size!r}")
    return size


def checked_ttl(ttl: Any) -> float:
    """
    Return a time to live in seconds; up to 0 it is over at once.

    Raises:
        ValueError: If it is not a number.
    """
    if not isinstance(ttl, int | float) or isnan(ttl):
        raise ValueError(f"ttl is a number of seconds, not {ttl!r}")
    return ttl
