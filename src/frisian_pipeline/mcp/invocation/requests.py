"""The inner request: the view's own path, method and body, and all else as the outer one has it."""

from functools import lru_cache
from io import BytesIO
from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, QueryDict
from rest_framework.views import APIView

from frisian_pipeline.drf.renderers import WHOLE
from frisian_pipeline.mcp.discovery import Endpoint, Placed, Tool
from frisian_pipeline.mcp.discovery.endpoints import rendered_by
from frisian_pipeline.mcp.discovery.forms import SHAPES
from frisian_pipeline.mcp.discovery.media import JSON
from frisian_pipeline.mcp.invocation.bodies import encode, query_of, text_of
from frisian_pipeline.mcp.invocation.carried import remembered
from frisian_pipeline.mcp.invocation.headers import spare_headers
from frisian_pipeline.mcp.invocation.parsed import PARSED, is_parsed

STREAM = "text/event-stream"


def parameters_of(kind: str) -> str:
    """The parameters of a media type, as they are; its weight is none."""
    return "".join(f"; {one}" for one in map(str.strip, kind.split(";")[1:]) if one.partition("=")[0].strip() != "q")


def has_json(endpoint: Endpoint) -> bool:
    """Tell whether the view certainly renders plain JSON, so that it need not be asked for anything else."""
    if endpoint.view.get_renderers is not APIView.get_renderers:
        return False
    return JSON in (rendered_by(endpoint.callback) or ())


@lru_cache(maxsize=256)
def accepted(asked: str, *, alone: bool) -> str:
    """
    The Accept header: JSON, alone or before anything else.

    With the parameters that the outer one gives JSON, else anything but the stream of an MCP client: a version may be
    there.
    """
    kinds = [kind.strip() for kind in asked.split(",") if not kind.strip().lower().startswith(STREAM)]
    kinds.sort(key=lambda kind: kind.partition(";")[0].strip().lower() != JSON)
    version = next(filter(None, map(parameters_of, kinds)), "")
    return ", ".join(f"{kind}{version}" for kind in ((JSON,) if alone else (JSON, "application/*", "*/*")))


def in_wsgi(text: str) -> str:
    """Spell a path as WSGI does: UTF-8 read as Latin-1."""
    return text.encode().decode("latin-1")


def documents_of(tool: Tool) -> set[str]:
    """The declared fields of a form that take JSON of any shape; none where the body is JSON itself."""
    in_json = any("json" in one for one in tool.media_types)
    fields = () if in_json or tool.body.loose else tool.arguments
    return {one.target for one in fields if one.place == "body" and not SHAPES.intersection(one.schema)}


def environ_of(tool: Tool, placed: Placed, path_info: str, outer: HttpRequest) -> dict[str, Any]:
    """What is the inner request's own in WSGI's words, which a request that came by ASGI knows as well."""
    joined = {one.target for one in tool.arguments if one.joined}
    body, content_type = (b"", "") if placed.body is None else encode(placed.body, tool.media_types, documents_of(tool))
    return {
        "REQUEST_METHOD": tool.endpoint.method,
        "SCRIPT_NAME": in_wsgi(outer.path.removesuffix(outer.path_info)),
        "PATH_INFO": in_wsgi(path_info),
        "QUERY_STRING": query_of(placed.query, joined),
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_ACCEPT": accepted(outer.META.get("HTTP_ACCEPT", ""), alone=has_json(tool.endpoint)),
        "wsgi.input": BytesIO(body),
        "wsgi.url_scheme": outer.scheme,
    }


def with_undeclared(query: QueryDict, undeclared: dict[str, Any]) -> QueryDict:
    """
    A query as a view sees it, with what nobody declared; the URL stays as it is, since it is logged.

    What nobody wrote into a URL is not counted either (``DATA_UPLOAD_MAX_NUMBER_FIELDS``).
    """
    seen = query.copy()
    for name, value in undeclared.items():
        values = value if isinstance(value, list) else [value]
        seen.setlist(name, [text_of(one) for one in values if one is not None])
    seen._mutable = False  # noqa: SLF001  as Django's own is
    return seen


def inner_request(tool: Tool, placed: Placed, path_info: str, outer: HttpRequest, *, bare: bool = False) -> HttpRequest:
    """Make the request that the view is called with; bare, without what middleware has put on the outer one."""
    carried = remembered(outer)
    inner = WSGIRequest({**carried.meta, **environ_of(tool, placed, path_info, outer)})
    spare_headers(inner)
    vars(inner)[WHOLE] = True
    if placed.body is not None and is_parsed(inner):
        vars(inner)[PARSED] = placed.body
    if placed.undeclared:
        vars(inner)["GET"] = with_undeclared(inner.GET, placed.undeclared)
    if not bare:
        vars(inner).update(carried.put_on, COOKIES=outer.COOKIES)
    return inner
