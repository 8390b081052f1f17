"""A response as an answer: its data where it has some, else an honest description."""

import json
from typing import Any

from django.http import HttpResponseBase
from django.utils.datastructures import CaseInsensitiveMapping
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from frisian_pipeline.mcp.invocation.answer import Answer

UNRENDERED = frozenset({"content-type", "content-length"})


def is_plain(renderer: Any) -> bool:
    """Tell whether a renderer makes of data what DRF's own JSON renderer makes of it."""
    kind = type(renderer)
    return bool(
        getattr(kind, "render", None) is JSONRenderer.render and kind.encoder_class is JSONRenderer.encoder_class
    )


def answer_of(response: Any) -> Answer:
    """Take the answer out of a response; a plain one is not rendered, any other is."""
    context = getattr(response, "renderer_context", {})
    facts = {"status": response.status_code, "view": context.get("view"), "request": context.get("request")}
    renderer = getattr(response, "accepted_renderer", None)
    if isinstance(response, Response) and not response.is_rendered and is_plain(renderer):
        return Answer(data=response.data, headers=headers_of(response, UNRENDERED), **facts)
    if response.streaming:
        return Answer(data=close(response), described=True, headers=headers_of(response), **facts)
    content: bytes = response.render().content if hasattr(response, "render") else response.content
    return Answer(**read(response, content), headers=headers_of(response), **facts)


def headers_of(response: HttpResponseBase, without: frozenset[str] = frozenset()) -> CaseInsensitiveMapping[str]:
    """The headers of a response."""
    return CaseInsensitiveMapping({name: value for name, value in response.items() if name.lower() not in without})


def read(response: HttpResponseBase, content: bytes) -> dict[str, Any]:
    """Decode what is JSON, describe what is not; no content at all is no data."""
    if not content and not response.has_header("Location"):
        return {}
    try:
        if "json" in media_type(response):
            return {"data": json.loads(content)}
    except ValueError:
        pass
    return {"data": describe(response, len(content)), "described": True, "content": content}


def media_type(response: HttpResponseBase) -> str:
    """The content type without its parameters."""
    return response.get("Content-Type", "").partition(";")[0].strip().lower()


def describe(response: HttpResponseBase, size: int | None) -> dict[str, Any]:
    """What an answer is, of which nobody can show the data; what is not known is left out."""
    known = {
        "content_type": response.get("Content-Type"),
        "size": size,
        "content_disposition": response.get("Content-Disposition"),
        "location": response.get("Location"),
    }
    return {name: value for name, value in known.items() if value is not None}


def close(response: Any) -> dict[str, Any]:
    """Describe a stream without reading it, and release what it holds."""
    # Its own close() would tell the host that the outer request has ended.
    for release in response._resource_closers:  # noqa: SLF001
        release()
    length = response.get("Content-Length", "")
    return describe(response, int(length) if length.isdecimal() else None)
