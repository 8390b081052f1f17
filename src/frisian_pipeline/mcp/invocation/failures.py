"""What a view lets out."""

import logging
from http import HTTPStatus
from secrets import token_hex

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404
from django.http.multipartparser import MultiPartParserError

from frisian_pipeline.mcp.invocation.answer import Answer

STATUSES: dict[type[Exception], HTTPStatus] = {
    Http404: HTTPStatus.NOT_FOUND,
    PermissionDenied: HTTPStatus.FORBIDDEN,
    MultiPartParserError: HTTPStatus.BAD_REQUEST,
    BadRequest: HTTPStatus.BAD_REQUEST,
    SuspiciousOperation: HTTPStatus.BAD_REQUEST,
}
"""The exceptions that Django's own handler answers with another status than 500."""

log = logging.getLogger("frisian_pipeline")


def failed(tool: str, error: Exception) -> Answer:
    """Answer for a view that failed, without a word of the host's; the log has the kind of the failure under its id."""
    status = next((status for kind, status in STATUSES.items() if isinstance(error, kind)), None)
    if status is not None:
        return Answer(status=status.value, data={"detail": f"{status.phrase}."})
    error_id = token_hex(8)
    log.error("%s failed (%s); error %s", tool, type(error).__name__, error_id)
    return Answer(status=500, data={"detail": "Internal error", "error_id": error_id})
