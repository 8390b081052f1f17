"""Where the rows of a result are: lists are transparent, and a page's rows are its results."""

from collections.abc import Callable, Sequence
from typing import Any

PAGE_KEYS = frozenset({"count", "next", "previous"})


def is_page(data: Any) -> bool:
    """It is a page envelope: its ``results`` are a list, and it counts them or points to a next or previous page."""
    return isinstance(data, dict) and isinstance(data.get("results"), (list, tuple)) and not PAGE_KEYS.isdisjoint(data)


def rows_of(data: Any) -> Sequence[Any]:
    """The rows of a page or list, else the one object."""
    if is_page(data):
        data = data["results"]
    return data if isinstance(data, (list, tuple)) else (data,)


def objects_in(values: Sequence[Any]) -> list[dict[Any, Any]]:
    """The objects among these values and inside their lists, however deep the lists nest."""
    found, work = [], [values]
    for value in work:
        for item in value:
            if isinstance(item, dict):
                found.append(item)
            elif isinstance(item, (list, tuple)):
                work.append(item)
    return found


def each_object(change: Callable[[dict[Any, Any]], Any], values: Sequence[Any]) -> list[Any]:
    """Copy a list with every object in it changed, however deep the lists nest; other items stay."""
    copy: list[Any] = []
    work = [(values, copy)]
    for source, target in work:
        for item in source:
            if isinstance(item, dict):
                target.append(change(item))
            elif isinstance(item, (list, tuple)):
                target.append([])
                work.append((item, target[-1]))
            else:
                target.append(item)
    return copy
