"""The way from an endpoint and its path parameters to what Django would call there."""

import re
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

import uritemplate
from django.http import Http404
from django.urls import ResolverMatch, URLResolver, get_resolver, get_urlconf
from django.utils.translation import get_language

from frisian_pipeline.mcp.discovery import Endpoint
from frisian_pipeline.mcp.discovery.routes import regex_of, routes_of
from frisian_pipeline.mcp.invocation.bodies import text_of

SLOT = re.compile(r"\{(\w+)\}|%7B|%7D")


def spelt(endpoint: Endpoint) -> tuple[str, str]:
    """The route and the URL pattern of an endpoint in the language that is active."""
    if not endpoint.pieces:
        return endpoint.route, endpoint.regex
    wanted = set(endpoint.parameters)
    routes = (one for one in routes_of(endpoint.pieces) if set(uritemplate.variables(one)) == wanted)
    return next(routes, endpoint.route), regex_of(endpoint.pieces)


def path_of(endpoint: Endpoint, given: dict[str, Any]) -> str:
    """The path of an endpoint with these parameters, as it is in a request: not quoted."""
    route, _ = spelt(endpoint)
    return SLOT.sub(lambda found: text_of(given.get(found[1])) if found[1] else unquote(found[0]), route)


def match_of(endpoint: Endpoint, path: str) -> ResolverMatch:
    """
    Resolve a path as Django would.

    Raises:
        Http404: If the path is not this endpoint's: a parameter does not fit, or spells the path of another view.
    """
    resolver = get_resolver(get_urlconf())
    if endpoint.parameters:
        return resolved(resolver, endpoint, path)
    # A path without parameters leads to one place as long as routes and language stay.
    return kept(resolver, endpoint, path, get_language())


def resolved(resolver: URLResolver, endpoint: Endpoint, path: str) -> ResolverMatch:
    """Resolve a path, and see that it is the endpoint's own."""
    match, (_, regex) = resolver.resolve(path), spelt(endpoint)
    if match.func is not endpoint.callback or unanchored(match.route) != unanchored(regex):
        raise Http404
    return match


@lru_cache(maxsize=1024)
def kept(resolver: URLResolver, endpoint: Endpoint, path: str, language: str | None) -> ResolverMatch:
    """Resolve a path once."""
    return resolved(resolver, endpoint, path)


def unanchored(regex: str) -> str:
    """A URL pattern without the anchors that Django takes out where patterns are joined."""
    return regex.replace("^", "")
