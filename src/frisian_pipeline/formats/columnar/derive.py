"""Columns that need not be sent, because another column says what they hold."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from frisian_pipeline.formats.columnar.cells import NONE, Cells, Kinds, require_themselves
from frisian_pipeline.formats.columnar.templates import Source, template_of

TEXTS = frozenset({str, NONE})
NUMBERS = frozenset({int, NONE})

MOST = 64
"""As many columns, the shortest, as templates may name; a table may have more."""
FEW = 8
"""With as many columns that begin and end alike another is compared."""


def is_source(kinds: Kinds) -> bool:
    """Tell whether a column holds nothing but texts, or nothing but whole numbers, and null."""
    return kinds <= TEXTS or kinds <= NUMBERS


def length(cells: Cells) -> int:
    """How long the first cell that has anything to say is as text."""
    return len(str(next(filter(None, cells), "")))


def derive(columns: dict[str, tuple[Cells, Kinds]], pinned: str) -> tuple[dict[str, str], dict[str, str]]:
    """
    Find the columns that are like another, and those whose text has others in it; both by their paths.

    What is shorter comes first: what a column is derived from is sent.
    """
    same: dict[str, str] = {}
    templates: dict[str, str] = {}
    sources: list[Source] = []
    ends: dict[tuple[Any, Any], list[Source]] = {}
    for path, (cells, kinds) in sorted(columns.items(), key=lambda item: (item[0] != pinned, length(item[1][0]))):
        if not is_source(kinds):
            continue
        alike = ends.setdefault((cells[0], cells[-1]), [])
        if path != pinned and (twin := twin_of(cells, alike)):
            same[path] = twin
        elif path != pinned and kinds <= TEXTS and (template := template_of(cells, kinds, sources[:MOST])):
            templates[path] = template
        else:
            sources.append(Source(path, cells, NONE in kinds))
            alike.append(sources[-1])
    return same, templates


def twin_of(cells: Cells, alike: Sequence[Source]) -> str:
    """The path of a column with the same cells, among some that begin and end alike; empty where there is none."""
    twin = next((one for one in alike[:FEW] if one.cells == cells), None)
    if twin is None:
        return ""
    require_themselves(chain(cells, twin.cells))
    return twin.path
