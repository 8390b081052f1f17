"""What a caller should hear about a mask: the names that no row answered to."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, islice
from typing import Any

from frisian_pipeline.masks.mask import Mask, spellings
from frisian_pipeline.masks.rows import is_page, objects_in, rows_of

MOST_UNKNOWN = 5
MOST_ECHOED = 40
SAMPLED_ROWS = 20
SAMPLED_KEYS = 1_000

Objects = list[dict[Any, Any]]


def unknown(mask: Mask, data: Any) -> tuple[str, ...]:
    """
    Find the dotted paths that the mask names and no row has, five at most, in the mask's order.

    Of a path only the first unknown name counts, and only where at least one row has a non-empty object in its place.
    """
    return tuple(path for path, _ in _first_unknown(mask, data))


def notes_on(mask: Mask, data: Any) -> tuple[str, ...]:
    """Tell the agent in one sentence which names are unknown, each with the nearest name that occurs in its place."""
    hints = [_hint(path, objects) for path, objects in _first_unknown(mask, data)]
    return (f"unknown field{'s' if len(hints) > 1 else ''}: {', '.join(hints)}",) if hints else ()


def nearest(name: str, names: Iterable[str]) -> str:
    """Guess which of these names was meant; empty where none is like it."""
    return "".join(get_close_matches(name, names, n=1))


def _hint(path: str, objects: Objects) -> str:
    keys = islice(chain.from_iterable(objects[:SAMPLED_ROWS]), SAMPLED_KEYS)
    names = [name[:MOST_ECHOED] for name in path.split(".")]
    guess = nearest(names[-1], dict.fromkeys(str(key)[:MOST_ECHOED] for key in keys))
    return ".".join(names) + (f" ({guess}?)" if guess else "")


def _first_unknown(mask: Mask, data: Any) -> Iterator[tuple[str, Objects]]:
    rows = [data] if is_page(data) and "results" in mask.children else rows_of(data)
    return islice(_unknown(mask, rows, ""), MOST_UNKNOWN)


def _unknown(mask: Mask, values: Sequence[Any], path: str) -> Iterator[tuple[str, Objects]]:
    objects = list(filter(None, objects_in(values)))
    for name in mask.named if objects else ():
        below = _values(objects, name)
        inside = mask.of(name)
        if not below and name not in mask.defaults:
            yield path + name, objects
        elif isinstance(inside, Mask):
            yield from _unknown(inside, below, f"{path}{name}.")


def _values(objects: Objects, name: str) -> list[Any]:
    if name == "*":
        return [value for item in objects for value in item.values()]
    return [item[key] for key in spellings(name) for item in objects if key in item]
