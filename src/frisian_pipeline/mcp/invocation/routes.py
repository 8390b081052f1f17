"""The way from an endpoint and its path parameters to what Django would call there."""

import re
from typing import Any

from django.http import Http404
from django.urls import ResolverMatch, resolve

from frisian_pipeline.mcp.discovery import Endpoint
from frisian_pipeline.mcp.invocation.bodies import text_of

BRACES = re.compile(r"\{(\w+)\}")


def path_of(endpoint: Endpoint, given: dict[str, Any]) -> str:
    """The path of an endpoint with these parameters, as it is in a request: not quoted."""
    return BRACES.sub(lambda found: text_of(given.get(found[1])), endpoint.route)


def match_of(endpoint: Endpoint, path: str) -> ResolverMatch:
    """
    Resolve a path as Django would.

    Raises:
        Http404: If the path is not this endpoint's: a parameter does not fit, or spells the path of another view.
    """
    match = resolve(path)
    if match.func is not endpoint.callback or unanchored(match.route) != unanchored(endpoint.regex):
        raise Http404
    return match


def unanchored(regex: str) -> str:
    """A URL pattern without the anchors that Django takes out where patterns are joined."""
    return regex.replace("^", "")
