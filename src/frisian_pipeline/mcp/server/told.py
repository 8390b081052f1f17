"""What headers say and a body does not: where it goes on, how many there are, when to ask again."""

import re
from typing import Any

from frisian_pipeline.mcp.invocation import Answer

NAMES = {
    name.lower(): name
    for name in (
        *("Location", "Link", "Content-Range", "X-Total-Count", "X-Total", "X-Total-Pages", "X-Count", "Total-Count"),
        *("X-Pagination", "X-Next-Page", "X-Next-Cursor"),
    )
}
"""Headers that an agent may need; what caches and browsers do with the others is no affair of its."""

MOST = 2_000
"""The most characters of a header that are told."""

PAGES = re.compile(r"""rel=["']?(?:next|prev|previous|first|last)\b""")
URL = re.compile(r"<([^>]*)>")


def values_of(data: Any) -> set[str]:
    """What a body says in so many words; of a list, how many there are."""
    return set(map(str, data.values())) if isinstance(data, dict) else {str(len(data))} if is_list(data) else set()


def is_list(data: Any) -> bool:
    """Tell whether data is a list of rows."""
    return isinstance(data, list | tuple)


def says(values: set[str], name: str, value: str) -> bool:
    """Tell whether a body says already what a header does: the URL, or the identifier that it ends with."""
    if name == "Link":
        return not PAGES.search(value) or values.issuperset(URL.findall(value))
    return value in values or (name == "Location" and value.rstrip("/").rpartition("/")[2] in values)


def told_by(answer: Answer) -> dict[str, str]:
    """The headers of a success that say more than its body, by their names."""
    sent = () if answer.response is None else answer.response.items()
    found = {NAMES[name.lower()]: value[:MOST] for name, value in sent if value and name.lower() in NAMES}
    if not found:
        return found
    values = values_of(answer.data)
    return {name: value for name, value in found.items() if not says(values, name, value)}


def as_fields(told: dict[str, str]) -> dict[str, str]:
    """Headers as fields of an answer that has no body."""
    return {name.lower().replace("-", "_"): value for name, value in told.items()}


def as_notes(told: dict[str, str]) -> list[str]:
    """Headers as notes on a body."""
    return [f"{name}: {value}" for name, value in told.items()]
