"""How much of a result fits, found by the sizes of its parts; what is left out is said in a note."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from frisian_pipeline.formats import Json, with_notes
from frisian_pipeline.formats.beside import NO_FACTS
from frisian_pipeline.stages.fit.cuts import shorten, without_empties
from frisian_pipeline.stages.fit.frames import Frame
from frisian_pipeline.stages.fit.scale import MOST_BYTES, Scale

EMPTIED = "empties left out"

Attempt = tuple[Any, str]
"""A body, and what to say of it."""


class Fitting(Struct, frozen=True):
    """
    What decides how much is shown.

    Attributes:
        frame: The form of the answer.
        scale: Its budget.
        json: What it is weighed in.
        notes: What is said beside it.
        facts: What else is.
        pruned: The body lacks fields of a write, so a token has to stand for them.
    """

    frame: Frame
    scale: Scale
    json: Json
    notes: tuple[str, ...] = ()
    facts: Mapping[str, Any] = NO_FACTS
    pruned: bool = False

    def beside(self, body: Any, *notes: str) -> Any:
        """A body with these notes and the facts."""
        return with_notes(body, notes, self.facts) if notes or self.facts else body

    def holds(self, body: Any, *notes: str) -> bool:
        """Tell whether a body with these notes is within the budget."""
        return self.scale.holds(self.json(self.beside(body, *notes)))

    def cost(self, value: Any) -> int:
        """The most tokens that a value costs."""
        return self.scale.cost(self.json(value))


def fit(fitting: Fitting, *, over: bool) -> tuple[Any, tuple[str, ...]]:
    """Show as much as the budget takes; ``over`` where it surely does not take the whole."""
    frame, notes = fitting.frame, fitting.notes
    whole = frame.around(frame.rows, whole=not fitting.pruned) if frame.heavy or fitting.pruned else frame.body
    if not over and fitting.holds(whole, *notes):
        return whole, notes
    for body, note in attempts(fitting):
        if fitting.holds(body, *notes, note):
            return body, (*notes, note)
    return frame.bare(), (told(frame, "too large to show", f"all: cursor={start(frame)}"),)


def fit_notes(fitting: Fitting) -> tuple[str, ...]:
    """As many notes on a body that is shown whole as there is room for; all, where there is none for the body."""
    if not fitting.holds(fitting.frame.body):
        return fitting.notes
    held = range(len(fitting.notes), 0, -1)
    count = next((count for count in held if fitting.holds(fitting.frame.body, *fitting.notes[:count])), 0)
    return fitting.notes[:count]


def start(frame: Frame) -> str:
    """The cursor at the beginning of all: rows, or the text where what stands around them was not shown."""
    return "0" if frame.has_rows and not frame.is_page else ".0"


def attempts(fitting: Fitting) -> Iterator[Attempt]:
    """What might be shown, the best first: rows, the first of them cut, and all of it cut."""
    frame = fitting.frame
    yield from some_rows(fitting)
    if frame.has_rows and frame.rows:
        around: Callable[[Any], Any] = lambda row: frame.around([row])  # noqa: E731
        yield from shortened(
            fitting, frame.rows[0], around, told(frame, f"row 1 of {len(frame.rows)}, cut", "all: cursor=0")
        )
    if frame.is_page or not frame.has_rows:
        yield from shortened(fitting, frame.body, frame.about, told(frame, "cut", "all: cursor=.0"))


def some_rows(fitting: Fitting) -> Iterator[Attempt]:
    """The first rows without what is empty in them: as many as there seems to be room for, then fewer."""
    frame, rows = fitting.frame, fitting.frame.rows
    shown = first_rows(fitting)
    while shown:
        emptied = any(len(fitting.json(row)) != len(fitting.json(lean)) for row, lean in zip(rows, shown, strict=False))
        yield frame.around(shown), note_on(frame, len(shown), emptied=emptied)
        shown = shown[: -max(1, len(shown) // 16)]


def note_on(frame: Frame, shown: int, *, emptied: bool) -> str:
    """Say how much is shown, and how to get the rest."""
    count = len(frame.rows)
    if not frame.has_rows:
        return told(frame, EMPTIED, "all: cursor=.0")
    if shown == count:
        return told(frame, EMPTIED, "all: cursor=0")
    if emptied:
        return told(frame, f"{shown} of {count} rows, {EMPTIED}", f"more: cursor={shown}, all: cursor=0")
    return told(frame, f"{shown} of {count} rows", f"more: cursor={shown}")


def told(frame: Frame, what: str, how: str) -> str:
    """What was left out, and how to get it; where nothing is kept, that more is not to be had in this way."""
    return f"{what}; {how if frame.token else 'that is all this server sends, ask for less'}"


def first_rows(fitting: Fitting) -> list[Any]:
    """The first rows, as many as there is room for by the sum of their costs."""
    frame, scale = fitting.frame, fitting.scale
    room = scale.budget - fitting.cost(
        fitting.beside(frame.around([{}]), *fitting.notes, note_on(frame, 0, emptied=True))
    )
    shown: list[Any] = []
    for row in frame.rows:
        if room < 0 or len(fitting.json(row)) > MOST_BYTES * scale.budget:
            break
        lean = without_empties(row)
        room -= fitting.cost(lean) + 1
        shown.append(lean)
    return shown if room >= 0 else shown[:-1]


def shortened(fitting: Fitting, value: Any, around: Callable[[Any], Any], note: str) -> Iterator[Attempt]:
    """A value whose long texts are cut, or its long lists too, as little as needed."""

    def holds(cut: Any) -> bool:
        return fitting.holds(around(cut), *fitting.notes, note)

    for cut in shorten(value, holds, 4 * fitting.scale.budget):
        yield around(cut), note
