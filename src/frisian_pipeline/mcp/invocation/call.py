"""From a tool and its arguments to what the host's view answers."""

from functools import cache
from http import HTTPStatus
from inspect import iscoroutine
from typing import Any

from asgiref.sync import async_to_sync, iscoroutinefunction
from django.core.handlers.base import BaseHandler
from django.core.signals import setting_changed
from django.http import HttpRequest
from django.urls import ResolverMatch

from frisian_pipeline.mcp.discovery import Placed, Tool
from frisian_pipeline.mcp.invocation.answer import Answer
from frisian_pipeline.mcp.invocation.apart import apart
from frisian_pipeline.mcp.invocation.authority import NOBODY, Authority, force_user
from frisian_pipeline.mcp.invocation.failures import failed, tell
from frisian_pipeline.mcp.invocation.parsed import PARSED, sparing
from frisian_pipeline.mcp.invocation.projected import ASKED, asked_of, projecting
from frisian_pipeline.mcp.invocation.requests import inner_request
from frisian_pipeline.mcp.invocation.responses import answer_of
from frisian_pipeline.mcp.invocation.routes import match_of, path_of
from frisian_pipeline.mcp.invocation.sessions import hand_over, take_over

handler = BaseHandler()


@cache
def whole_handler() -> BaseHandler:
    """Django's handler with the host's middleware around it."""
    made = BaseHandler()
    made.load_middleware()
    return made


def invoke(  # noqa: PLR0913  what a call is made of
    tool: Tool,
    placed: Placed,
    outer: HttpRequest,
    authority: Authority = NOBODY,
    *,
    through_middleware: bool = False,
    pushes_down: bool = False,
) -> Answer:
    """
    Call the view behind a tool as REST would, and take its answer; it never raises.

    Transactions have ended when it returns.

    Args:
        tool: What is called.
        placed: Its arguments.
        outer: The request that the endpoint was sent.
        authority: How the endpoint knows its caller.
        through_middleware: The call goes through the host's middleware first, as a request over REST.
        pushes_down: A view that reads need not compute what masks leave out of its answer.
    """
    inner = outer
    try:
        path = path_of(tool.endpoint, placed.path)
        inner = inner_request(tool, placed, path, outer, bare=through_middleware)
        force_user(inner, outer, authority)
        match = match_of(tool.endpoint, inner.path_info)
        if pushes_down and tool.endpoint.reads:
            vars(inner)[ASKED] = asked_of(tool, placed.shaping)
        if through_middleware:
            return answer_of(respond_through(inner, outer), inner)
        answer = answered(match, inner)
    except Exception as error:  # noqa: BLE001  the view is the host's code, and an answer goes out
        return failed(tool.name, inner, error)
    tell(inner, answer.status)
    return answer


def answered(match: ResolverMatch, inner: HttpRequest) -> Answer:
    """Answer a call; a read that fails as nobody has seen it fail before is made once more, as REST would make it."""
    if ASKED not in vars(inner) or projecting(match.func) is match.func:
        return answer_of(respond(match, inner), inner)
    try:
        answer = answer_of(respond(match, inner), inner)
    except Exception:  # noqa: BLE001  whether it was the host's or ours, REST's own way decides
        answer = None
    if answer is not None and answer.status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return answer
    del vars(inner)[ASKED]
    return answer_of(respond(match, inner), inner)


def respond_through(inner: HttpRequest, outer: HttpRequest) -> Any:
    """Call whatever the path leads to, the host's middleware around it, on the session of the outer request."""
    hand_over(outer, inner)
    # The handler chooses the URL configuration anew, and leaves it.
    with apart():
        response = whole_handler().get_response(inner)
    take_over(outer, inner)
    return response


def eased(callback: Any, inner: HttpRequest) -> Any:
    """The same view without work that nobody needs: its body is parsed, or its caller wants less than it has."""
    if PARSED in vars(inner):
        return sparing(callback)
    return projecting(callback) if ASKED in vars(inner) else callback


def respond(match: ResolverMatch, inner: HttpRequest) -> Any:
    """Call what the URL pattern calls, in the transactions that Django's own handler would open around it."""
    inner.resolver_match = match
    view = handler.make_view_atomic(eased(match.func, inner))
    if iscoroutinefunction(view):
        view = async_to_sync(view)
    response = view(inner, *match.args, **match.kwargs)
    if response is None or iscoroutine(response):
        handler.check_response(response, match.func)
    return response


def forget(*, setting: str, **_: Any) -> None:
    """Load the middleware afresh when a test or a host changes it, or what it has read."""
    if setting in {"MIDDLEWARE", "SESSION_ENGINE"}:
        whole_handler.cache_clear()


setting_changed.connect(forget, dispatch_uid="frisian_pipeline.mcp.invocation")
