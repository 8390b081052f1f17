"""The modules of numbers and characters that are worked out here and shipped with the library."""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from unicodedata import category

from frisian_pipeline.tokens import Vocabulary

ROOM = Path(sys.modules["frisian_pipeline.tokens"].__path__[0])
WIDE = 96
RUNS = "run", "saving"
WEIGHTS_HEAD = '''"""
What characters cost beside each other, as ``python -m benchmarks.tokens.fit --write`` works it out.

Weights are in parts of a token. ``CLASSES`` counts for each character of a class, ``ALIKE`` for pairs of classes,
each of which may stand for several, ``PAIRS`` for single pairs, ``RUNS`` for these in a row, ``a`` for any letter.
"""
'''
SINGLES_HEAD = '''"""Characters outside ASCII that are one token of cl100k; see ``benchmarks.tokens.written``."""
'''


class Feature(NamedTuple):
    """One weight to find: its kind, and what of the text it counts."""

    kind: str
    what: str


def rows_of(weighed: Iterable[tuple[int, str]]) -> Iterator[str]:
    """A line for each weight, or as many as its classes need."""
    alike: dict[int, str] = defaultdict(str)
    for weight, what in weighed:
        alike[weight] += what
    for weight, what in sorted(alike.items()):
        yield from (f"    ({weight}, {what[start : start + WIDE]!r})," for start in range(0, len(what), WIDE))


def write_weights(features: Iterable[Feature], found: Iterable[float], unit: int) -> None:
    """Write the weights, in whole parts of a token; those of less than one are left out."""
    weighed = [
        (kind, round(-weight * unit if kind == "saving" else weight * unit), what)
        for (kind, what), weight in zip(features, found, strict=True)
    ]
    lines = [WEIGHTS_HEAD, f"UNIT = {unit}"]
    for name, kind in (("CLASSES", "class"), ("ALIKE", "pair alike"), ("PAIRS", "pair")):
        lines += [
            f"{name} = (",
            *rows_of((weight, what) for one, weight, what in weighed if one == kind and weight),
            ")",
        ]
    runs = (f"    {what.encode()!r}: {weight}," for kind, weight, what in weighed if kind in RUNS and weight)
    lines += ["RUNS = {", *runs, "}"]
    (ROOM / "weights.py").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_singles(characters: Iterable[str]) -> None:
    """Write those of the characters that are a token each; marks are escaped, since they would join others."""
    count = Vocabulary(("cl100k_base",))
    singles = [one for one in characters if count(one) == 1]
    shown = [one if one.isprintable() and category(one)[0] not in "MCZ" else ascii(one)[1:-1] for one in singles]
    rows = (f'    "{"".join(shown[start : start + 40])}"' for start in range(0, len(shown), 40))
    lines = [SINGLES_HEAD, "SINGLES = (", *rows]
    (ROOM / "singles.py").write_text("\n".join([*lines, ")"]) + "\n", encoding="utf-8")
