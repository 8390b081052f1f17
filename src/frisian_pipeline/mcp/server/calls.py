"""A tool's call in the words of the core."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from frisian_pipeline.drf.calls import with_facts
from frisian_pipeline.drf.facts import serializer_of
from frisian_pipeline.exchange import Call
from frisian_pipeline.mcp.discovery import Tool
from frisian_pipeline.mcp.invocation import Answer
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.redemption import can_redeem


def call_of(tool: Tool, caller: Caller, answer: Answer, shaping: Mapping[str, Any]) -> Call:
    """Describe a call to the core; an error only as far as its own words go."""
    call = Call(
        tool=tool.name,
        action=tool.endpoint.action,
        method=tool.endpoint.method,
        owner=caller.bound(answer.request),
        verify=shaping.get("verify") is True,
    )
    return call if answer.status >= 400 else asked(known(call, answer, shaping), tool, caller, shaping)


def known(call: Call, answer: Answer, shaping: Mapping[str, Any]) -> Call:
    """Add what the view and its serializer know, where there is a view."""
    if answer.view is None:
        return call
    serializer = serializer_of(answer.data, answer.view)
    return with_facts(call, answer.view, serializer, wants_all=shaping.get("view") == "full")


def asked(call: Call, tool: Tool, caller: Caller, shaping: Mapping[str, Any]) -> Call:
    """Add what the caller says about the answer, and whether it may hold a token."""
    return replace(
        call,
        can_continue=can_redeem(tool, caller, call.owner),
        fields=shaping.get("fields", ""),
        exclude=shaping.get("exclude", ""),
        format=shaping.get("format", "json"),
        budget=shaping.get("budget", 0),
    )
