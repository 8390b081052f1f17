"""Texts that are made of the cells of other columns."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from frisian_pipeline.formats.columnar.cells import BLOCK, NONE, Cells, Kinds, require_themselves

BREAK = "\x1e"
"""What goes between texts that are compared in one step; they may hold it as well."""
SAMPLE = 32
"""In as many rows a column is looked at before it is known whether another says what it holds."""
TRIES = 200
"""As often as a column is compared with the beginning of another's cells."""


class Source(Struct, frozen=True):
    """A column that others may be derived from."""

    path: str
    cells: Cells
    nulls: bool


class Sample(Struct):
    """
    Some rows of a column that is to be taken apart.

    Attributes:
        places: Where they are.
        one: Where one of them is.
        other: Where one is with another text.
        tries: How often they may still be compared with other columns.
    """

    places: Sequence[int]
    one: int
    other: int
    tries: int = TRIES


def sample_of(cells: Cells) -> Sample | None:
    """Rows that are spread over a column and hold a text, if they differ."""
    step = -(-len(cells) // SAMPLE)
    places = [place for place in range(0, len(cells), step) if cells[place] is not None]
    differing = (place for place in reversed(places) if cells[place] != cells[places[0]])
    return next((Sample(places, places[0], place) for place in differing), None)


def template_of(cells: Cells, kinds: Kinds, sources: Sequence[Source]) -> str:
    """A text with the paths of other columns in braces that gives every cell; empty where there is none."""
    sample = sample_of(cells) if sources else None
    parts = sample and fit(cells[sample.one], cells[sample.other], sample, sources)
    nulls = NONE in kinds
    if not sample or not parts or not (gives(parts, cells, sample.places) and gives_all(parts, cells, nulls=nulls)):
        return ""
    require_themselves(chain(cells, *(part.cells for part in parts if isinstance(part, Source))))
    text = "".join(brace(part) if isinstance(part, str) else f"{{{part.path}}}" for part in parts)
    return text if len(text) < len(cells) * len(cells[sample.one]) else ""


def brace(literal: str) -> str:
    """A literal part of a template, whose own braces are doubled."""
    return literal.replace("{", "{{").replace("}", "}}")


def fit(one: str, other: str, sample: Sample, sources: Sequence[Source]) -> list[Any] | None:
    """Take two texts apart into what they share and cells of other columns, from the left; None where it fails."""
    if one == other:
        return [one] if one else []
    for source, place, (first, second) in matches(one, other, sample, sources):
        rest = fit(one[place + len(first) :], other[place + len(second) :], sample, sources)
        if rest is not None:
            return [one[:place], source, *rest] if place else [source, *rest]
    return None


def is_named(source: Source) -> bool:
    """Tell whether a path can stand in braces."""
    return source.path != "" and "{" not in source.path and "}" not in source.path


def matches(
    one: str, other: str, sample: Sample, sources: Sequence[Source]
) -> Iterator[tuple[Source, int, tuple[str, str]]]:
    """Where the cells of a column begin in both texts before these differ; the columns with longer cells first."""
    for source in reversed(sources):
        first, second = source.cells[sample.one], source.cells[sample.other]
        if first is None or second is None or first == second or not is_named(source):
            continue
        first, second = str(first), str(second)
        place = one.find(first) if first else -1
        while place >= 0 and one[:place] == other[:place] and sample.tries > 0:
            sample.tries -= 1
            if other.startswith(second, place):
                yield source, place, (first, second)
            place = one.find(first, place + 1)


def gives(parts: Sequence[Any], cells: Cells, places: Iterable[int]) -> bool:
    """Tell whether a template gives these cells: null where one of its own is null."""
    pattern = "".join(part.replace("%", "%%") if isinstance(part, str) else "%s" for part in parts)
    sources = [part.cells for part in parts if isinstance(part, Source)]
    for place in places:
        values = tuple([source[place] for source in sources])
        if cells[place] != (None if None in values else pattern % values):
            return False
    return True


def gives_all(parts: Sequence[Any], cells: Cells, *, nulls: bool) -> bool:
    """Tell whether it gives all cells: of one column without nulls many in one step, which is several times as fast."""
    place = next(place for place, part in enumerate(parts) if isinstance(part, Source))
    source, rest = parts[place], [*parts[:place], *parts[place + 1 :]]
    if source.nulls or nulls or not all(isinstance(part, str) for part in rest):
        return gives(parts, cells, range(len(cells)))
    around = "".join(parts[:place]), "".join(parts[place + 1 :])
    blocks = (slice(start, start + BLOCK) for start in range(0, len(cells), BLOCK))
    return all(surround(source.cells[block], around, cells[block]) for block in blocks)


def surround(values: Cells, around: tuple[str, str], cells: Cells) -> bool:
    """Tell whether cells are these values with a text before and one after each."""
    before, after = around
    texts = values if type(values[0]) is str else map(str, values)
    joined = BREAK.join(cells)
    # Only where no cell holds what they are joined with, equal texts are of equal cells.
    return joined.count(BREAK) == len(cells) - 1 and joined == before + f"{after}{BREAK}{before}".join(texts) + after
