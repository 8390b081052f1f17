"""OAuth as far as a resource server goes: which servers' tokens are taken, and how a client learns it (RFC 9728)."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import NoReverseMatch, reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from frisian_pipeline import conf

ENDPOINT = "frisian_pipeline_mcp:endpoint"
METADATA = "frisian_pipeline_mcp:protected-resource"


@csrf_exempt
@require_safe
@cache_control(max_age=3600)
def protected_resource(request: HttpRequest) -> HttpResponse:
    """Say whose tokens the endpoint takes; 404 where the host names no authorization server."""
    servers = conf.settings().authorization_servers
    if not servers:
        return JsonResponse({"detail": "This server names no authorization server."}, status=404)
    document: dict[str, Any] = {
        "resource": request.build_absolute_uri(reverse(ENDPOINT)),
        "authorization_servers": list(servers),
        "bearer_methods_supported": ["header"],
    }
    return JsonResponse(document, headers={"Access-Control-Allow-Origin": "*"})


def challenge(request: HttpRequest, *, failed: bool) -> str:
    """
    The ``WWW-Authenticate`` of a 401 (RFC 9728 section 5.1); empty where the host names no authorization server.

    ``failed`` tells a credential that was not taken from one that was not sent (RFC 6750 section 3.1).
    """
    if not conf.settings().authorization_servers:
        return ""
    try:
        url = request.build_absolute_uri(reverse(METADATA))
    except NoReverseMatch:
        return "Bearer"
    fault = 'error="invalid_token", ' if failed else ""
    return f'Bearer {fault}resource_metadata="{url}"'
