"""Names in tables: paths of columns, and objects that look like tables."""

from typing import Any

TABLE = "cols"
ROWS = "rows"


def segment(key: str) -> str:
    """A key as a part of a path, in which dots go between parts; the escapes are those of JSON pointers."""
    return key.replace("~", "~0").replace(".", "~1") if "~" in key or "." in key else key


def keys_of(path: str) -> list[str]:
    """The keys along a path."""
    return [part.replace("~1", ".").replace("~0", "~") for part in path.split(".")]


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
