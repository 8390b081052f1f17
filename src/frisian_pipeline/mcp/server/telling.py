"""What an exception of the host tells the agent: what is meant for it, else an id that the log has."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404
from rest_framework.exceptions import APIException, NotFound
from rest_framework.exceptions import PermissionDenied as Denied
from rest_framework.views import APIView

from frisian_pipeline.drf.pipelines import JSON
from frisian_pipeline.mcp.discovery import Fault
from frisian_pipeline.mcp.invocation import failed
from frisian_pipeline.mcp.protocol import CallResult
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.results import failure, refused
from frisian_pipeline.mcp.surfaces.routed import Perform


def check_permissions(classes: Sequence[Any], caller: Caller) -> None:
    """
    Ask the permissions that guard a tool, as DRF would.

    Raises:
        APIException: If one refuses.
    """
    if classes:
        view = APIView(permission_classes=classes, request=caller.drf_request, kwargs={}, args=())
        view.check_permissions(caller.drf_request)


def as_error(error: Exception) -> APIException | None:
    """What an agent may be told of an exception, as DRF's own; None where that is nothing."""
    if isinstance(error, APIException):
        return error
    if isinstance(error, (Http404, ObjectDoesNotExist)):
        return NotFound()
    if isinstance(error, (PermissionError, PermissionDenied)):
        # The operating system's own has an errno, and names files.
        return None if getattr(error, "errno", None) is not None else Denied(str(error) or None)
    if isinstance(error, ValueError):
        wrong = APIException(str(error) or "Invalid value.", code="invalid")
        wrong.status_code = HTTPStatus.BAD_REQUEST
        return wrong
    return None


def said(error: APIException) -> CallResult:
    """An exception of DRF's as a result: its status, and the body that REST would send."""
    body = error.detail if isinstance(error.detail, (list, dict)) else {"detail": error.detail}
    wait = getattr(error, "wait", None)
    return failure(int(error.status_code), JSON(body), [] if wait is None else [f"Call again in {wait} seconds."])


def broken(routed: Perform, caller: Caller, error: Exception) -> CallResult:
    """What an exception tells the agent: what the author meant for it, a parameter that is missing, or an id."""
    missing = error.args[0] if isinstance(error, KeyError) and error.args else None
    if isinstance(missing, str) and missing in routed.action.declared - set(routed.arguments):
        return refused([Fault((missing,), "is required")])
    return told(routed.tool.name, caller, error, as_error)


def told(tool: str, caller: Caller, error: Exception, meant: Callable[[Exception], APIException | None]) -> CallResult:
    """Tell what of an exception is meant for the agent, else its id."""
    try:
        known = meant(error)
        return unsaid(tool, caller, error) if known is None else said(known)
    except Exception as worse:  # noqa: BLE001  words of the host's that fail when they are asked for
        return unsaid(tool, caller, worse)


def unsaid(tool: str, caller: Caller, error: Exception) -> CallResult:
    """An exception that was not meant for the agent: its id, which the log has too."""
    answer = failed(tool, caller.request, error)
    return failure(answer.status, msgspec.json.encode(answer.data))
