"""What each method does."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from frisian_pipeline.mcp.protocol import params, results
from frisian_pipeline.mcp.protocol.context import RequestContext
from frisian_pipeline.mcp.protocol.errors import (
    INVALID_PARAMS,
    PromptArgumentsError,
    ProtocolError,
    UnknownPromptError,
    UnknownResourceError,
    UnknownToolError,
)
from frisian_pipeline.mcp.protocol.versions import LEGACY, MODERN

CAPABILITIES: Mapping[str, Any] = {"tools": {}, "resources": {}, "prompts": {}, "completions": {}}

LISTING_TTL_MS = 60_000
READING_TTL_MS = 0

MOST_VALUES = 100
"""How many values a completion may have."""


class Method(NamedTuple):
    """
    A method that is served.

    Attributes:
        params: What it reads.
        run: What it does.
        ttl_ms: For how long its result may be kept; None where it may not.
        listing: The server's method that gives what is listed; empty where nothing is.
    """

    params: type[params.Params]
    run: Callable[[RequestContext[Any], Any], results.Result]
    ttl_ms: int | None = None
    listing: str = ""


def discover(context: RequestContext[Any], given: params.Params) -> results.DiscoverResult:
    """Say what is spoken and served here."""
    return results.DiscoverResult(
        supported_versions=MODERN, capabilities=CAPABILITIES, instructions=context.server.instructions
    )


def initialize(context: RequestContext[Any], given: params.InitializeParams) -> results.InitializeResult:
    """Agree on a legacy revision: the one asked for, else the newest."""
    version = given.protocol_version if given.protocol_version in LEGACY else LEGACY[-1]
    return results.InitializeResult(
        protocol_version=version,
        capabilities=CAPABILITIES,
        server_info=context.server_info,
        instructions=context.server.instructions,
    )


def ping(context: RequestContext[Any], given: params.Params) -> results.EmptyResult:
    """Say that somebody is here."""
    return results.EmptyResult()


def lists(result: type[results.Result]) -> Callable[[RequestContext[Any], params.ListParams], results.Result]:
    """
    Make the method that sends a listing.

    It refuses any cursor: page 1 is complete, so none was ever given out.
    """

    def listed(context: RequestContext[Any], given: params.ListParams) -> results.Result:
        if given.cursor is not None:
            raise ProtocolError(INVALID_PARAMS, "Invalid cursor")
        return result()

    return listed


def call_tool(context: RequestContext[Any], given: params.NamedParams) -> results.CallResult:
    """Run a tool."""
    try:
        return context.server.call_tool(context.caller, given.name, given.arguments or {}, given.meta)
    except UnknownToolError:
        raise ProtocolError(INVALID_PARAMS, f"Unknown tool: {given.name}") from None


def read_resource(context: RequestContext[Any], given: params.ResourceParams) -> results.ReadResourceResult:
    """Read a resource; one that is not there has a code of its own in each era."""
    return results.ReadResourceResult(contents=context.server.read_resource(context.caller, given.uri))


def subscribe(context: RequestContext[Any], given: params.ResourceParams) -> results.EmptyResult:
    """
    Accept that a client would hear of a resource that there is, or would no more.

    It is not advertised, and nothing is ever sent: updates travel on a stream that a client opens with GET, and that it
    was refused (405). Whoever asks all the same reads the resource again.
    """
    context.server.find_resource(context.caller, given.uri)
    return results.EmptyResult()


def get_prompt(context: RequestContext[Any], given: params.PromptParams) -> results.GetPromptResult:
    """Fill in a prompt."""
    try:
        return context.server.get_prompt(context.caller, given.name, given.arguments or {})
    except UnknownPromptError:
        raise ProtocolError(INVALID_PARAMS, f"Unknown prompt: {given.name}") from None
    except PromptArgumentsError as error:
        raise ProtocolError(INVALID_PARAMS, str(error)) from None


def complete(context: RequestContext[Any], given: params.CompleteParams) -> results.CompleteResult:
    """Say how an argument may go on, whatever its case."""
    ref, typed = given.ref, given.argument
    try:
        if ref.type == "ref/prompt":
            known = context.server.prompt_values(context.caller, ref.name, typed.name)
        else:
            known = context.server.resource_values(context.caller, ref.uri, typed.name)
    except UnknownPromptError:
        raise ProtocolError(INVALID_PARAMS, f"Unknown prompt: {ref.name}") from None
    except UnknownResourceError:
        raise ProtocolError(INVALID_PARAMS, f"Unknown resource: {ref.uri}") from None
    except PromptArgumentsError as error:
        raise ProtocolError(INVALID_PARAMS, str(error)) from None
    found = [value for value in known if value.casefold().startswith(typed.value.casefold())]
    shown = results.Completion(found[:MOST_VALUES], len(found), len(found) > MOST_VALUES)
    return results.CompleteResult(completion=shown)


BOTH_ERAS: Mapping[str, Method] = {
    "tools/list": Method(params.ListParams, lists(results.ListToolsResult), LISTING_TTL_MS, "tools"),
    "tools/call": Method(params.NamedParams, call_tool),
    "resources/list": Method(params.ListParams, lists(results.ListResourcesResult), LISTING_TTL_MS, "resources"),
    "resources/templates/list": Method(
        params.ListParams, lists(results.ListResourceTemplatesResult), LISTING_TTL_MS, "resource_templates"
    ),
    "resources/read": Method(params.ResourceParams, read_resource, READING_TTL_MS),
    "prompts/list": Method(params.ListParams, lists(results.ListPromptsResult), LISTING_TTL_MS, "prompts"),
    "prompts/get": Method(params.PromptParams, get_prompt),
    "completion/complete": Method(params.CompleteParams, complete),
}

LEGACY_METHODS: Mapping[str, Method] = {
    **BOTH_ERAS,
    "initialize": Method(params.InitializeParams, initialize),
    "ping": Method(params.Params, ping),
    "resources/subscribe": Method(params.ResourceParams, subscribe),
    "resources/unsubscribe": Method(params.ResourceParams, subscribe),
}

MODERN_METHODS: Mapping[str, Method] = {
    **BOTH_ERAS,
    "server/discover": Method(params.Params, discover, LISTING_TTL_MS),
}
