"""What the host has written by hand, run as Django runs a view."""

import json
from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from inspect import isawaitable
from typing import Any, NamedTuple, Protocol

from asgiref.sync import async_to_sync
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.response import Response

from frisian_pipeline.drf import facts
from frisian_pipeline.drf.iterators import read
from frisian_pipeline.mcp.protocol.content import Block
from frisian_pipeline.mcp.server.caller import Caller

handler = BaseHandler()


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
