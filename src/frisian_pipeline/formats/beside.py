"""What is said beside the data, in a body of its own or around one that has no place for it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

NO_FACTS: Mapping[str, Any] = MappingProxyType({})


def with_notes(body: Any, notes: tuple[str, ...], facts: Mapping[str, Any] = NO_FACTS) -> Any:
    """Put facts and notes beside the data: in an object, around a list or a scalar, never over a host's own key."""
    beside = {**({"facts": facts} if facts else {}), **({"_notes": list(notes)} if notes else {})}
    if isinstance(body, dict) and beside.keys().isdisjoint(body):
        return {**body, **beside}
    return {"results" if isinstance(body, list) else "result": body, **beside}


def is_preview(body: Any, size: int, token: str) -> bool:
    """Tell whether a body is a preview already: it says the size of the whole result, and what buys it, if anything."""
    return (
        isinstance(body, dict)
        and body.get("data_size") == size
        and any(name in body and body[name] in (token, None) for name in ("next", "continuation_token"))
    )
