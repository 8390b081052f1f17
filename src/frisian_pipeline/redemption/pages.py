"""Rows of a kept result, or slices of its text, as many as the budget takes."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from msgspec import Raw, Struct

from frisian_pipeline.exchange import Exchange
from frisian_pipeline.formats import Json, with_notes
from frisian_pipeline.formats.plain import read_digits
from frisian_pipeline.redemption.kept import Kept
from frisian_pipeline.redemption.wanted import MOST_ROWS, Wanted
from frisian_pipeline.stages.fit.scale import MOST_BYTES, SAMPLE, Scale

FIRST = 128
"""Rows that are fetched at first, where nobody says how many."""

CONTINUES = (0x80, 0xC0)
"""Bytes within a character of UTF-8."""

LONGEST = 4
"""Bytes of a character of UTF-8."""


class Shown(NamedTuple):
    """Rows or a text as they are shown, encoded, and what is said of them."""

    parts: Sequence[Any]
    notes: tuple[str, ...] = ()


class Reader(Struct, frozen=True):
    """
    What reads a kept result.

    Attributes:
        kept: It.
        scale: The budget of an answer.
        json: What the answer is encoded in.
        masked: Gives data as the caller or the host wants to see it; None shows it as it is.
    """

    kept: Kept
    scale: Scale
    json: Json
    masked: Callable[[Any], Exchange] | None = None

    def rows(self, start: int, stop: int) -> Shown | None:
        """Some rows; None where the result has none."""
        rows = self.kept.rows(start, stop)
        if rows is None or self.masked is None:
            return None if rows is None else Shown(rows)
        walked = self.masked([read_digits(row) for row in rows])
        return Shown([Raw(self.json(row)) for row in walked.body], walked.notes)

    def text(self) -> Shown:
        """The text of the whole result."""
        content = self.kept.whole()
        if self.masked is None:
            return Shown([content])
        walked = self.masked(read_digits(content))
        return Shown([self.json(walked.body)], walked.notes)

    def bytes(self, body: Any, notes: tuple[str, ...]) -> bytes:
        """An answer with this body and these notes."""
        return self.json(with_notes(body, notes) if notes else body)


def read(reader: Reader, wanted: Wanted) -> bytes:
    """
    Read on where the caller is.

    The answer has ``results``, or the ``text`` of a ``row`` or of the whole, and the ``cursor`` of what comes next,
    which is null at the end.
    """
    most, shown = rows_for(reader, wanted)
    if shown is None:
        text = reader.text()
        return slice_of(reader, Shown(text.parts, fitting_notes(reader, text.notes)), max(0, wanted.byte), "", "")
    shown = Shown(shown.parts, fitting_notes(reader, shown.notes))
    if wanted.in_text and shown.parts:
        return text_of_row(reader, shown, wanted)
    return page_of(reader, shown, wanted, most)


def fitting_notes(reader: Reader, notes: tuple[str, ...]) -> tuple[str, ...]:
    """As many notes as leave two thirds of the budget to what they are about."""
    held = (notes[:count] for count in range(len(notes), 0, -1))
    return next((some for some in held if reader.scale.cost(reader.bytes({}, some)) <= reader.scale.budget // 3), ())


def rows_for(reader: Reader, wanted: Wanted) -> tuple[int, Shown | None]:
    """The most rows of a page, and these with one more: as many as there could be room for, if nobody says how many."""
    most = wanted.rows or FIRST
    shown = None if wanted.row < 0 else reader.rows(wanted.row, wanted.row + most + 1)
    while shown and not wanted.rows and most < len(shown.parts) and most < MOST_ROWS:
        if sum(map(len, shown.parts)) > reader.scale.budget * MOST_BYTES // 4:
            break
        most *= 4
        shown = reader.rows(wanted.row, wanted.row + most + 1)
    return most, shown


def page_of(reader: Reader, shown: Shown, wanted: Wanted, most: int) -> bytes:
    """As many rows as there is room for; the beginning of the first, where there is none even for that."""
    rows, scale, budget = shown.parts, reader.scale, reader.scale.budget
    count = held(scale, rows[:most], reader.bytes(body_of([], wanted.row + most), shown.notes))
    while count or not rows:
        after = wanted.row + count if count < len(rows) else None
        content = reader.bytes(body_of(rows[:count], after), shown.notes)
        if not rows or len(content) <= budget or (cost := scale.cost(content)) <= budget:
            return content
        count = min(count - 1, max(1, count * budget // cost))
    return text_of_row(reader, shown, wanted)


def held(scale: Scale, rows: Sequence[Raw], around: bytes) -> int:
    """How many rows there seems to be room for by the sum of their sizes, one at the least."""
    sums = list(accumulate(len(row) + 1 for row in rows))
    if not sums or sums[-1] + len(around) <= scale.budget:
        return len(sums)
    room = scale.room(scale.budget - scale.cost(around), b",".join(map(bytes, rows[SAMPLE])))
    return max(1, bisect_right(sums, room))


def body_of(rows: Sequence[Any], after: int | None) -> dict[str, Any]:
    """A page, and where the next one begins."""
    return {"results": rows, "cursor": None if after is None else str(after)}


def text_of_row(reader: Reader, shown: Shown, wanted: Wanted) -> bytes:
    """A slice of the text of the first of these rows; after its end comes the next row."""
    after = str(wanted.row + 1) if len(shown.parts) > 1 else ""
    return slice_of(reader, Shown([bytes(shown.parts[0])], shown.notes), wanted.byte, str(wanted.row), after)


def slice_of(reader: Reader, shown: Shown, start: int, row: str, after: str) -> bytes:
    """As much of a text as there is room for, whole characters; ``after`` is the cursor of what follows its end."""
    text, budget = shown.parts[0], reader.scale.budget
    start = boundary(text, min(start, len(text)))
    size = min(len(text) - start, budget * 4)
    while True:
        stop = boundary(text, start + size)
        cursor = f"{row}.{stop}" if stop < len(text) else after or None
        body = {**({"row": int(row)} if row else {}), "text": text[start:stop].decode(), "cursor": cursor}
        content = reader.bytes(body, shown.notes)
        cost = reader.scale.cost(content)
        if cost <= budget or size <= LONGEST:
            return content
        size = max(LONGEST, min(size - 1, size * budget // cost))


def boundary(text: bytes, place: int) -> int:
    """The last beginning of a character up to a place."""
    while place < len(text) and CONTINUES[0] <= text[place] < CONTINUES[1]:
        place -= 1
    return place
