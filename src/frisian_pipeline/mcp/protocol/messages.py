"""JSON-RPC: what arrives, and what is sent back."""

from collections.abc import Mapping
from typing import Any, Literal, TypeGuard

from msgspec import UNSET, Struct, UnsetType, ValidationError, convert
from msgspec.json import Encoder

from frisian_pipeline.mcp.protocol.errors import INVALID_REQUEST, ProtocolError
from frisian_pipeline.mcp.protocol.results import Result

encode = Encoder().encode

JSON: Mapping[str, str] = {"Content-Type": "application/json"}


class Message(Struct, frozen=True):
    """
    A request, or without an id a notification.

    Attributes:
        id: As it came; an integer or text in a message that was read.
    """

    jsonrpc: Literal["2.0"]
    method: str
    params: dict[str, Any] = {}
    id: Any = UNSET


class Response(Struct, frozen=True, kw_only=True):
    """A request's good end."""

    jsonrpc: Literal["2.0"] = "2.0"
    id: int | str
    result: Result


def encode_response(response: Response, listing: bytes = b"") -> tuple[bytes, ...]:
    """
    Encode a response; a listing is a piece of its own, since a copy of many tools costs more than all the rest.

    No text of a client's can look like its place: the quotes in a text are escaped.
    """
    encoded = encode(response)
    if not listing:
        return (encoded,)
    head, place, tail = encoded.partition(b'":[]')
    return head + place[:2], listing, tail


class Error(Struct, frozen=True, omit_defaults=True):
    """What went wrong."""

    code: int
    message: str
    data: Any = UNSET


class ErrorResponse(Struct, frozen=True, kw_only=True):
    """A request's bad end; without an id where none could be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    id: int | str | UnsetType = UNSET
    error: Error


class Reply(Struct, frozen=True):
    """
    What goes out over HTTP.

    Attributes:
        status: The HTTP status.
        pieces: The body, in pieces that need not be joined; none where the status is 202.
        headers: Further headers.
    """

    status: int
    pieces: tuple[bytes, ...] = ()
    headers: Mapping[str, str] = {}

    @property
    def body(self) -> bytes:
        """The body as one."""
        return b"".join(self.pieces)


ACCEPTED = Reply(202)


def read_message(decoded: Any) -> Message:
    """
    Take decoded JSON for a message.

    Raises:
        ProtocolError: If it is none: a scalar, a list, a response, an id that is neither text nor an integer.
    """
    try:
        message = convert(decoded, Message)
    except ValidationError:
        message = None
    if message is None or (message.id is not UNSET and not is_id(message.id)):
        raise ProtocolError(INVALID_REQUEST, "Body must be one JSON-RPC request or notification")
    return message


def is_id(value: Any) -> TypeGuard[int | str]:
    """Tell whether this may be an id; ``true`` is an integer in Python only."""
    return type(value) in (int, str)


def is_response(decoded: Any) -> bool:
    """Tell whether a client answers something it was never asked."""
    return isinstance(decoded, dict) and "method" not in decoded and ("result" in decoded or "error" in decoded)


def readable_id(decoded: Any) -> int | str | UnsetType:
    """The id of a broken request; a response's id is not ours to repeat."""
    if not isinstance(decoded, dict) or is_response(decoded):
        return UNSET
    value = decoded.get("id")
    return value if is_id(value) else UNSET


def error_reply(status: int, error: ProtocolError, request_id: int | str | UnsetType = UNSET) -> Reply:
    """Send a JSON-RPC error."""
    body = ErrorResponse(id=request_id, error=Error(error.code, error.message, error.data))
    return Reply(status, (encode(body),), JSON)
