"""Kept results and files as MCP resources: a token is also a URI."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import cast
from urllib.parse import parse_qsl

from msgspec.json import decode

from frisian_pipeline.drf.reporting import redeemed
from frisian_pipeline.errors import TokenError
from frisian_pipeline.exchange import Call
from frisian_pipeline.mcp.discovery import Tool
from frisian_pipeline.mcp.handwritten import TOOLS, Handwritten
from frisian_pipeline.mcp.protocol import ResourceContents, TextContent, UnknownResourceError
from frisian_pipeline.mcp.protocol.errors import INVALID_PARAMS, ProtocolError
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.files import FILE, FILES, SCHEME, File, contents_of
from frisian_pipeline.mcp.server.going_on import go_on_with
from frisian_pipeline.mcp.server.going_on_written import go_on_written, redeem_written
from frisian_pipeline.mcp.server.links import whole
from frisian_pipeline.mcp.server.options import host_tools
from frisian_pipeline.mcp.server.redemption import SLOT, STORE, redeem
from frisian_pipeline.mcp.server.telling import check_permissions
from frisian_pipeline.redemption import BUDGET

JSON = "application/json"

CONTINUATION = {
    "uriTemplate": f"{SCHEME}{{tool}}/{{continuation_token}}{{?mode,page,page_size,cursor,fields,exclude}}",
    "name": "continuation",
    "description": "The result that a continuation_token in an answer of the tool stands for, whole or in part.",
    "mimeType": JSON,
}
"""The kept results, as the list of templates shows them."""


def written_again(tool: Handwritten, token: str, caller: Caller, uri: str) -> bytes:
    """
    What a hand-written tool answered before, if its permissions still let the caller in.

    Raises:
        UnknownResourceError: If this caller has nothing there.
    """
    try:
        check_permissions(tool.permission_classes, caller)
        kept = redeem_written(tool, caller, lambda owner: STORE.get(token, owner=owner, tool=tool.name))
    except Exception:  # noqa: BLE001  permissions are the host's code, and what they do not allow is forbidden
        raise UnknownResourceError(uri) from None
    return redeemed(Call(tool.name), kept, store=STORE)


def some_of(found: Tool | Handwritten, token: str, query: str, caller: Caller, uri: str) -> bytes:
    """
    What is asked for of a kept result.

    Raises:
        UnknownResourceError: If this caller has nothing there.
        ProtocolError: If that cannot be; it says what is legal.
    """
    words = {name: whole(value) if name == BUDGET else value for name, value in parse_qsl(query)}
    arguments = {**words, SLOT: token}
    if isinstance(found, Handwritten):
        check_permissions(found.permission_classes, caller)
        result = go_on_written(found, arguments, caller)
    else:
        result = go_on_with(found, caller, arguments)
    text = cast("TextContent", result.content[0]).text
    if not result.is_error:
        return text.encode()
    answer = decode(text)
    if answer["status_code"] == HTTPStatus.NOT_FOUND:
        raise UnknownResourceError(uri)
    faults = (f"{name} {' '.join(said)}" for name, said in answer["error"].items())
    raise ProtocolError(INVALID_PARAMS, f"The resource cannot be read in this way: {'; '.join(faults)}.")


def read_resource(caller: Caller, uri: str) -> Sequence[ResourceContents]:
    """
    Read what was kept, or what the URI's query asks for of it.

    Raises:
        UnknownResourceError: If this caller has nothing there.
        ProtocolError: If what is asked for cannot be.
    """
    place, slash, rest = uri.removeprefix(SCHEME).partition("/")
    token, _, query = rest.partition("?")
    written = TOOLS.known.get(place) if uri.startswith(SCHEME) else None
    tool = host_tools(caller.request).find(place) if uri.startswith(SCHEME) and slash else None
    found = tool if written is None and tool is not None and tool.tier <= caller.tier else written
    if found is None:
        raise UnknownResourceError(uri)
    if query and not token.startswith(FILES):
        return [contents_of(File(JSON, some_of(found, token, query, caller, uri)), uri)]
    if isinstance(found, Handwritten):
        return [contents_of(File(JSON, written_again(found, token, caller, uri)), uri)]
    kind, token = (FILE, token.removeprefix(FILES)) if token.startswith(FILES) else ("", token)
    try:
        kept = redeem(found, caller, token, kind)
    except TokenError:
        raise UnknownResourceError(uri) from None
    if kind:
        return [contents_of(File.unpack(kept), uri)]
    return [contents_of(File(JSON, redeemed(Call(found.name), kept, store=STORE)), uri)]
