"""What was measured beside what may be, as one table."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec import Struct

WIDTH = 100


class Bar(Struct, frozen=True):
    """
    One measured number.

    Attributes:
        name: What is measured, and against what.
        measured: The number; None where it could not be measured.
        limit: The most it may be; None where only the trend matters.
        unit: What it counts, with its sign.
    """

    name: str
    measured: float | None = None
    limit: float | None = None
    unit: str = "x"

    @property
    def holds(self) -> bool:
        """Nothing is over a limit."""
        return self.limit is None or (self.measured is not None and self.measured <= self.limit)

    @property
    def verdict(self) -> str:
        """The last column: a trend has none."""
        if self.measured is None:
            return "SKIP"
        if self.limit is None:
            return ""
        return "ok" if self.holds else "OVER"


class Measure(Protocol):
    """Put a number into the table, and fail the test where it is over its limit."""

    def __call__(self, name: str, measured: float, limit: float | None = None, *, unit: str = "x") -> None: ...


def number(value: float | None, unit: str) -> str:
    """Three digits that count, and the unit."""
    return "-" if value is None else f"{value:.3g} {unit}"


def lines(bars: Iterable[Bar]) -> Iterator[str]:
    """The table: what, how much, how much it may be, and whether it holds."""
    wide = WIDTH - 30
    yield f"{'bar':{wide}}{'measured':>13}{'limit':>12}{'ok':>5}"
    for bar in bars:
        cells = number(bar.measured, bar.unit), number(bar.limit, bar.unit)
        yield f"{bar.name[: wide - 1]:{wide}}{cells[0]:>13}{cells[1]:>12}{bar.verdict:>5}"
