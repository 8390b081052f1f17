"""Kept results and files as MCP resources: a token is also a URI."""

from collections.abc import Sequence

from frisian_pipeline.errors import TokenError
from frisian_pipeline.mcp.handwritten import TOOLS, Handwritten
from frisian_pipeline.mcp.protocol import ResourceContents, UnknownResourceError
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.files import FILE, FILES, SCHEME, File, contents_of
from frisian_pipeline.mcp.server.going_on_written import redeem_written
from frisian_pipeline.mcp.server.options import host_tools
from frisian_pipeline.mcp.server.redemption import STORE, redeem
from frisian_pipeline.mcp.server.telling import check_permissions

JSON = "application/json"

CONTINUATION = {
    "uriTemplate": f"{SCHEME}{{tool}}/{{continuation_token}}",
    "name": "continuation",
    "description": "The whole result that a continuation_token in an answer of the tool stands for.",
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
        return redeem_written(tool, caller, lambda owner: STORE.get(token, owner=owner, tool=tool.name))
    except Exception:  # noqa: BLE001  permissions are the host's code, and what they do not allow is forbidden
        raise UnknownResourceError(uri) from None


def read_resource(caller: Caller, uri: str) -> Sequence[ResourceContents]:
    """
    Read what was kept.

    Raises:
        UnknownResourceError: If this caller has nothing there.
    """
    place, slash, token = uri.removeprefix(SCHEME).partition("/")
    written = TOOLS.known.get(place) if uri.startswith(SCHEME) else None
    if written is not None:
        return [contents_of(File(JSON, written_again(written, token, caller, uri)), uri)]
    tool = host_tools(caller.request).find(place) if uri.startswith(SCHEME) and slash else None
    if tool is None or tool.tier > caller.tier:
        raise UnknownResourceError(uri)
    kind, token = (FILE, token.removeprefix(FILES)) if token.startswith(FILES) else ("", token)
    try:
        kept = redeem(tool, caller, token, kind)
    except TokenError:
        raise UnknownResourceError(uri) from None
    return [contents_of(File.unpack(kept) if kind else File(JSON, kept), uri)]
