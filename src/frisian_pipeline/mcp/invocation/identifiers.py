"""Objects that know themselves by their URL: a tool takes it where it takes an identifier."""

from typing import Any
from urllib.parse import urlsplit

from django.http import Http404
from django.urls import Resolver404, get_script_prefix, resolve
from django.utils.encoding import uri_to_iri

from frisian_pipeline.mcp.discovery import Endpoint, Tool
from frisian_pipeline.mcp.invocation.bodies import text_of
from frisian_pipeline.mcp.invocation.routes import match_of, path_of


def path_in(url: str) -> str:
    """The path of a URL as Django resolves it; empty where there is none."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return ""
    prefix = get_script_prefix()
    return uri_to_iri(f"/{path.removeprefix(prefix)}") if path.startswith(prefix) else ""


def fits(endpoint: Endpoint, path: dict[str, Any]) -> bool:
    """Tell whether the path's parameters lead to the view as they are: slashes and all."""
    try:
        match_of(endpoint, path_of(endpoint, path))
    except Http404:
        return False
    return True


def identifier_in(endpoint: Endpoint, target: str, path: dict[str, Any]) -> Any:
    """
    What a URL of the same view has at this place of its path; a value that is no such URL as it is.

    The URL must agree with the path's other parameters: under another parent the same identifier is another object's.
    """
    value = path[target]
    if not isinstance(value, str) or "/" not in value or fits(endpoint, path):
        return value
    try:
        match = resolve(path_in(value))
    except Resolver404:
        return value
    others = {name: text_of(one) for name, one in path.items() if name != target}
    told = {name: str(one) for name, one in match.kwargs.items()}
    same = getattr(match.func, "cls", None) is endpoint.view and told == {**others, target: told.get(target)}
    return told[target] if same else value


def with_identifiers(tool: Tool, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call, with the identifier for each URL that stands for one, as DRF's hyperlinks do."""
    if not tool.endpoint.parameters:
        return given
    places = {one.name: one.target for one in tool.arguments if one.place == "path" and one.name in given}
    path = {**tool.defaults, **{target: given[name] for name, target in places.items()}}
    return given | {name: identifier_in(tool.endpoint, target, path) for name, target in places.items()}
