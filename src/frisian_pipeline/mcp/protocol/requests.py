"""One request, from its parameters to its reply."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any

from frisian_pipeline.mcp.protocol.context import RequestContext
from frisian_pipeline.mcp.protocol.eras import MODERN_ERA, Era, check_modern, complete, era_of
from frisian_pipeline.mcp.protocol.errors import (
    INTERNAL_ERROR,
    METHOD_NOT_FOUND,
    ProtocolError,
    UnknownResourceError,
)
from frisian_pipeline.mcp.protocol.messages import JSON, Message, Reply, Response, encode_response, error_reply
from frisian_pipeline.mcp.protocol.mirrors import check_mirrors
from frisian_pipeline.mcp.protocol.params import read_params
from frisian_pipeline.mcp.protocol.results import Result
from frisian_pipeline.mcp.protocol.trace import continued
from frisian_pipeline.telemetry import safe_log


def answer_request(message: Message, headers: Mapping[str, str], context: RequestContext[Any]) -> Reply:
    """Answer a request; whatever the server raises is an internal error."""
    era = era_of(headers, message.params)
    try:
        if era is MODERN_ERA:
            check_modern(headers, message)
            check_arguments(headers, message, context)
        result, listing = perform(message, era, context)
        return Reply(200, encode_response(Response(id=message.id, result=result), listing), JSON)
    except ProtocolError as error:
        fault = error
    except Exception as error:  # noqa: BLE001  the server is somebody else's code, and an answer goes out
        fault = internal_error(message.method, error)
    return error_reply(era.status_of(fault), fault, message.id)


def check_arguments(headers: Mapping[str, str], message: Message, context: RequestContext[Any]) -> None:
    """
    Compare the headers of a call with the arguments that they repeat; what is no call is the parameters' fault.

    Raises:
        ProtocolError: If they differ.
    """
    name = message.params.get("name")
    if message.method == "tools/call" and isinstance(name, str):
        check_mirrors(headers, message.params.get("arguments"), context.server.mirrors(context.caller, name))


def perform(message: Message, era: Era, context: RequestContext[Any]) -> tuple[Result, bytes]:
    """
    Do what the method does; what it lists comes beside its result.

    Raises:
        ProtocolError: If the request cannot be served.
    """
    method = era.methods.get(message.method)
    if method is None:
        raise ProtocolError(METHOD_NOT_FOUND, "Method not found", message.method)
    given = read_params(method.params, message.params)
    try:
        with continued(given.meta):
            result = method.run(context, given)
            listing = getattr(context.server, method.listing)(context.caller) if method.listing else b""
    except UnknownResourceError:
        raise ProtocolError(era.resource_not_found, "Resource not found", {"uri": message.params["uri"]}) from None
    return (complete(result, context, method.ttl_ms) if era is MODERN_ERA else result), listing


def internal_error(method: str, error: Exception) -> ProtocolError:
    """Log the kind of a failure under an id; the caller gets the id and nothing else."""
    error_id = token_hex(8)
    safe_log.error("%s failed (%s); error %s", method, type(error).__name__, error_id)
    return ProtocolError(INTERNAL_ERROR, "Internal error", {"error_id": error_id})
