"""Whether a view would let the caller in again, without running it."""

from django.http import HttpRequest
from django.views.decorators.csrf import csrf_exempt
from rest_framework.request import Request

from frisian_pipeline.mcp.discovery import Placed, Tool
from frisian_pipeline.mcp.discovery.endpoints import Endpoint
from frisian_pipeline.mcp.invocation.authority import Authority, force_user
from frisian_pipeline.mcp.invocation.requests import inner_request

STOCK = csrf_exempt(lambda request: None).__code__
NOTHING = Placed({}, {}, None, {})


def is_stock(endpoint: Endpoint) -> bool:
    """Tell whether the URL's callback is what DRF's ``as_view`` returned, and nothing of the host's around it."""
    return getattr(endpoint.callback, "__code__", None) is STOCK


def admit(tool: Tool, outer: HttpRequest, authority: Authority) -> Request:
    """
    Let a view authenticate the caller and ask its permissions, without path, query and body.

    Returns the view's request, with the user that it knows. Raises whatever authenticators and permissions raise.
    """
    endpoint = tool.endpoint
    inner = inner_request(tool, NOTHING, endpoint.route, outer)
    force_user(inner, outer, authority)
    view = endpoint.view(**endpoint.initkwargs)
    vars(view).update(action_map=endpoint.actions, args=(), kwargs={}, format_kwarg=None, headers={})
    view.request = request = view.initialize_request(inner)
    view.perform_authentication(request)
    view.check_permissions(request)
    return request  # type: ignore[no-any-return]
