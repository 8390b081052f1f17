"""What a request reports before its response, and both as one body of server-sent events."""

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from frisian_pipeline.mcp.protocol.messages import Reply

ASKED = "progressToken"
"""The key of ``_meta`` by which a request asks for reports."""

STREAM = "text/event-stream"
OPENING, CLOSING = b"event: message\ndata: ", b"\n\n"


class Progress(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """
    How far a request has come.

    Attributes:
        progress_token: What the request calls its reports.
        progress: More than the last time.
        total: What it grows to, where that is known.
        message: What is being done; empty sends none.
    """

    progress_token: int | str
    progress: float
    total: float | UnsetType = UNSET
    message: str = ""


class ProgressNotification(Struct, frozen=True, kw_only=True):
    """A report."""

    jsonrpc: Literal["2.0"] = "2.0"
    method: Literal["notifications/progress"] = "notifications/progress"
    params: Progress


def streamed(reply: Reply, notifications: Sequence[bytes]) -> Reply:
    """Send encoded notifications before a reply: a stream that is over when it begins, so nobody waits for it."""
    events = (piece for one in notifications for piece in (OPENING, one, CLOSING))
    headers = {**reply.headers, "Content-Type": STREAM}
    return replace(reply, pieces=(*events, OPENING, *reply.pieces, CLOSING), headers=headers)
