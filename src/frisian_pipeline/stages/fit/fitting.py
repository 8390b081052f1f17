"""How much of a result fits, found by the sizes of its parts; what is left out is said in a note."""

from collections.abc import Callable, Iterator, Mapping
from sys import maxsize
from typing import Any

from msgspec import Struct

from frisian_pipeline.formats import Rendering, with_notes
from frisian_pipeline.formats.beside import NO_FACTS
from frisian_pipeline.stages.fit.cuts import shorten, without_empties
from frisian_pipeline.stages.fit.frames import Frame
from frisian_pipeline.stages.fit.scale import MOST_BYTES, SAMPLE, Scale

GROWTHS = 3
"""How often more rows are tried of a format that needs less for each."""

MANY = maxsize
"""A place that no row has."""

EMPTIED = "no empties"

Attempt = tuple[Any, str]
"""A body, and what to say of it."""


class Fitting(Struct, frozen=True):
    """
    What decides how much is shown.

    Attributes:
        frame: The form of the answer.
        scale: Its budget.
        render: Renders the answer.
        format: The name of the format asked for.
        notes: What is said beside it.
        facts: What else is.
    """

    frame: Frame
    scale: Scale
    render: Rendering
    format: str
    notes: tuple[str, ...] = ()
    facts: Mapping[str, Any] = NO_FACTS

    @property
    def is_json(self) -> bool:
        """The answer is JSON, whose rows may differ in what they have."""
        return self.format == self.render.json.name

    def bytes(self, body: Any, *notes: str) -> bytes:
        """An answer with this body and these notes."""
        return self.render(self.format, body, notes, self.facts)[0]

    def holds(self, body: Any, *notes: str) -> bool:
        """Tell whether a body with these notes is within the budget."""
        return self.scale.holds(self.bytes(body, *notes))

    def lean(self, row: Any) -> Any:
        """A row without its empties, where that makes it shorter: a table needs them."""
        return without_empties(row) if self.is_json else row


def fit(fitting: Fitting, *, over: bool) -> tuple[Any, tuple[str, ...]]:
    """Show as much as the budget takes; ``over`` where it surely does not take the whole."""
    frame, notes = fitting.frame, fitting.notes
    whole = frame.around(frame.rows, whole=True) if frame.heavy else frame.body
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
    shown, emptied = first_rows(fitting) if fitting.is_json else (more_rows(fitting), MANY)
    while shown:
        yield fitting.frame.around(shown), note_on(fitting.frame, len(shown), emptied=emptied < len(shown))
        shown = shown[: -max(1, len(shown) // 32)]


def note_on(frame: Frame, shown: int, *, emptied: bool) -> str:
    """Say how much is shown, and how to get the rest."""
    count = len(frame.rows)
    if not frame.has_rows:
        return told(frame, EMPTIED, "all: cursor=.0")
    if shown == count:
        return told(frame, EMPTIED, "all: cursor=0")
    return told(frame, f"{shown} of {count} rows{f', {EMPTIED}' if emptied else ''}", f"more: cursor={shown}")


def told(frame: Frame, what: str, how: str) -> str:
    """What was left out, and how to get it; where nothing is kept, that more is not to be had in this way."""
    return f"{what}; {how} {frame.way_on}" if frame.token else f"{what}; the server sends no more in one answer"


def first_rows(fitting: Fitting) -> tuple[list[Any], int]:
    """
    The first rows, as many as there seems to be room for by the sum of their sizes in JSON, one at the least.

    With them the place of the first one that has lost something.
    """
    frame, scale, json = fitting.frame, fitting.scale, fitting.render.json
    around = with_notes(frame.around([{}]), (*fitting.notes, note_on(frame, 0, emptied=True)), fitting.facts)
    room = scale.room(scale.budget - scale.cost(json(around)), json(frame.rows[SAMPLE]))
    shown: list[Any] = []
    emptied = MANY
    for place, row in enumerate(frame.rows):
        size = len(json(row))
        if room < 0 or size > MOST_BYTES * scale.budget:
            break
        shown.append(fitting.lean(row))
        left = len(json(shown[-1]))
        emptied = min(emptied, place) if left < size else emptied
        room -= left + 1
    return (shown if room >= 0 else shown[:-1] or shown), emptied


def more_rows(fitting: Fitting) -> list[Any]:
    """The first rows, as many as there is room for in a format that needs less for each than JSON."""
    rows, (shown, _) = fitting.frame.rows, first_rows(fitting)
    for _ in range(GROWTHS if shown else 0):
        cost = max(
            1, fitting.scale.cost(fitting.bytes(fitting.frame.around(shown), note_on(fitting.frame, 0, emptied=False)))
        )
        more = min(len(rows), len(shown) * fitting.scale.budget // cost)
        if more <= len(shown) * 17 // 16:
            break
        shown = list(rows[:more])
    return shown


def shortened(fitting: Fitting, value: Any, around: Callable[[Any], Any], note: str) -> Iterator[Attempt]:
    """A value whose long texts are cut, or its long lists too, as little as needed."""

    def holds(cut: Any) -> bool:
        return fitting.holds(around(cut), *fitting.notes, note)

    for cut in shorten(value, holds, 4 * fitting.scale.budget):
        yield around(cut), note
