"""What a caller should hear about a mask: the names that nothing answered to, and where it reaches too far."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, islice
from typing import Any

from frisian_pipeline.exchange import UNKNOWN, Known
from frisian_pipeline.masks.mask import Mask, spellings
from frisian_pipeline.masks.rows import is_page, objects_in, rows_of

MOST_UNKNOWN = 5
MOST_ECHOED = 40
SAMPLED_ROWS = 20
SAMPLED_KEYS = 1_000

Objects = list[dict[Any, Any]]
Group = tuple[Known, Objects]
"""Objects of which the same is known."""


def unknown(mask: Mask, data: Any, known: Known = UNKNOWN) -> tuple[str, ...]:
    """
    Find the dotted paths that the mask names and neither a row nor what is known has, five at most, in its order.

    Of a path only the first unknown name counts, and only where at least one row has a non-empty object in its place,
    or all that can be there is known.
    """
    return tuple(path for path, _ in _first_unknown(mask, data, known))


def notes_on(mask: Mask, data: Any, known: Known = UNKNOWN) -> tuple[str, ...]:
    """Tell the agent in one sentence which names are unknown, each with the nearest name that occurs in its place."""
    hints = [_hint(path, groups) for path, groups in _first_unknown(mask, data, known)]
    return (f"unknown field{'s' if len(hints) > 1 else ''}: {', '.join(hints)}",) if hints else ()


def reaches_into(mask: Mask, data: Any, known: Known = UNKNOWN) -> tuple[str, ...]:
    """Tell the agent in one sentence into which values its mask does not reach, since their keys are data."""
    paths = islice(_opaque(mask, _rows(mask, data, known)[0], ""), MOST_UNKNOWN)
    said = ", ".join(paths)
    return (f"kept whole, since its keys are data: {said}",) if said else ()


def nearest(name: str, names: Iterable[str]) -> str:
    """Guess which of these names was meant; empty where none is like it."""
    return "".join(get_close_matches(name, names, n=1))


def _hint(path: str, groups: Sequence[Group]) -> str:
    sampled = chain.from_iterable(objects[:SAMPLED_ROWS] for _, objects in groups)
    keys = islice(chain.from_iterable(islice(sampled, SAMPLED_ROWS)), SAMPLED_KEYS)
    names = [name[:MOST_ECHOED] for name in path.split(".")]
    known = chain.from_iterable(known.names for known, _ in groups)
    guess = nearest(names[-1], dict.fromkeys(str(key)[:MOST_ECHOED] for key in chain(known, keys)))
    return ".".join(names) + (f" ({guess}?)" if guess else "")


def _rows(mask: Mask, data: Any, known: Known) -> tuple[Known, Sequence[Any]]:
    page = is_page(data)
    if page and "results" in mask.children:
        return known, [data]
    return known.of("results") if page else known, rows_of(data)


def _first_unknown(mask: Mask, data: Any, known: Known) -> Iterator[tuple[str, Sequence[Group]]]:
    here, rows = _rows(mask, data, known)
    return islice(() if _is_known(mask, here) else _unknown(mask, [(here, rows)], ""), MOST_UNKNOWN)


def _is_known(mask: Mask, known: Known) -> bool:
    """No row need be looked at, since what is known has all the names."""
    for name in mask.named:
        inside, below = mask.of(name), known.of(name)
        if name not in known.names and (name != "*" or inside is not None):
            return False
        if isinstance(inside, Mask) and not below.opaque and not _is_known(inside, below):
            return False
    return True


def _unknown(
    mask: Mask, places: Iterable[tuple[Known, Sequence[Any]]], path: str
) -> Iterator[tuple[str, Sequence[Group]]]:
    groups = [(known, list(filter(None, objects_in(values)))) for known, values in places]
    could_be = any(objects or known.closed for known, objects in groups)
    for name in mask.named if could_be else ():
        below = _below(groups, name)
        inside = mask.of(name)
        if name not in mask.defaults and not _is_there(groups, name, below):
            yield path + name, groups
        elif isinstance(inside, Mask):
            yield from _unknown(inside, [place for place in below if not place[0].opaque], f"{path}{name}.")


def _is_there(groups: Iterable[Group], name: str, below: Iterable[tuple[Known, Sequence[Any]]]) -> bool:
    return name == "*" or any(values for _, values in below) or any(name in known.names for known, _ in groups)


def _below(groups: Iterable[Group], name: str) -> list[tuple[Known, list[Any]]]:
    """The values under a name, those together of which the same is known."""
    found: dict[int, tuple[Known, list[Any]]] = {}
    for known, objects in groups:
        for key in known.names if name == "*" else spellings(name):
            found.setdefault(id(known.of(key)), (known.of(key), []))
        for key, value in _items(objects, name):
            found.setdefault(id(known.of(key)), (known.of(key), []))[1].append(value)
    return list(found.values())


def _items(objects: Objects, name: str) -> Iterator[tuple[Any, Any]]:
    if name == "*":
        return chain.from_iterable(item.items() for item in objects)
    return ((key, item[key]) for key in spellings(name) for item in objects if key in item)


def _opaque(mask: Mask, known: Known, path: str) -> Iterator[str]:
    for name in mask.named:
        inside, below = mask.of(name), known.of(name)
        if isinstance(inside, Mask) and inside.named:
            if below.opaque:
                yield path + name
            else:
                yield from _opaque(inside, below, f"{path}{name}.")
