"""Names in tables: paths of columns, where they lead, and objects that look like tables."""

from collections.abc import Iterable
from typing import Any

TABLE = "cols"
ROWS = "rows"


def segment(key: str) -> str:
    """A key as a part of a path, in which dots go between parts; the escapes are those of JSON pointers."""
    return key.replace("~", "~0").replace(".", "~1") if "~" in key or "." in key else key


def keys_of(path: str) -> list[str]:
    """The keys along a path."""
    return [part.replace("~1", ".").replace("~0", "~") for part in path.split(".")]


def place(made: dict[str, Any], keys: list[str], value: Any) -> None:
    """Put a value where its path says, and nothing is yet."""
    for key in keys[:-1]:
        made = made.setdefault(key, {})
    if keys[-1] in made:
        raise ValueError("two columns are in one place")
    made[keys[-1]] = value


def take_away(made: Any, keys: list[str]) -> None:
    """Put null in place of an object in which everything is null."""
    for key in keys[:-1]:
        made = made[key]
    if all(value is None for value in made[keys[-1]].values()):
        made[keys[-1]] = None


def require_places(columns: Iterable[list[str]], nulls: Iterable[list[str]]) -> None:
    """
    See that paths lead through no column: what stands in one may stand in other places, too.

    Raises:
        ValueError: If one does.
    """
    shape: dict[str, Any] = {}
    for keys in columns:
        place(shape, keys, None)
    for keys in nulls:
        inner: Any = shape
        for key in keys:
            inner = inner[key]
        if inner is None:
            raise ValueError("a column is no object of columns")


def is_like(key: Any) -> bool:
    """Tell whether a key is ``cols``, behind any number of tildes."""
    return isinstance(key, str) and key.endswith(TABLE) and not key[: -len(TABLE)].strip("~")


def escape(data: dict[str, Any]) -> dict[str, Any]:
    """Put a tilde before the key that would make a table of an object."""
    if ROWS not in data or not any(map(is_like, data)):
        return data
    return {f"~{key}" if is_like(key) else key: value for key, value in data.items()}


def unescape(data: dict[str, Any]) -> dict[str, Any]:
    """Take that tilde away again."""
    if ROWS not in data or not any(map(is_like, data)):
        return data
    return {key[1:] if is_like(key) else key: value for key, value in data.items()}
