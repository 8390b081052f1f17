"""
The automatic agent view: what it leaves out it finds in the data, for results that nobody has said anything of.

Related objects become their identifier and name, ``{value, label}`` becomes the value, and addresses and empty values
go. ``false`` and 0 stay, items of lists keep their places, and so does free-form data.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from frisian_pipeline.exchange import UNKNOWN, Known
from frisian_pipeline.masks.rows import each_object, is_page

IDENTIFIERS = ("id", "pk", "uuid", "uid", "slug", "url")
LABELS = ("name", "display", "label", "title", "display_name", "full_name", "username")
CHOICE = {"value", "label"}
NONE: frozenset[str] = frozenset()
DEEPEST = 5
"""Objects that stand deeper inside each other are left as they are."""


class Auto(Struct, frozen=True):
    """Stands as a call's agent view for the automatic one; no field can be called so."""


def auto(data: Any, always: Iterable[str] = (), known: Known = UNKNOWN) -> Any:
    """Copy what is not noise, in the data's own order, and of every row the keys that are always kept."""
    kept = frozenset(always)
    if is_page(data):
        return {**data, "results": _rows(data["results"], known.of("results"), kept)}
    return _rows(data, known, kept)


def is_empty(value: Any) -> bool:
    """Tell what says nothing: null, an empty text, list or object."""
    return value is None or (isinstance(value, (str, list, tuple, dict)) and not value)


def is_address(name: Any, value: Any) -> bool:
    """Tell a URL, or a list of them, by the field's name or by its value."""
    if isinstance(value, (list, tuple)):
        return bool(value) and all(isinstance(one, str) and is_address(name, one) for one in value)
    if not isinstance(value, str):
        return False
    by_value = value.startswith(("http://", "https://")) and " " not in value
    return by_value or name == "url" or str(name).endswith("_url")


def named(row: dict[Any, Any], names: Iterable[str]) -> str:
    """The first of these fields that names something; empty where none does."""
    return next((name for name in names if _names(row.get(name))), "")


def _names(value: Any) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool) and value != ""


def _rows(data: Any, known: Known, always: frozenset[str]) -> Any:
    if isinstance(data, (list, tuple)):
        return each_object(lambda row: _object(row, known, always=always), data)
    return _object(data, known, always=always) if isinstance(data, dict) else data


def _object(
    row: dict[Any, Any], known: Known, depth: int = 1, *, always: frozenset[str] = NONE, related: bool = False
) -> dict[Any, Any]:
    """Clean an object's fields; where it or what it stands in is identified, those inside it are related to that."""
    own = named(row, (*sorted(always), *IDENTIFIERS))
    kept = {}
    for key, value in row.items():
        below = known.of(key)
        is_left = below.opaque or key in always or key in IDENTIFIERS or depth == DEEPEST
        shown = value if is_left else _value(value, below, depth + 1, related=related or own != "")
        is_noise = is_empty(shown) or (key != own and not below.opaque and is_address(key, shown))
        if key in always or not is_noise:
            kept[key] = shown
    return kept


def _value(value: Any, known: Known, depth: int, *, related: bool) -> Any:
    if isinstance(value, dict):
        return _collapsed(_object(value, known, depth, related=related), related=related)
    if not isinstance(value, (list, tuple)):
        return value

    def change(item: dict[Any, Any]) -> Any:
        cleaned = _object(item, known, depth, related=related)
        return _collapsed(cleaned, related=True) if related else cleaned

    return each_object(change, value)


def _collapsed(cleaned: dict[Any, Any], *, related: bool) -> Any:
    """What stands for an object: of a choice its value, of a related object its identifier and name."""
    if cleaned.keys() == CHOICE and not isinstance(cleaned["value"], (dict, list)):
        return cleaned["value"]
    own, label = named(cleaned, IDENTIFIERS), named(cleaned, LABELS)
    return {name: cleaned[name] for name in cleaned if name in (own, label)} if related and own and label else cleaned
