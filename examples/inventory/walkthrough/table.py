"""Bytes and tokens of each call, before and after, as a table."""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec

from frisian_pipeline.tokens import estimate

from walkthrough.calls import Step

LINE = "{:<38}{:>11}{:>12}{:>12}{:>13}{:>9}"
HEAD = LINE.format("call", "REST bytes", "REST tokens", "MCP bytes", "MCP tokens", "saved")


def token_counter() -> tuple[str, Callable[[str], int]]:
    """Take an exact counter where its vocabulary is installed, else the library's estimate; with a word for it."""
    if find_spec("toktok") is None:
        return "estimated", estimate
    toktok = import_module("toktok")
    return "exact (cl100k)", lambda text: toktok.batch_count([text], "cl100k_base")[0]


def table(before: Sequence[Step], after: Sequence[Step], count: Callable[[str], int]) -> Iterator[str]:
    """Give the lines of the table, with the sum of all calls as the last one."""
    yield HEAD
    yield "-" * len(HEAD)
    total = [0, 0, 0, 0]
    for plain, shaped in zip(before, after, strict=True):
        sizes = [*measure(plain, count), *measure(shaped, count)]
        total = [one + other for one, other in zip(total, sizes, strict=True)]
        yield line(plain.name, sizes)
    yield "-" * len(HEAD)
    yield line("all calls", total)


def sums(steps: Sequence[Step], count: Callable[[str], int]) -> int:
    """Count the tokens of all answers."""
    return sum(count(step.answer.content.decode()) for step in steps)


def measure(step: Step, count: Callable[[str], int]) -> tuple[int, int]:
    """Count the bytes and tokens of an answer."""
    content = step.answer.content
    return len(content), count(content.decode())


def line(name: str, sizes: Sequence[int]) -> str:
    """Write a line of the table; what was saved is a part of the tokens."""
    _, before, _, after = sizes
    saved = f"{100 - 100 * after / before:.1f} %" if before else "-"
    return LINE.format(name, *(f"{size:,}" for size in sizes), saved)
