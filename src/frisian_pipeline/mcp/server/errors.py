"""Errors that an agent can read: no larger than they need to be."""

from secrets import token_hex
from typing import Any

from msgspec import Raw
from msgspec.json import decode, encode

from frisian_pipeline import conf
from frisian_pipeline.stages.fit.cuts import shorten
from frisian_pipeline.telemetry import safe_log

MOST_ERROR = 2_048
"""Bytes of an error's body that are shown."""


def bounded(status: int, error: bytes) -> dict[str, Any]:
    """
    The body of an error, and where it is too long its beginning with an id.

    The log has the id beside what is not told, of which it holds no word: texts and lists are cut, and say how long
    they were.
    """
    most = min(MOST_ERROR, conf.settings().hard_budget_tokens or MOST_ERROR)
    if len(error) <= most:
        return {"error": Raw(error)}
    error_id = token_hex(8)
    safe_log.error("an error %s of %s bytes was cut; error %s", status, len(error), error_id)
    return {"error": shortest(decode(error), most), "error_id": error_id}


def shortest(error: Any, most: int) -> Any:
    """As much of an error as there is room for, in bytes; of many names the first ones."""

    def fits(cut: Any) -> bool:
        return len(encode(cut)) <= most

    found = next(iter(shorten(error, fits, most)), None)
    while found is None and isinstance(error, dict) and len(error) > 1:
        error = dict(list(error.items())[: len(error) // 2])
        found = next(iter(shorten(error, fits, most)), None)
    return found
