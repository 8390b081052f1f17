"""What a view lets out."""

import logging
from contextlib import suppress
from http import HTTPStatus
from secrets import token_hex
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.utils.log import log_response

from frisian_pipeline.mcp.invocation.answer import Answer
from frisian_pipeline.telemetry import safe_log

STATUSES: dict[type[Exception], HTTPStatus] = {
    Http404: HTTPStatus.NOT_FOUND,
    PermissionDenied: HTTPStatus.FORBIDDEN,
    MultiPartParserError: HTTPStatus.BAD_REQUEST,
    BadRequest: HTTPStatus.BAD_REQUEST,
    SuspiciousOperation: HTTPStatus.BAD_REQUEST,
}
"""The exceptions that Django's own handler answers with another status than 500."""


def failed(tool: str, request: HttpRequest, error: Exception) -> Answer:
    """Answer for a view that failed, without a word of the host's; the log has the kind of the failure under its id."""
    status = next((status for kind, status in STATUSES.items() if isinstance(error, kind)), None)
    if status is not None:
        tell(request, status, error)
        return Answer(status=status.value, data={"detail": f"{status.phrase}."})
    got_request_exception.send_robust(sender=None, request=request)
    tell(request, HTTPStatus.INTERNAL_SERVER_ERROR, error)
    error_id = token_hex(8)
    safe_log.error("%s failed (%s); error %s", tool, type(error).__name__, error_id)
    return Answer(status=500, data={"detail": "Internal error", "error_id": error_id})


def tell(request: HttpRequest, status: int, error: Exception | None = None) -> None:
    """Log an answer that is an error where Django's own handler logs it, so that the host's reporting sees it."""
    if status < HTTPStatus.BAD_REQUEST:
        return
    response = HttpResponse(status=status)
    where: dict[str, Any] = {"exception": None if isinstance(error, Http404) else error}
    if isinstance(error, SuspiciousOperation):
        where |= {"logger": logging.getLogger(f"django.security.{type(error).__name__}"), "level": "error"}
    with suppress(Exception):
        # A handler of the host's that fails costs its event, and not the answer.
        log_response("%s: %s", response.reason_phrase, request.path, response=response, request=request, **where)
