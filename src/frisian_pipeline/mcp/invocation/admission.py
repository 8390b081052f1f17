"""Whether a view would let the caller in, without running it."""

from typing import Any

from django.http import HttpRequest
from rest_framework.views import APIView

from frisian_pipeline.mcp.discovery import Placed, Tool
from frisian_pipeline.mcp.discovery.endpoints import Endpoint
from frisian_pipeline.mcp.invocation.answer import Answer
from frisian_pipeline.mcp.invocation.authority import Authority, force_user
from frisian_pipeline.mcp.invocation.parsed import is_bare
from frisian_pipeline.mcp.invocation.requests import inner_request
from frisian_pipeline.mcp.invocation.responses import answer_of

NOTHING = Placed({}, {}, None, {})


def is_stock(endpoint: Endpoint) -> bool:
    """Tell whether the URL's callback is what DRF's ``as_view`` returned, and nothing of the host's around the view."""
    return is_bare(endpoint.callback) and not overrides(endpoint, "dispatch")


def overrides(endpoint: Endpoint, method: str) -> bool:
    """Tell whether the view has its own way of doing what DRF's views do."""
    return getattr(endpoint.view, method) is not getattr(APIView, method)


def at_the_door(tool: Tool, outer: HttpRequest, authority: Authority) -> Any:
    """The view with a request of the caller's, without path, query and body, before anybody is asked."""
    endpoint = tool.endpoint
    inner = inner_request(tool, NOTHING, endpoint.route, outer)
    force_user(inner, outer, authority)
    view = endpoint.view(**endpoint.initkwargs)
    vars(view).update(action_map=endpoint.actions, args=(), kwargs={}, format_kwarg=None, headers={})
    view.request = view.initialize_request(inner)
    return view


def let_in(view: Any, endpoint: Endpoint, *, throttled: bool) -> None:
    """
    Let a view ask what it asks before it runs: who calls, whether they may, and how often.

    Raises whatever authenticators, permissions and throttles raise.
    """
    if not throttled:
        view.check_throttles = lambda request: None
    if overrides(endpoint, "initial"):
        view.initial(view.request)
        return
    view.perform_authentication(view.request)
    view.check_permissions(view.request)
    view.check_throttles(view.request)


def admit(tool: Tool, outer: HttpRequest, authority: Authority, *, counts: bool = False) -> Any:
    """
    Let a view authenticate the caller and ask its permissions; a throttle of its own making only where it counts.

    Returns the view, whose request has the user that it knows. Raises whatever the view raises.
    """
    view = at_the_door(tool, outer, authority)
    let_in(view, tool.endpoint, throttled=counts and overrides(tool.endpoint, "check_throttles"))
    return view


def refusal(tool: Tool, outer: HttpRequest, authority: Authority) -> Answer | None:
    """What REST would answer a caller whom the view does not let in; None where it does, or cannot be asked."""
    if not is_stock(tool.endpoint):
        return None
    view = at_the_door(tool, outer, authority)
    try:
        let_in(view, tool.endpoint, throttled=True)
    except Exception as error:  # noqa: BLE001
        return refused(view, error)
    return None


def refused(view: Any, error: Exception) -> Answer | None:
    """Let the view answer as it answers errors; None for one that it does not know, perhaps for want of a path."""
    try:
        response = view.finalize_response(view.request, view.handle_exception(error))
        return answer_of(response, view.request._request)
    except Exception:  # noqa: BLE001
        return None
