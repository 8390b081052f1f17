"""What of a kept result is asked for."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from frisian_pipeline.errors import RedemptionError

CURSOR = re.compile(r"(?P<row>[0-9]{0,15})(?:\.(?P<byte>[0-9]{1,15}))?")
MOST_ROWS = 10_000
MASKS = ("fields", "exclude")
BUDGET = "budget"
ARGUMENTS = ("mode", "page", "page_size", "cursor")
"""What may be said beside a token, and means something else elsewhere; masks and views mean the same."""


class Mode(StrEnum):
    """How a kept result is shown: byte for byte, by rows, by rows with some of their fields, or summed up."""

    FULL = "full"
    PAGINATED = "paginated"
    FILTERED = "filtered"
    SUMMARY = "summary"


class Wanted(Struct, frozen=True):
    """
    What of a kept result is asked for.

    Attributes:
        mode: How it is shown.
        row: The first row, counted from 0; below 0 no rows but the text of the whole is meant.
        byte: Where in the text of that row, or of the whole, to begin.
        rows: The most rows; 0 is as many as the budget takes.
        in_text: The text of a row, or of the whole, is meant.
    """

    mode: Mode = Mode.FULL
    row: int = 0
    byte: int = 0
    rows: int = 0
    in_text: bool = False


def wanted(given: Mapping[str, Any]) -> Wanted:
    """
    Read what was said beside a token; without a mode it is what the rest makes sense for, else full.

    Raises:
        RedemptionError: If that cannot be.
    """
    mode = mode_of(given)
    if mode in (Mode.FULL, Mode.SUMMARY):
        for name in ARGUMENTS[1:]:
            if name in given:
                raise RedemptionError(name, f"has no place in mode {mode}; it goes with paginated and filtered")
        return Wanted(mode)
    if mode is Mode.FILTERED and not any(given.get(name) for name in MASKS):
        raise RedemptionError("fields", "is required in mode filtered, such as id,name,site(name)")
    if "cursor" not in given:
        size = number(given, "page_size", 0)
        return Wanted(mode, row=(number(given, "page", 1) - 1) * (size or 100), rows=size or 100 * ("page" in given))
    if "page" in given:
        raise RedemptionError("page", "has no place beside cursor; leave one of them out")
    return from_cursor(mode, given["cursor"], number(given, "page_size", 0))


def mode_of(given: Mapping[str, Any]) -> Mode:
    """The mode that is named or meant."""
    if "mode" not in given:
        if any(given.get(name) for name in MASKS):
            return Mode.FILTERED
        return Mode.PAGINATED if any(name in given for name in (*ARGUMENTS, BUDGET)) else Mode.FULL
    try:
        return Mode(given["mode"])
    except ValueError:
        raise RedemptionError("mode", f"is one of {', '.join(Mode)}") from None


def number(given: Mapping[str, Any], name: str, missing: int) -> int:
    """A page or its size."""
    value = given.get(name, missing)
    if isinstance(value, str) and value.isdecimal() and len(value) < 10:
        value = int(value)
    if name not in given or (type(value) is int and 0 < value <= (MOST_ROWS if name == "page_size" else 1 << 40)):
        return int(value)
    raise RedemptionError(name, f"is a whole number from 1{f' to {MOST_ROWS}' if name == 'page_size' else ''}")


def from_cursor(mode: Mode, cursor: Any, rows: int) -> Wanted:
    """Where a cursor points: to a row, into a row, or with nothing before its dot into the text of the whole."""
    found = CURSOR.fullmatch(cursor if isinstance(cursor, str) else str(cursor) if type(cursor) is int else "")
    if not found or not found[0]:
        raise RedemptionError("cursor", "is what an answer of this tool has said; 0 begins anew")
    row, byte = found["row"], found["byte"]
    return Wanted(mode, int(row) if row else -1, int(byte or 0), rows, byte is not None)
