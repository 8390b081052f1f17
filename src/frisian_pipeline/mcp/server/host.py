"""The server that the protocol asks: one for all callers, without a state of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

from frisian_pipeline import conf
from frisian_pipeline.errors import TokenError
from frisian_pipeline.mcp.discovery import Fault, Tool
from frisian_pipeline.mcp.invocation import apart, invoke, with_identifiers
from frisian_pipeline.mcp.protocol import (
    CallResult,
    GetPromptResult,
    ResourceContents,
    UnknownPromptError,
    UnknownToolError,
)
from frisian_pipeline.mcp.server import options, resources
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.listing import Listing
from frisian_pipeline.mcp.server.redemption import SLOT, redeem
from frisian_pipeline.mcp.server.results import refused, result_of, success, unredeemed

WHOLE = ("mode", "full")
"""The one thing that may be said of a continuation."""


class HostServer:
    """The host's project, as an MCP server."""

    def __init__(self) -> None:
        self._list = Listing()

    @property
    def name(self) -> str:
        return options.name()

    @property
    def version(self) -> str:
        return options.version()

    @property
    def instructions(self) -> str:
        return options.instructions()

    def tools(self, caller: Caller, /) -> bytes:
        return self._list(options.host_tools())

    def call_tool(self, caller: Caller, name: str, arguments: dict[str, Any], meta: Mapping[str, Any], /) -> CallResult:
        tool = options.host_tools().find(name)
        if tool is None:
            raise UnknownToolError(name)
        with apart():
            return go_on(tool, caller, arguments) if SLOT in arguments else call(tool, caller, arguments)

    def resources(self, caller: Caller, /) -> bytes:
        return b"[]"

    def resource_templates(self, caller: Caller, /) -> bytes:
        return resources.TEMPLATES

    def read_resource(self, caller: Caller, uri: str, /) -> Sequence[ResourceContents]:
        with apart():
            return resources.read_resource(caller, uri)

    def prompts(self, caller: Caller, /) -> bytes:
        return b"[]"

    def get_prompt(self, caller: Caller, name: str, arguments: dict[str, str], /) -> GetPromptResult:
        raise UnknownPromptError(name)


def call(tool: Tool, caller: Caller, arguments: dict[str, Any]) -> CallResult:
    """Run a tool's view, if the arguments fit."""
    arguments = with_identifiers(tool, arguments)
    faults = tool.faults(arguments)
    if faults:
        return refused(faults)
    placed = tool.place(arguments)
    through = conf.settings().through_middleware
    answer = invoke(tool, placed, caller.request, caller.authority, through_middleware=through)
    return result_of(tool, caller, answer, placed.shaping)


def go_on(tool: Tool, caller: Caller, arguments: dict[str, Any]) -> CallResult:
    """Give the whole result that a token stands for; nothing is run, so no other arguments have a place here."""
    token = arguments[SLOT]
    others = [name for name, value in arguments.items() if name != SLOT and (name, value) != WHOLE]
    if not isinstance(token, str):
        return refused([Fault((SLOT,), "must be string")])
    if others:
        return refused([Fault((one,), f"has no place beside {SLOT}; leave one of them out") for one in others])
    try:
        return success(redeem(tool, caller, token))
    except TokenError as error:
        return unredeemed(error)
