"""A small shop as a server, and a client's way of asking it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from frisian_pipeline.mcp.protocol import (
    BlobResourceContents,
    CallResult,
    GetPromptResult,
    PromptArgumentsError,
    PromptMessage,
    Reply,
    ResourceContents,
    TextContent,
    TextResourceContents,
    UnknownPromptError,
    UnknownResourceError,
    UnknownToolError,
    answer,
)
from frisian_pipeline.mcp.protocol.mirrors import Mirror

MODERN = "2026-07-28"
LEGACY = ("2025-03-26", "2025-06-18", "2025-11-25")
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
CLIENT_KEY = "io.modelcontextprotocol/clientInfo"
META = {VERSION_KEY: MODERN, CLIENT_KEY: {"name": "desk", "version": "3.1"}, CAPABILITIES_KEY: {}}
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

TOOLS = (
    b'[{"name":"orders_list","title":"List orders","description":"Orders, newest first.","inputSchema":'
    b'{"type":"object","properties":{"state":{"type":"string","enum":["open","sent"]}},"additionalProperties":false},'
    b'"annotations":{"readOnlyHint":true,"openWorldHint":false}}]'
)
ORDERS = CallResult(content=[TextContent(text='[{"id":7,"state":"open"}]')])
WRONG_STATE = CallResult(content=[TextContent(text='state: "opn" is not one of open, sent')], is_error=True)


class Shop:
    """A server whose callers are names; nobody but ann sees the note."""

    name = "shop"
    version = "2.0"
    instructions = "Orders and stock of the shop."

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, Any], Mapping[str, Any]]] = []

    def tools(self, caller: str, /) -> bytes:
        return TOOLS

    def call_tool(self, caller: str, name: str, arguments: dict[str, Any], meta: Mapping[str, Any], /) -> CallResult:
        self.calls.append((name, arguments, meta))
        if name == "break":
            raise ValueError("the payload is 4711")
        if name != "orders_list":
            raise UnknownToolError(name)
        return WRONG_STATE if arguments.get("state") == "opn" else ORDERS

    def mirrors(self, caller: str, name: str, /) -> Sequence[Mirror]:
        return [Mirror("Region", ("place", "region"))] if name == "orders_list" else []

    def resources(self, caller: str, /) -> bytes:
        return b'[{"uri":"shop://note","name":"note"}]'

    def resource_templates(self, caller: str, /) -> bytes:
        return b'[{"uriTemplate":"shop://{name}","name":"anything"}]'

    def read_resource(self, caller: str, uri: str, /) -> Sequence[ResourceContents]:
        if caller != "ann" or not uri.startswith("shop://"):
            raise UnknownResourceError(uri)
        if uri == "shop://logo":
            return [BlobResourceContents(uri=uri, mime_type="image/png", blob=b"\x89PNG")]
        return [TextResourceContents(uri=uri, text="Closed on Mondays.")]

    def find_resource(self, caller: str, uri: str, /) -> None:
        self.read_resource(caller, uri)

    def prompts(self, caller: str, /) -> bytes:
        return b'[{"name":"greet"}]'

    def get_prompt(self, caller: str, name: str, arguments: dict[str, str], /) -> GetPromptResult:
        if name != "greet":
            raise UnknownPromptError(name)
        if "whom" not in arguments:
            raise PromptArgumentsError("whom is required")
        text = TextContent(text=f"Greet {arguments['whom']}.")
        return GetPromptResult(messages=[PromptMessage("user", text)], description="A greeting.")

    def prompt_values(self, caller: str, name: str, argument: str, /) -> Sequence[str]:
        if name != "greet":
            raise UnknownPromptError(name)
        if argument != "whom":
            raise PromptArgumentsError(f"{argument} is not known here")
        return ["Ann", "Bo"]

    def resource_values(self, caller: str, uri: str, variable: str, /) -> Sequence[str]:
        if uri != "shop://{name}":
            raise UnknownResourceError(uri)
        return []


def ask(body: bytes, headers: Mapping[str, str], server: Shop | None = None, caller: str = "ann") -> Reply:
    """Send bytes."""
    return answer(body, headers, server or Shop(), caller)


def modern_headers(method: str, name: str = "", version: str = MODERN) -> dict[str, str]:
    """What a modern client sends along."""
    headers = {"Content-Type": "application/json", "MCP-Protocol-Version": version, "Mcp-Method": method}
    return headers | ({"Mcp-Name": name} if name else {})


def request(method: str, request_id: Any = 4, /, **params: Any) -> dict[str, Any]:
    """A legacy request."""
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}


def modern(method: str, /, server: Shop | None = None, *, caller: str = "ann", **params: Any) -> Reply:
    """Ask as a modern client does."""
    name = str(params.get(NAMED.get(method, ""), ""))
    body = json.dumps(request(method, 4, **{"_meta": META, **params})).encode()
    return ask(body, modern_headers(method, name), server, caller)


def legacy(method: str, /, server: Shop | None = None, *, caller: str = "ann", **params: Any) -> Reply:
    """Ask as a client of the newest legacy revision does."""
    body = json.dumps(request(method, 4, **params)).encode()
    return ask(body, {"MCP-Protocol-Version": LEGACY[-1]}, server, caller)


def error_of(reply: Reply) -> tuple[int, int, str]:
    """An error's HTTP status, code and message."""
    error = json.loads(reply.body)["error"]
    return reply.status, error["code"], error["message"]
