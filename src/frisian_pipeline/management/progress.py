"""How far a long command is, for whoever waits at a terminal."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from django.core.management.base import OutputWrapper

T = TypeVar("T")


def with_progress(items: Sequence[T], out: OutputWrapper | Any, word: str) -> Iterator[T]:
    """Go through items, and say on a terminal, in one line that is gone afterwards, how many are done."""
    width = 0
    for number, item in enumerate(items):
        width = write(out, f"{number} of {len(items)} {word}", width)
        yield item
    write(out, "", width)


def write(out: OutputWrapper | Any, text: str, width: int) -> int:
    """Write a text over one of this width; returns its own."""
    if out.isatty():
        out.write(f"\r{text.ljust(width)}" + ("" if text else "\r"), style_func=str, ending="")
        out.flush()
    return len(text)
