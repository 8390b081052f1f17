"""From a tool and its arguments to what the host's view answers."""

from typing import Any

from asgiref.sync import async_to_sync, iscoroutinefunction
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest

from frisian_pipeline.mcp.discovery import Placed, Tool
from frisian_pipeline.mcp.invocation.answer import Answer
from frisian_pipeline.mcp.invocation.authority import force_user
from frisian_pipeline.mcp.invocation.failures import failed
from frisian_pipeline.mcp.invocation.requests import inner_request
from frisian_pipeline.mcp.invocation.responses import answer_of
from frisian_pipeline.mcp.invocation.routes import match_of, path_of

make_view_atomic = BaseHandler().make_view_atomic


def invoke(tool: Tool, placed: Placed, outer: HttpRequest, authenticator: type[Any] | None = None) -> Answer:
    """
    Call the view behind a tool as REST would, and take its answer; it never raises.

    Transactions have ended when it returns. ``authenticator`` is the class that authenticated ``outer.user`` for the
    endpoint, None where none did.
    """
    try:
        return answer_of(respond(tool, placed, outer, authenticator))
    except Exception as error:  # noqa: BLE001  the view is the host's code, and an answer goes out
        return failed(tool.name, error)


def respond(tool: Tool, placed: Placed, outer: HttpRequest, authenticator: type[Any] | None) -> Any:
    """Call what the URL pattern calls, in the transactions that Django's own handler would open around it."""
    path = path_of(tool.endpoint, placed.path)
    match = match_of(tool.endpoint, path)
    inner = inner_request(tool, placed, path, outer)
    inner.resolver_match = match
    force_user(tool.endpoint, inner, outer, authenticator)
    view = make_view_atomic(match.func)
    if iscoroutinefunction(view):
        view = async_to_sync(view)
    return view(inner, *match.args, **match.kwargs)
