"""OAuth as far as a resource server goes: which servers' tokens are taken, and how a client learns it (RFC 9728)."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import NoReverseMatch, Resolver404, resolve, reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from frisian_pipeline import conf

ENDPOINT = "frisian_pipeline_mcp:endpoint"
METADATA = "frisian_pipeline_mcp:protected-resource"
WELL_KNOWN = ".well-known/oauth-protected-resource"


@login_not_required
@csrf_exempt
@require_safe
@cache_control(max_age=3600)
def protected_resource(request: HttpRequest, mount: str = "") -> HttpResponse:
    """Say whose tokens an endpoint takes; 404 where the host names no authorization server, or has none there."""
    servers = conf.settings().authorization_servers
    if not servers or (mount and not serves_mcp(f"/{mount}")):
        return JsonResponse({"detail": "This server names no authorization server here."}, status=404)
    place = f"{request.path.removesuffix(request.path_info)}/{mount}" if mount else reverse(ENDPOINT)
    document: dict[str, Any] = {
        "resource": request.build_absolute_uri(place),
        "authorization_servers": list(servers),
        "bearer_methods_supported": ["header"],
    }
    return JsonResponse(document, headers={"Access-Control-Allow-Origin": "*"})


def function_at(path: str) -> Any:
    """What answers at a path; None where nothing does."""
    try:
        return resolve(path).func
    except Resolver404:
        return None


def serves_mcp(path: str) -> bool:
    """Tell whether an endpoint of ours is at a path."""
    return getattr(getattr(function_at(path), "cls", None), "serves_mcp", False)


def metadata_of(request: HttpRequest) -> str:
    """
    The path of the document about the endpoint that a request came to: where clients look for it, else our URLs' own.

    Raises:
        NoReverseMatch: If the host serves none.
    """
    place = f"/{WELL_KNOWN}{request.path_info}"
    if function_at(place) is protected_resource:
        return request.path.removesuffix(request.path_info) + place
    return reverse(METADATA)


def challenge(request: HttpRequest, *, failed: bool) -> str:
    """
    The ``WWW-Authenticate`` of a 401 (RFC 9728 section 5.1); empty where the host names no authorization server.

    ``failed`` tells a credential that was not taken from one that was not sent (RFC 6750 section 3.1).
    """
    if not conf.settings().authorization_servers:
        return ""
    try:
        url = request.build_absolute_uri(metadata_of(request))
    except (NoReverseMatch, DisallowedHost):
        return "Bearer"
    fault = 'error="invalid_token", ' if failed else ""
    return f'Bearer {fault}resource_metadata="{url}"'
