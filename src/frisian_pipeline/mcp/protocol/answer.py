"""Bytes and headers in, a reply out."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET, DecodeError
from msgspec.json import Decoder

from frisian_pipeline.mcp.protocol.context import RequestContext
from frisian_pipeline.mcp.protocol.eras import allows_batches, check_version, speaks_legacy
from frisian_pipeline.mcp.protocol.errors import INVALID_REQUEST, PARSE_ERROR, ProtocolError
from frisian_pipeline.mcp.protocol.headers import VERSION, read_headers
from frisian_pipeline.mcp.protocol.messages import (
    ACCEPTED,
    JSON,
    Reply,
    error_reply,
    is_response,
    read_message,
    readable_id,
)
from frisian_pipeline.mcp.protocol.requests import answer_request
from frisian_pipeline.mcp.protocol.server import Caller, Server

MOST = 100
"""How many messages a batch may hold: a small body must not buy a boundless answer."""

decode = Decoder().decode


def answer(
    body: bytes,
    headers: Mapping[str, str],
    server: Server[Caller],
    caller: Caller,
    again: Callable[[], Caller] | None = None,
) -> Reply:
    """
    Answer the body of a POST, whatever it is; it never raises, and reads of the headers those of the protocol.

    What one member of a batch does may change who the caller is to the next: ``again`` says so, or refuses with a
    ``ProtocolError``.
    """
    read, context = read_headers(headers), RequestContext(server, caller, again)
    try:
        decoded = decode(body)
    except (DecodeError, RecursionError):
        return error_reply(400, ProtocolError(PARSE_ERROR, "Parse error"))
    if isinstance(decoded, list) and allows_batches(read):
        return answer_batch(decoded, read, context)
    return answer_message(decoded, read, context)


def answer_message(decoded: Any, headers: Mapping[str, str], context: RequestContext[Any]) -> Reply:
    """Answer a request, accept a notification or a response, refuse anything else."""
    if is_response(decoded) and decoded.get("jsonrpc") == "2.0" and speaks_legacy(headers):
        return ACCEPTED
    try:
        message = read_message(decoded)
    except ProtocolError as error:
        return error_reply(400, error, readable_id(decoded))
    if message.id is UNSET:
        return accept(headers)
    return answer_request(message, headers, context)


def accept(headers: Mapping[str, str]) -> Reply:
    """Accept a notification; there is none that a server without sessions could act on."""
    try:
        if not speaks_legacy(headers):
            check_version(headers[VERSION])
    except ProtocolError as error:
        return error_reply(400, error)
    return ACCEPTED


def answer_batch(batch: list[Any], headers: Mapping[str, str], context: RequestContext[Any]) -> Reply:
    """Answer a batch in its order; what needs no answer leaves no trace."""
    if not 0 < len(batch) <= MOST:
        return error_reply(400, ProtocolError(INVALID_REQUEST, f"A batch holds 1 to {MOST} messages"))
    replies = (answer_member(member, headers, context, first=not index) for index, member in enumerate(batch))
    bodies = [reply.body for reply in replies if reply.body]
    return Reply(200, (b"[" + b",".join(bodies) + b"]",), JSON) if bodies else ACCEPTED


def answer_member(decoded: Any, headers: Mapping[str, str], context: RequestContext[Any], *, first: bool) -> Reply:
    """Answer one message of a batch; revision 2025-03-26 keeps ``initialize`` out of them."""
    if isinstance(decoded, dict) and decoded.get("method") == "initialize":
        error = ProtocolError(INVALID_REQUEST, "initialize must not be part of a batch")
        return error_reply(400, error, readable_id(decoded))
    if first or readable_id(decoded) is UNSET:
        return answer_message(decoded, headers, context)
    try:
        context = context.anew()
    except ProtocolError as error:
        return error_reply(400, error, readable_id(decoded))
    return answer_message(decoded, headers, context)
