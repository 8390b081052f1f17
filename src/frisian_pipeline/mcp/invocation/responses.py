"""A response as an answer: its data where it has some, else an honest description."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from frisian_pipeline.drf import AgentRenderer
from frisian_pipeline.mcp.invocation.answer import Answer
from frisian_pipeline.mcp.invocation.streams import read_stream

SENDERS = frozenset({"x-accel-redirect", "x-sendfile", "x-lighttpd-send-file"})
"""Headers by which a host has its server send a file; where that is, is nobody's affair."""


def is_plain(renderer: Any) -> bool:
    """Tell whether a renderer makes of data what DRF's own JSON renderer makes of it, or would shape it as we do."""
    kind = type(renderer)
    render = getattr(kind, "render", None)
    plain = render is JSONRenderer.render and kind.encoder_class is JSONRenderer.encoder_class
    return plain or render is AgentRenderer.render


def answer_of(response: Any, inner: HttpRequest) -> Answer:
    """Take the answer out of a response; a plain one is rendered only for those who wait for that, any other is."""
    context = getattr(response, "renderer_context", {})
    renderer = getattr(response, "accepted_renderer", None)
    plain = isinstance(response, Response) and not response.is_rendered and is_plain(renderer)
    as_it_is = plain and not response._post_render_callbacks and not is_elsewhere(response)  # noqa: SLF001
    sent = response if as_it_is else rendered(response)
    if as_it_is or (plain and sent is response and not is_elsewhere(sent)):
        found = {"data": response.data}
    else:
        found = read(sent, read_stream(sent) if sent.streaming else sent.content)
    view, request = context.get("view"), context.get("request", inner)
    return Answer(status=sent.status_code, response=sent, view=view, request=request, **found)


def is_elsewhere(response: HttpResponseBase) -> bool:
    """Tell whether the server before the host sends a file in the place of this answer's body."""
    return any(name.lower() in SENDERS for name, _ in response.items())


def rendered(response: Any) -> Any:
    """Render a response where that is still to be done; what waits for it, as a cache does, may make another of it."""
    return response.render() if hasattr(response, "render") else response


def read(response: HttpResponseBase, content: bytes | None) -> dict[str, Any]:
    """Decode what is JSON, describe what is not; no content at all is no data."""
    if content is None or (not content and is_elsewhere(response)):
        return {"data": describe(response, None), "described": True}
    if not content and not response.has_header("Location"):
        return {}
    try:
        if "json" in media_type(response):
            return {"data": decoded(response, content)}
    except (LookupError, RecursionError, ValueError):
        # Not JSON as we know it, or nested too deeply, or a number of too many digits: it goes out as the text it is.
        pass
    return {"data": describe(response, len(content)), "described": True, "content": content}


def decoded(response: HttpResponseBase, content: bytes) -> Any:
    """Decode JSON, of another charset than Unicode's where the response names one."""
    charset = str(response.charset).lower()
    return json.loads(content if charset.startswith("utf") else content.decode(charset))


def media_type(response: HttpResponseBase) -> str:
    """The content type without its parameters."""
    return response.get("Content-Type", "").partition(";")[0].strip().lower()


def describe(response: HttpResponseBase, size: int | None) -> dict[str, Any]:
    """What an answer is, of which nobody can show the data; what is not known is left out."""
    length = response.get("Content-Length", "")
    known = {
        "content_type": response.get("Content-Type"),
        "size": int(length) if size is None and length.isdecimal() else size,
        "content_disposition": response.get("Content-Disposition"),
        "location": response.get("Location"),
    }
    return {name: value for name, value in known.items() if value is not None}
