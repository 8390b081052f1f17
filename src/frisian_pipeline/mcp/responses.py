"""Replies of the protocol and refusals of the endpoint, as HTTP responses."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from msgspec import UNSET, DecodeError
from msgspec.json import decode
from rest_framework.exceptions import APIException, MethodNotAllowed, NotFound, PermissionDenied
from rest_framework.renderers import JSONRenderer

from frisian_pipeline.mcp.protocol import Reply
from frisian_pipeline.mcp.protocol.errors import ProtocolError
from frisian_pipeline.mcp.protocol.messages import error_reply, readable_id
from frisian_pipeline.mcp.protocol.requests import internal_error


class PiecesResponse(HttpResponse):
    """A response that is sent from its pieces; whoever asks for its content gets them joined."""

    def __init__(self, pieces: Iterable[bytes], **facts: Any) -> None:
        super().__init__(**facts)
        self._container = list(pieces)
        # CommonMiddleware would join them to count.
        self["Content-Length"] = str(sum(map(len, self._container)))


def sent(reply: Reply) -> HttpResponse:
    """A reply as a response."""
    return PiecesResponse(reply.pieces, status=reply.status, headers=dict(reply.headers))


def refusal(exc: Exception) -> APIException:
    """
    The exception as DRF's own.

    Raises:
        Exception: As it came, where it is none that DRF answers.
    """
    if isinstance(exc, Http404):
        return NotFound()
    if isinstance(exc, DjangoPermissionDenied):
        return PermissionDenied()
    if isinstance(exc, APIException):
        return exc
    raise exc


def further_headers(error: APIException) -> dict[str, str]:
    """What a refusal says beside its body: what is allowed, or when a throttled client may call again."""
    if isinstance(error, MethodNotAllowed):
        return {"Allow": "POST"}
    wait = getattr(error, "wait", None)
    return {"Retry-After": str(int(wait))} if wait else {}


def id_of(request: HttpRequest) -> Any:
    """The id of the message that was refused, so that a client can tell which; UNSET where it cannot be read."""
    try:
        return readable_id(decode(vars(request).get("_body", b"")))
    except (DecodeError, RecursionError):
        return UNSET


def fault_of(error: APIException, status: int) -> ProtocolError:
    """A refusal in JSON-RPC; its code is the HTTP status, which no code of JSON-RPC or MCP can be taken for."""
    return ProtocolError(int(status), flat(error.detail))


def refused(error: ProtocolError, headers: Mapping[str, str], request_id: Any) -> HttpResponse:
    """Send a refusal."""
    response = sent(error_reply(error.code, error, request_id))
    for name, value in headers.items():
        response[name] = value
    return response


def flat(detail: Any) -> str:
    """What an exception says as one text."""
    return str(detail) if isinstance(detail, str) else str(JSONRenderer().render(detail), "utf-8")


def broken(error: Exception) -> HttpResponse:
    """Log the kind of a failure under an id; the caller gets the id and nothing else."""
    return sent(error_reply(500, internal_error("the MCP endpoint", error)))
