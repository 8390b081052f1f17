"""Objects that know themselves by their URL: a tool takes it where it takes an identifier."""

from typing import Any
from urllib.parse import urlsplit

from django.urls import Resolver404, get_script_prefix, resolve
from django.utils.encoding import uri_to_iri

from frisian_pipeline.mcp.discovery import Endpoint, Tool


def path_in(url: str) -> str:
    """The path of a URL as Django resolves it; empty where there is none."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return ""
    prefix = get_script_prefix()
    return uri_to_iri(f"/{path.removeprefix(prefix)}") if path.startswith(prefix) else ""


def identifier_in(endpoint: Endpoint, target: str, value: Any) -> Any:
    """What a URL of the same view has at this place of its path; a value that is no such URL as it is."""
    if not isinstance(value, str) or "/" not in value:
        return value
    try:
        match = resolve(path_in(value))
    except Resolver404:
        return value
    same = getattr(match.func, "cls", None) is endpoint.view and target in match.kwargs
    return str(match.kwargs[target]) if same else value


def with_identifiers(tool: Tool, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call, with the identifier for each URL that stands for one, as DRF's hyperlinks do."""
    if not tool.endpoint.parameters:
        return given
    places = [one for one in tool.arguments if one.place == "path" and one.name in given]
    return given | {one.name: identifier_in(tool.endpoint, one.target, given[one.name]) for one in places}
