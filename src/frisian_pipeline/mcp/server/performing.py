"""What the host has written by hand, called and answered."""

import json
from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from http import HTTPStatus
from inspect import isawaitable
from typing import Any, NamedTuple, Protocol

import msgspec
from asgiref.sync import async_to_sync
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.core.handlers.base import BaseHandler
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from msgspec import Raw
from rest_framework.exceptions import APIException, NotFound
from rest_framework.exceptions import PermissionDenied as Denied
from rest_framework.generics import GenericAPIView
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.drf import facts
from frisian_pipeline.drf.agent_views import Place, in_settings
from frisian_pipeline.drf.beside import told_by
from frisian_pipeline.drf.budgets import budgets
from frisian_pipeline.drf.iterators import read
from frisian_pipeline.drf.known import known_by, masks_of
from frisian_pipeline.drf.pipelines import JSON
from frisian_pipeline.drf.shaping import Beside, shaped
from frisian_pipeline.exchange import Call
from frisian_pipeline.mcp.discovery import Fault
from frisian_pipeline.mcp.invocation import failed
from frisian_pipeline.mcp.protocol import CallResult
from frisian_pipeline.mcp.protocol.content import Block
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.calls import asked
from frisian_pipeline.mcp.server.redemption import STORE
from frisian_pipeline.mcp.server.results import failure, refused, success
from frisian_pipeline.mcp.surfaces.routed import Perform
from frisian_pipeline.mcp.tiers import Tier

handler = BaseHandler()


def check_permissions(classes: Sequence[Any], caller: Caller) -> None:
    """
    Ask the permissions that guard a tool, as DRF would.

    Raises:
        APIException: If one refuses.
    """
    if classes:
        view = APIView(permission_classes=classes, request=caller.drf_request, kwargs={}, args=())
        view.check_permissions(caller.drf_request)


class Made(Protocol):
    """What has a function of the host's."""

    @property
    def make(self) -> Callable[[], Callable[..., Any]]:
        """Gives the function."""
        ...


class Performed(NamedTuple):
    """
    What an action answered.

    Attributes:
        data: What it returned, read.
        status: Of its own, or 200.
        serializer: What made it; None where nobody knows.
        author: The instance whose action it was; None for a function.
    """

    data: Any
    status: int
    serializer: Any
    author: Any = None


@async_to_sync
async def awaited(result: Awaitable[Any]) -> Any:
    """
    What an asynchronous action answers.

    Raises:
        RuntimeError: If it was cancelled, by itself or by what it waited for: that is its failure, not the server's.
    """
    try:
        return await result
    except CancelledError as error:
        raise RuntimeError("The action was cancelled.") from error


def opened(result: Any) -> tuple[Any, int]:
    """
    The data and the status of what an action returned; a page or a file that is an error has no data.

    Raises:
        TypeError: If it is a response of Django's that holds no JSON, which is no answer to an agent.
    """
    if isinstance(result, Response):
        return result.data, result.status_code
    if not isinstance(result, HttpResponseBase):
        return result, HTTPStatus.OK
    if isinstance(result, HttpResponse) and result.get("Content-Type", "").startswith("application/json"):
        return json.loads(result.content), result.status_code
    if result.status_code < HTTPStatus.BAD_REQUEST:
        raise TypeError("A tool answers data, a Response of DRF's, a JsonResponse or content blocks.")
    return None, result.status_code


def answered(result: Any) -> Performed:
    """What an action returned, with a query or an iterator in it read while the transaction is open."""
    data, status = opened(awaited(result) if isawaitable(result) else result)
    serializer = None if is_content(data) else facts.serializer_of(data, None)
    return Performed(data if hasattr(data, "serializer") or is_content(data) else read(data), int(status), serializer)


def run(written: Made, arguments: dict[str, Any], caller: Caller) -> Performed:
    """Call a function of the host's as Django would call a view: in the host's transactions, whatever it raises."""
    function: Callable[..., Any] = written.make()

    def perform() -> Performed:
        answer = answered(function(arguments, caller.request))
        return answer._replace(author=getattr(function, "__self__", None))

    view: Any = perform
    view._non_atomic_requests = getattr(function, "_non_atomic_requests", ())  # noqa: SLF001  Django's mark
    performed: Any = handler.make_view_atomic(view)()
    return performed  # type: ignore[no-any-return]


def is_content(data: Any) -> bool:
    """Tell content blocks, one or several, from data."""
    return isinstance(data, Block) or (
        isinstance(data, (list, tuple)) and bool(data) and all(isinstance(one, Block) for one in data)
    )


def sendable(data: Any) -> list[Raw]:
    """Content blocks, encoded as data is: the text of a template or of a translation is no plain text to msgspec."""
    return [Raw(JSON(block)) for block in (data if isinstance(data, Sequence) else [data])]


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


def call_of(routed: Perform, caller: Caller, serializer: Any, status: int) -> Call:
    """Describe the call of an action to the core, by its author's word and by what made its answer."""
    action, place = routed.action, Place((routed.tool.name,))
    words = asked(routed.shaping) if status < HTTPStatus.BAD_REQUEST else {}
    view = "" if routed.shaping.get("view") == "full" else in_settings(place, action.name)
    return Call(
        routed.tool.name,
        action=action.name,
        method="POST" if action.writes else "GET",
        owner=bound(caller, action.tier),
        verify=routed.shaping.get("verify") is True,
        can_continue=routed.discloses and bool(caller.owner),
        declared=action.operation,
        # There is no view: what a generic one of this serializer would look up identifies its objects.
        lookup_field="" if serializer is None else facts.lookup_field(GenericAPIView, serializer),
        light_keys=facts.names(facts.meta(serializer, "mcp_light_key")),
        once=facts.names(facts.meta(serializer, "mcp_once")),
        floor=True,
        **{**budgets(None, action.name, routed.shaping.get("budget")), "heavy": action.heavy},
        view=view,
        known=known_by(serializer, masks_of(view, words.get("fields"), words.get("exclude"))),
        **words,
    )


def bound(caller: Caller, tier: Tier) -> str:
    """Whom a token belongs to: a caller, as long as it reaches as far as what the token came from."""
    return f"{caller.owner} {tier.label}" if caller.owner else ""


def perform(routed: Perform, caller: Caller) -> CallResult:
    """Call an action and shape what it answers; it never raises."""
    try:
        data, status, serializer, author = run(routed.action, routed.arguments, caller)
    except Exception as error:  # noqa: BLE001  it is the host's code, and an answer goes out
        return broken(routed, caller, error)
    if data is None and routed.action.writes and status == HTTPStatus.OK:
        status = int(HTTPStatus.NO_CONTENT)
    try:
        if is_content(data):
            return CallResult(content=sendable(data), is_error=status >= HTTPStatus.BAD_REQUEST)
        describe = partial(call_of, routed, caller, serializer, status)
        content, name = shaped(describe, data, status, STORE, Beside(tell=told_by(author, caller.request)))
    except Exception as error:  # noqa: BLE001  as with a view, what cannot be encoded is a failure
        return unsaid(routed.tool.name, caller, error)
    return success(content, name) if status < HTTPStatus.BAD_REQUEST else failure(status, content)
