"""
A mask applied to plain data: keep what it names, or drop it.

The data is never changed; a value that is kept whole is the data's own, not a copy.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, UnsetType

from frisian_pipeline.exchange import UNKNOWN, Known
from frisian_pipeline.masks.mask import Mask
from frisian_pipeline.masks.rows import each_object, is_page

NOTHING = Mask()


def keep(mask: Mask, data: Any, always: Iterable[str] = (), known: Known = UNKNOWN) -> Any:
    """
    Copy what the mask names, in the data's own order, and of every row the keys that are always kept.

    Where the mask names something inside a value that is no object, or whose keys are data, it is kept as it is.
    """
    return _prune(mask, data, always, known, keeps=True)


def drop(mask: Mask, data: Any, always: Iterable[str] = (), known: Known = UNKNOWN) -> Any:
    """
    Copy what the mask does not name, in the data's own order, and of every row the keys that are always kept.

    Where the mask names something inside a value that is no object, or whose keys are data, it stays; defaults mean
    nothing here.
    """
    return _prune(mask, data, always, known, keeps=False)


def _prune(mask: Mask, data: Any, always: Iterable[str], known: Known, *, keeps: bool) -> Any:
    spare, gone = (None, UNSET) if keeps else (NOTHING, None)
    page = is_page(data)
    if page and "results" in mask.children:
        rows = mask.children["results"]
        return _Pruner(mask if rows is None else mask.also(["results"], rows.also(always, spare)), gone, known)(data)
    prune = _Pruner(mask.also(always, spare), gone, known.of("results") if page else known)
    return {**data, "results": prune(data["results"])} if page else prune(data)


class _Pruner:
    """
    Copies objects without the keys of which the mask says ``gone``.

    Rows are mostly alike, so what to do with the keys of the last one is remembered for the next.
    """

    __slots__ = ("below", "defaults", "gone", "inside", "kept", "keys", "known", "mask", "whole")

    def __init__(self, mask: Mask, gone: UnsetType | None, known: Known) -> None:
        self.mask = mask
        self.gone = gone
        self.known = known
        self.defaults = {} if gone is None else mask.defaults
        self.below: dict[tuple[int, int], _Pruner] = {}
        self.keys: list[Any] = []
        self.whole = False
        self.kept: list[Any] = []
        self.inside: list[tuple[Any, _Pruner]] = []

    def __call__(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self.prune(value)
        return each_object(self.prune, value) if isinstance(value, (list, tuple)) else value

    def prune(self, row: dict[Any, Any]) -> dict[Any, Any]:
        if (keys := list(row)) != self.keys:
            self._learn(keys)
        if self.whole:
            return row
        kept = {key: row[key] for key in self.kept}
        for key, pruner in self.inside:
            value = row[key]
            kept[key] = pruner.prune(value) if isinstance(value, dict) else pruner(value)
        return _without_defaults(self.defaults, row, kept) if self.defaults else kept

    def _learn(self, keys: list[Any]) -> None:
        said = [(key, self.mask.of(key)) for key in keys]
        self.keys = keys
        self.kept = [key for key, inside in said if inside is not self.gone]
        self.whole = self.kept == keys and not self.defaults and not any(isinstance(inside, Mask) for _, inside in said)
        below = [(key, inside, self.known.of(key)) for key, inside in said if isinstance(inside, Mask)]
        self.inside = [(key, self._pruner(inside, known)) for key, inside, known in below if not known.opaque]

    def _pruner(self, mask: Mask, known: Known) -> "_Pruner":
        return self.below.setdefault((id(mask), id(known)), _Pruner(mask, self.gone, known))


def _without_defaults(defaults: Any, row: dict[Any, Any], kept: dict[Any, Any]) -> dict[Any, Any]:
    # Both are asked: a value that only its own mask made equal would else be left out the second time.
    return {
        key: value
        for key, value in kept.items()
        if key not in defaults or not (_same(row[key], defaults[key]) or _same(value, defaults[key]))
    }


def _same(value: Any, default: Any) -> bool:
    """Equal as JSON: a bool is never a number, and it does not matter what kind of list or object it is."""
    if isinstance(default, dict):
        return (
            isinstance(value, dict)
            and value.keys() == default.keys()
            and all(_same(value[key], default[key]) for key in default)
        )
    if isinstance(default, (list, tuple)):
        return isinstance(value, (list, tuple)) and len(value) == len(default) and all(map(_same, value, default))
    return isinstance(value, bool) is isinstance(default, bool) and bool(value == default)
