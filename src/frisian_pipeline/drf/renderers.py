"""Renderers that send a view's answer in as few tokens as its caller can go on with."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from django.utils.cache import patch_cache_control
from msgspec.structs import replace
from rest_framework.renderers import BaseRenderer, BrowsableAPIRenderer

from frisian_pipeline.drf.beside import told_by, warned_of
from frisian_pipeline.drf.calls import call_of
from frisian_pipeline.drf.pipelines import JSON, RENDER
from frisian_pipeline.drf.shaping import Beside, shaped
from frisian_pipeline.exchange import Call
from frisian_pipeline.formats import Auto, Columnar, Csv, Format, Markdown, Toon, Tron
from frisian_pipeline.formats.rendering import encoded

WHOLE = "_frisian_pipeline_whole"
"""What is set on a request of Django's whose answer is shaped elsewhere."""


def is_shaped_elsewhere(context: Mapping[str, Any]) -> bool:
    """Tell whether somebody waits for the whole answer, to shape it for a caller of their own."""
    request = context.get("request")
    return hasattr(getattr(request, "_request", request), WHOLE)


def hides_error(context: Mapping[str, Any]) -> bool:
    """Tell whether an exception was answered with a status of success, as some hosts' exception handlers do."""
    response = context.get("response")
    return bool(getattr(response, "exception", False)) and getattr(response, "status_code", 500) < 400


def has_no_body(context: Mapping[str, Any]) -> bool:
    """Tell whether an answer without data stays empty: it is no success, HTTP forbids a body, or nothing is known."""
    response = context.get("response")
    return response is None or response.status_code in (204, 205) or response.status_code >= 300


class AgentRenderer(BaseRenderer):
    """
    Renders ``application/vnd.frisian+json``: envelopes for writes, agent views and masks for reads.

    The query parameters ``verify``, ``fields``, ``exclude`` and ``view`` say what the caller wants to see. List it
    after the JSON renderer, so that clients that ask for nothing get what they always got.
    """

    media_type = "application/vnd.frisian+json"
    format = "agent"
    charset: str | None = None
    encode: ClassVar[Format] = JSON

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Shape what the view answered; whatever goes wrong with that, the whole result goes out."""
        context = renderer_context or {}
        if data is None and has_no_body(context):
            return b""
        if is_shaped_elsewhere(context):
            content, name = JSON(data), JSON.name
            keep_private(context.get("response"))
        elif "view" not in context or hides_error(context):
            content, name = whole(self.encode, data)
        else:
            status = getattr(context.get("response"), "status_code", 200)
            request = context.get("request")
            beside = Beside(tell=told_by(context["view"], request), warn=warned_of(request))
            content, name = shaped(partial(self.call, context, data, status), data, status, beside=beside)
        if name != self.encode.name:
            tell_type(context.get("response"), type_of(name))
        return content

    def call(self, context: Mapping[str, Any], data: Any, status: int) -> Call:
        """Describe a request to the core, with the format that the client has asked for."""
        return replace(call_of(context["view"], context["request"], data, status), format=self.encode.name)


def whole(encode: Format, data: Any) -> tuple[bytes, str]:
    """Encode data of which nothing is known; with it the name of the format, which is JSON where the other fails."""
    try:
        return encoded(encode, data)
    except Exception:
        return JSON(data), JSON.name


def keep_private(response: Any) -> None:
    """Tell the host's caches to keep no response that is for somebody else than REST's clients."""
    if response is not None:
        patch_cache_control(response, private=True)


def tell_type(response: Any, content_type: str) -> None:
    """Say of a response what it is after all, unless that stands in a page for browsers."""
    if response is not None and not isinstance(getattr(response, "accepted_renderer", None), BrowsableAPIRenderer):
        response["Content-Type"] = content_type


class ColumnarRenderer(AgentRenderer):
    """The same in columnar JSON, which loses nothing; see ``docs/columnar.md``."""

    media_type = Columnar.media_type
    format = Columnar.name
    encode = Columnar(JSON)


class TronRenderer(AgentRenderer):
    """The same in TRON, which loses nothing."""

    media_type = Tron.media_type
    format = Tron.name
    encode = Tron(JSON)


class ToonRenderer(AgentRenderer):
    """The same in TOON; where fields are left out, rows are made even, so that they are tables."""

    media_type = Toon.media_type
    format = Toon.name
    charset = "utf-8"
    encode = Toon(JSON)


class CsvRenderer(AgentRenderer):
    """The same as comma-separated values."""

    media_type = Csv.media_type
    format = Csv.name
    charset = "utf-8"
    encode = Csv(JSON)


class MarkdownRenderer(AgentRenderer):
    """The same in Markdown."""

    media_type = Markdown.media_type
    format = Markdown.name
    charset = "utf-8"
    encode = Markdown(JSON)


class AutoRenderer(AgentRenderer):
    """The same in whichever format loses nothing and costs the fewest tokens; the answer's type is that format's."""

    media_type = "application/vnd.frisian.auto"
    format = Auto.name
    encode = next(one for one in RENDER.formats if one.name == Auto.name)


FORMAT_RENDERERS: tuple[type[AgentRenderer], ...] = (
    ColumnarRenderer,
    TronRenderer,
    ToonRenderer,
    CsvRenderer,
    MarkdownRenderer,
)
"""One for each format but JSON."""


def type_of(name: str) -> str:
    """The content type of an answer in the format of this name."""
    kind = next((one for one in FORMAT_RENDERERS if one.format == name), None)
    if kind is None:
        return JSON.media_type
    return f"{kind.media_type}; charset={kind.charset}" if kind.charset else kind.media_type
