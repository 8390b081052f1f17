"""The server that the protocol asks: one for all callers, without a state of its own."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from frisian_pipeline.mcp.invocation import apart
from frisian_pipeline.mcp.progress import expect
from frisian_pipeline.mcp.protocol import (
    CallResult,
    GetPromptResult,
    ResourceContents,
    UnknownPromptError,
    UnknownResourceError,
    UnknownToolError,
)
from frisian_pipeline.mcp.protocol.mirrors import Mirror
from frisian_pipeline.mcp.server import options, resources
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.catalogue import Catalogues
from frisian_pipeline.mcp.server.following import follow, permitted
from frisian_pipeline.mcp.server.listing import Surface, Surfaces
from frisian_pipeline.mcp.server.reading import fill_in, read_written, values_of
from frisian_pipeline.mcp.surfaces import FunctionEntry

AS_IT_IS = nullcontext()


class HostServer:
    """The host's project, as an MCP server."""

    def __init__(self) -> None:
        self._surfaces = Surfaces()
        self._catalogues = Catalogues()

    def _surface(self, caller: Caller) -> Surface:
        return self._surfaces(options.host_tools(caller.request), caller.tier)

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
        return self._surface(caller).listing

    def call_tool(self, caller: Caller, name: str, arguments: dict[str, Any], meta: Mapping[str, Any], /) -> CallResult:
        entry = self._surface(caller).find(name)
        if entry is None:
            raise UnknownToolError(name)
        if not caller.in_batch:
            expect(caller.request, meta)
        with apart() if caller.in_batch else AS_IT_IS:
            return permitted(entry, caller) or follow(entry.route(arguments, caller.tier), caller, name)

    def mirrors(self, caller: Caller, name: str, /) -> Sequence[Mirror]:
        entry = self._surface(caller).find(name)
        return entry.mirrors if isinstance(entry, FunctionEntry) and entry.action.tier <= caller.tier else ()

    def resources(self, caller: Caller, /) -> bytes:
        return self._catalogues(caller.tier).resources

    def resource_templates(self, caller: Caller, /) -> bytes:
        return self._catalogues(caller.tier).templates

    def read_resource(self, caller: Caller, uri: str, /) -> Sequence[ResourceContents]:
        written = self._catalogues(caller.tier).find(uri)
        with apart() if caller.in_batch else AS_IT_IS:
            if written is None:
                return resources.read_resource(caller, uri)
            return read_written(*written, uri, caller)

    def find_resource(self, caller: Caller, uri: str, /) -> None:
        if self._catalogues(caller.tier).find(uri) is None:
            resources.read_resource(caller, uri)

    def prompts(self, caller: Caller, /) -> bytes:
        return self._catalogues(caller.tier).prompts

    def get_prompt(self, caller: Caller, name: str, arguments: dict[str, str], /) -> GetPromptResult:
        prompt = self._catalogues(caller.tier).prompt(name)
        if prompt is None:
            raise UnknownPromptError(name)
        with apart() if caller.in_batch else AS_IT_IS:
            return fill_in(prompt, arguments, caller)

    def prompt_values(self, caller: Caller, name: str, argument: str, /) -> Sequence[str]:
        prompt = self._catalogues(caller.tier).prompt(name)
        if prompt is None:
            raise UnknownPromptError(name)
        return values_of(prompt, argument, caller)

    def resource_values(self, caller: Caller, uri: str, variable: str, /) -> Sequence[str]:
        if uri != resources.CONTINUATION["uriTemplate"] and self._catalogues(caller.tier).template(uri) is None:
            raise UnknownResourceError(uri)
        return ()
