"""A renderer that sends a view's answer in as few tokens as its caller can go on with."""

import logging
from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer

from frisian_pipeline import edge
from frisian_pipeline.drf.calls import call_of
from frisian_pipeline.drf.iterators import read, reading_once
from frisian_pipeline.drf.pipelines import JSON, pipeline
from frisian_pipeline.exchange import Exchange

log = logging.getLogger("frisian_pipeline")


def begin(data: Any, context: Mapping[str, Any]) -> Exchange:
    """Start an exchange with what DRF tells a renderer; masks reach into what can be read, so that is read for them."""
    status = context["response"].status_code
    call = call_of(context["view"], context["request"], data, status)
    return Exchange.begin(call, read(data) if call.is_masked or not isinstance(data, (dict, list)) else data, status)


def shape(data: Any, context: Mapping[str, Any]) -> bytes:
    """Send data through the host's pipeline; whatever goes wrong with that, the whole result goes out."""
    try:
        return edge.answer(pipeline(), begin(data, context), json=JSON)
    except Exception as error:
        # The view has answered, and written perhaps: an error now would make the caller repeat it.
        log.error("the answer was not shaped (%s); the whole result is sent", type(error).__name__)
        return JSON(data)


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
        with reading_once():
            return shape(data, context) if "view" in context and not hides_error(context) else JSON(data)
