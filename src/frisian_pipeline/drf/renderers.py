"""A renderer that sends a view's answer in as few tokens as its caller can go on with."""

from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer

from frisian_pipeline.drf.beside import told_by
from frisian_pipeline.drf.calls import call_of
from frisian_pipeline.drf.pipelines import JSON
from frisian_pipeline.drf.shaping import shape


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
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Shape what the view answered; whatever goes wrong with that, the whole result goes out."""
        context = renderer_context or {}
        if data is None and has_no_body(context):
            return b""
        if "view" not in context or hides_error(context):
            return JSON(data)
        status = getattr(context.get("response"), "status_code", 200)
        tell = told_by(context["view"], context.get("request"))
        return shape(lambda: call_of(context["view"], context["request"], data, status), data, status, tell=tell)
