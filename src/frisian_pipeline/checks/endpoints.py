"""The MCP endpoints, and the routes that their settings speak of."""

from typing import Any

from django.core.checks import CheckMessage, Tags, register

from frisian_pipeline.checks.routes import all_callbacks
from frisian_pipeline.checks.settings import check_settings


@register(Tags.urls)
def check_endpoints(**_: Any) -> list[CheckMessage]:
    """Check the settings of the MCP endpoints against the host's routes, once the settings are right by themselves."""
    endpoints = [callback for callback in all_callbacks() if hasattr(callback.cls, "mcp_check")]
    said: list[CheckMessage] = []
    for callback in [] if check_settings() else endpoints:
        said += [one for one in callback.cls.mcp_check(callback.initkwargs) if one not in said]
    return said
