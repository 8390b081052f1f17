"""The inner request: the view's own path, method and body, and all else as the outer one has it."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest

from frisian_pipeline.mcp.discovery import Placed, Tool
from frisian_pipeline.mcp.invocation.authority import IDENTITY, user_before
from frisian_pipeline.mcp.invocation.bodies import JSON, encode, query_of

LEFT_BEHIND = ("CONTENT_", "HTTP_CONTENT_", "HTTP_MCP_", "HTTP_ACCEPT", "HTTP_TRANSFER_ENCODING", "HTTP_LAST_EVENT_ID")
STREAM = "text/event-stream"
LANGUAGE = "HTTP_ACCEPT_LANGUAGE"
# Apache's spelling of the outer path; Django would work out the script's name from it.
REWRITTEN = ("SCRIPT_URL", "REDIRECT_URL")

OWN = frozenset(
    {*vars(HttpRequest()), *dir(WSGIRequest), *dir(ASGIRequest)}
    | {"environ", "scope", "script_name", "_stream", "_read_started", "_body", "_post", "_files", "_post_parse_error"}
)
"""What a Django request holds of itself; whatever else is on it, middleware has put there."""

NOT_PUT_ON = OWN | IDENTITY


def parameters_of(kind: str) -> str:
    """The parameters of a media type, as they are; its weight is none."""
    return "".join(f"; {one}" for one in map(str.strip, kind.split(";")[1:]) if one.partition("=")[0].strip() != "q")


@lru_cache(maxsize=256)
def accepted(asked: str) -> str:
    """
    The Accept header: JSON first.

    With the parameters that the outer one gives JSON, else anything but the stream of an MCP client: a version may be
    there.
    """
    kinds = [kind.strip() for kind in asked.split(",") if not kind.strip().lower().startswith(STREAM)]
    kinds.sort(key=lambda kind: kind.partition(";")[0].strip().lower() != JSON)
    version = next(filter(None, map(parameters_of, kinds)), "")
    return ", ".join(f"{kind}{version}" for kind in (JSON, "application/*", "*/*"))


def carried_meta(meta: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the outer request came with, but for what describes its own body and protocol."""
    for name, value in meta.items():
        if name == LANGUAGE or not (name in REWRITTEN or name.startswith(LEFT_BEHIND)):
            yield name, value


def in_wsgi(text: str) -> str:
    """Spell a path as WSGI does: UTF-8 read as Latin-1."""
    return text.encode().decode("latin-1")


def environ_of(tool: Tool, placed: Placed, path_info: str, outer: HttpRequest) -> dict[str, Any]:
    """The inner request in WSGI's words, which a request that came by ASGI knows as well."""
    joined = {one.target for one in tool.arguments if one.joined}
    body, content_type = (b"", "") if placed.body is None else encode(placed.body, tool.media_types)
    return {
        **dict(carried_meta(outer.META)),
        "REQUEST_METHOD": tool.endpoint.method,
        "SCRIPT_NAME": in_wsgi(outer.path.removesuffix(outer.path_info)),
        "PATH_INFO": in_wsgi(path_info),
        "QUERY_STRING": query_of(placed.query, joined),
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_ACCEPT": accepted(outer.META.get("HTTP_ACCEPT", "")),
        "wsgi.input": BytesIO(body),
        "wsgi.url_scheme": outer.scheme,
    }


def inner_request(tool: Tool, placed: Placed, path_info: str, outer: HttpRequest, *, bare: bool = False) -> HttpRequest:
    """Make the request that the view is called with; bare, without what middleware has put on the outer one."""
    inner = WSGIRequest(environ_of(tool, placed, path_info, outer))
    if not bare:
        put_on = {name: value for name, value in vars(outer).items() if name not in NOT_PUT_ON}
        vars(inner).update(put_on, COOKIES=outer.COOKIES, **user_before(outer, inner))
    return inner
