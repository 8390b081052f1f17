"""
What hand-written tools report while they run, for callers that ask for it.

For example::

    from frisian_pipeline.mcp import mcp_tool
    from frisian_pipeline.mcp.progress import report


    @mcp_tool(description="Count every rack.")
    def count_racks(arguments, request):
        racks = Rack.objects.all()
        for done, rack in enumerate(racks, 1):
            rack.count()
            report(request, done, total=len(racks), message=rack.name)

The reports go out together with the answer, in order and before it: no connection is held open for them.
"""

from collections.abc import Mapping
from math import inf, isfinite
from typing import Any

from django.http import HttpRequest
from msgspec import UNSET

from frisian_pipeline.drf.pipelines import JSON
from frisian_pipeline.mcp.protocol import Reply
from frisian_pipeline.mcp.protocol.messages import is_id
from frisian_pipeline.mcp.protocol.progress import ASKED, STREAM, Progress, ProgressNotification, streamed

__all__ = ["report"]

KEPT = "_frisian_pipeline_reports"
"""Where a request keeps what is reported."""

MOST_REPORTS = 1_000
LONGEST = 500
"""How many characters of a message are sent, and how many a token may have, which every report repeats."""

EXACT = 2**53
"""Up to here a whole number is the same to everybody who reads JSON."""


class Reports:
    """
    What one call has reported.

    Attributes:
        sent: The notifications, encoded.
    """

    def __init__(self, token: int | str) -> None:
        self.sent: list[bytes] = []
        self._token = token
        self._last: float = -inf

    def add(self, progress: Any, total: Any, message: Any) -> None:
        """Take a report, unless it says no more than the one before it or there are too many."""
        reached = number(progress)
        if reached is None or reached <= self._last or len(self.sent) >= MOST_REPORTS:
            return
        whole, said = number(total), str(message)[:LONGEST]
        params = Progress(self._token, reached, UNSET if whole is None else whole, said)
        self.sent.append(JSON(ProgressNotification(params=params)))
        self._last = reached


def report(request: HttpRequest, progress: float, total: float | None = None, message: str = "") -> None:
    """
    Report how far a tool has come; this does nothing where the caller has not asked, or cannot be told.

    A report that has not grown since the last one is left out, and so is what comes after the first 1,000; of a
    message 500 characters are sent.
    """
    reports = vars(request).get(KEPT)
    if reports is not None:
        reports.add(progress, total, message)


def number(value: Any) -> float | None:
    """A value as a number of JSON; None where it is none."""
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    if not isfinite(found):
        return None
    return int(found) if found.is_integer() and abs(found) <= EXACT else found


def expect(request: HttpRequest, meta: Mapping[str, Any]) -> None:
    """Begin to keep reports for a caller that asks for them and reads events."""
    token = meta.get(ASKED)
    if is_id(token) and len(str(token)) <= LONGEST and reads_events(request):
        vars(request)[KEPT] = Reports(token)


def reads_events(request: HttpRequest) -> bool:
    """Tell whether a client says that it reads events; one that would read anything may mean JSON."""
    return any(f"{one.main_type}/{one.sub_type}" == STREAM for one in request.accepted_types)


def with_reports(request: HttpRequest, reply: Reply) -> Reply:
    """A reply with what was reported before it; as it is where nothing was."""
    reports = vars(request).get(KEPT)
    return streamed(reply, reports.sent) if reports is not None and reports.sent else reply
