"""The server that the protocol asks: one for all callers, without a state of its own."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from msgspec.json import encode
from rest_framework.exceptions import APIException

from frisian_pipeline import conf
from frisian_pipeline.errors import TokenError
from frisian_pipeline.mcp.discovery import Fault, Tool
from frisian_pipeline.mcp.invocation import apart, failed, invoke, refusal, with_identifiers
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
from frisian_pipeline.mcp.server.listing import Surface, Surfaces
from frisian_pipeline.mcp.server.performing import check_permissions, go_on_written, perform, said
from frisian_pipeline.mcp.server.reading import fill_in, read_written, values_of
from frisian_pipeline.mcp.server.redemption import SLOT, redeem
from frisian_pipeline.mcp.server.results import failure, refused, result_of, success, unredeemed
from frisian_pipeline.mcp.surfaces import Continue, Entry, FunctionEntry, Perform, Refuse, Routed, Run, Tell

AS_IT_IS = nullcontext()
WHOLE = ("mode", "full")
"""The one thing that may be said of a continuation."""


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


def permitted(entry: Entry, caller: Caller) -> CallResult | None:
    """Ask the permissions that guard an entry; None where they let the caller in."""
    try:
        check_permissions(entry.permission_classes, caller)
    except APIException as error:
        return said(error)
    except Exception as error:  # noqa: BLE001  permissions are the host's code, and an answer goes out
        answer = failed(entry.name, caller.request, error)
        return failure(answer.status, encode(answer.data))
    return None


def follow(routed: Routed, caller: Caller, name: str) -> CallResult:  # noqa: PLR0911  one for each kind
    """Do what a call turned out to be."""
    match routed:
        case Run(tool, arguments) if SLOT in arguments:
            return go_on(tool, caller, arguments)
        case Run(tool, arguments, discloses):
            return call(tool, caller, arguments, discloses=discloses)
        case Perform():
            return perform(routed, caller)
        case Continue(written, arguments):
            return unsaid(arguments) or go_on_written(written, arguments, caller)
        case Tell(data):
            return success(encode(data))
        case Refuse(faults):
            return refused(faults)
        case _:
            return forbidden(routed.asked or name, caller)


def forbidden(asked: str, caller: Caller) -> CallResult:
    """Refuse what the caller does not reach; all that is told is what it has sent."""
    steps = [] if caller.drf_request.successful_authenticator else ["Authenticate, if you can."]
    return failure(403, encode({"detail": f"You do not have permission for {asked[:100]!r}."}), steps)


def call(tool: Tool, caller: Caller, arguments: dict[str, Any], *, discloses: bool) -> CallResult:
    """Run a tool's view, if the arguments fit."""
    arguments = with_identifiers(tool, arguments)
    faults = tool.faults(arguments)
    if faults:
        # Who may not call hears what REST would say, and nothing of the arguments.
        answer = refusal(tool, caller.request, caller.authority)
        return refused(faults) if answer is None else result_of(tool, caller, answer, {}, discloses=False)
    placed = tool.place(arguments)
    through = conf.settings().through_middleware
    answer = invoke(tool, placed, caller.request, caller.authority, through_middleware=through)
    return result_of(tool, caller, answer, placed.shaping, discloses=discloses)


def unsaid(arguments: dict[str, Any]) -> CallResult | None:
    """Refuse what has no place beside a token, which runs nothing; None where there is nothing to refuse."""
    others = [name for name, value in arguments.items() if name != SLOT and (name, value) != WHOLE]
    if not isinstance(arguments[SLOT], str):
        return refused([Fault((SLOT,), "must be string")])
    if others:
        return refused([Fault((one,), f"has no place beside {SLOT}; leave one of them out") for one in others])
    return None


def go_on(tool: Tool, caller: Caller, arguments: dict[str, Any]) -> CallResult:
    """Give the whole result that a token stands for."""
    try:
        return unsaid(arguments) or success(redeem(tool, caller, arguments[SLOT]))
    except TokenError as error:
        return unredeemed(error)
