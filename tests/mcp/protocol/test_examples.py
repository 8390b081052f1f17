"""Whole conversations, byte for byte."""

import pytest

from tests.mcp.protocol.shop import TOOLS, ask, modern_headers

META = (
    b'"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
    b'"io.modelcontextprotocol/clientInfo":{"name":"desk","version":"3.1"},'
    b'"io.modelcontextprotocol/clientCapabilities":{}}'
)
SIGNED = b'"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"shop","version":"2.0"}}'
KEPT = b'"resultType":"complete","ttlMs":60000,"cacheScope":"private",' + SIGNED
NEVER_KEPT = b'"resultType":"complete","ttlMs":0,"cacheScope":"private",' + SIGNED
COMPLETE = b'"resultType":"complete",' + SIGNED
ALL = b'{"tools":{},"resources":{},"prompts":{},"completions":{}}'
SAYS = b'"instructions":"Orders and stock of the shop."'
LEGACY = {"Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25"}
ORDERS = rb'"content":[{"type":"text","text":"[{\"id\":7,\"state\":\"open\"}]"}]'
WRONG = rb'"content":[{"type":"text","text":"state: \"opn\" is not one of open, sent"}],"isError":true'
LOGO = b'"contents":[{"uri":"shop://logo","mimeType":"image/png","blob":"iVBORw=="}]'
NOTE = b'"contents":[{"uri":"shop://note","text":"Closed on Mondays."}]'
GREETING = b'"messages":[{"role":"user","content":{"type":"text","text":"Greet Bo."}}],"description":"A greeting."'


def params(method: bytes, inner: bytes = b"", request_id: bytes = b"3") -> bytes:
    """A request with these parameters."""
    return b'{"jsonrpc":"2.0","id":%b,"method":"%b","params":{%b}}' % (request_id, method, inner)


def result(inner: bytes, request_id: bytes = b"3") -> bytes:
    """A response with this result."""
    return b'{"jsonrpc":"2.0","id":%b,"result":{%b}}' % (request_id, inner)


MODERN_CASES = {
    "discover": (
        ("server/discover", ""),
        params(b"server/discover", META, b'"d1"'),
        result(b'"supportedVersions":["2026-07-28"],"capabilities":%b,%b,%b' % (ALL, SAYS, KEPT), b'"d1"'),
    ),
    "tools/list": (("tools/list", ""), params(b"tools/list", META), result(b'"tools":%b,%b' % (TOOLS, KEPT))),
    "tools/call": (
        ("tools/call", "orders_list"),
        params(b"tools/call", b'"name":"orders_list","arguments":{"state":"open"},' + META),
        result(b"%b,%b" % (ORDERS, COMPLETE)),
    ),
    "tools/call without arguments": (
        ("tools/call", "orders_list"),
        params(b"tools/call", b'"name":"orders_list",' + META),
        result(b"%b,%b" % (ORDERS, COMPLETE)),
    ),
    "tools/call with arguments null": (
        ("tools/call", "orders_list"),
        params(b"tools/call", b'"name":"orders_list","arguments":null,' + META),
        result(b"%b,%b" % (ORDERS, COMPLETE)),
    ),
    "tool error": (
        ("tools/call", "orders_list"),
        params(b"tools/call", b'"name":"orders_list","arguments":{"state":"opn"},' + META),
        result(b"%b,%b" % (WRONG, COMPLETE)),
    ),
    "resources/list": (
        ("resources/list", ""),
        params(b"resources/list", META),
        result(b'"resources":[{"uri":"shop://note","name":"note"}],' + KEPT),
    ),
    "resources/templates/list": (
        ("resources/templates/list", ""),
        params(b"resources/templates/list", META),
        result(b'"resourceTemplates":[{"uriTemplate":"shop://{name}","name":"anything"}],' + KEPT),
    ),
    "resources/read text": (
        ("resources/read", "shop://note"),
        params(b"resources/read", b'"uri":"shop://note",' + META),
        result(b"%b,%b" % (NOTE, NEVER_KEPT)),
    ),
    "resources/read blob": (
        ("resources/read", "shop://logo"),
        params(b"resources/read", b'"uri":"shop://logo",' + META),
        result(b"%b,%b" % (LOGO, NEVER_KEPT)),
    ),
    "prompts/list": (
        ("prompts/list", ""),
        params(b"prompts/list", META),
        result(b'"prompts":[{"name":"greet"}],' + KEPT),
    ),
    "prompts/get": (
        ("prompts/get", "greet"),
        params(b"prompts/get", b'"name":"greet","arguments":{"whom":"Bo"},' + META),
        result(b"%b,%b" % (GREETING, COMPLETE)),
    ),
}

INITIALIZE = b'"protocolVersion":"%b","capabilities":{},"clientInfo":{"name":"desk","version":"3.1"}'
INITIALIZED = b'"protocolVersion":"%b","capabilities":' + ALL + b',"serverInfo":{"name":"shop","version":"2.0"},' + SAYS

LEGACY_CASES = {
    "initialize": (
        params(b"initialize", INITIALIZE % b"2025-11-25", b"0"),
        result(INITIALIZED % b"2025-11-25", b"0"),
    ),
    "initialize 2025-06-18": (
        params(b"initialize", INITIALIZE % b"2025-06-18"),
        result(INITIALIZED % b"2025-06-18"),
    ),
    "initialize 2025-03-26": (
        params(b"initialize", INITIALIZE % b"2025-03-26"),
        result(INITIALIZED % b"2025-03-26"),
    ),
    "initialize 2024-11-05": (
        params(b"initialize", INITIALIZE % b"2024-11-05"),
        result(INITIALIZED % b"2025-11-25"),
    ),
    "initialize 2026-07-28": (
        params(b"initialize", INITIALIZE % b"2026-07-28"),
        result(INITIALIZED % b"2025-11-25"),
    ),
    "initialize nonsense": (params(b"initialize", INITIALIZE % b"soon"), result(INITIALIZED % b"2025-11-25")),
    "ping": (b'{"jsonrpc":"2.0","id":1,"method":"ping"}', b'{"jsonrpc":"2.0","id":1,"result":{}}'),
    "tools/list": (
        b'{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
        b'{"jsonrpc":"2.0","id":2,"result":{"tools":%b}}' % TOOLS,
    ),
    "tools/list with empty params": (params(b"tools/list"), result(b'"tools":' + TOOLS)),
    "tools/list with a null cursor": (params(b"tools/list", b'"cursor":null'), result(b'"tools":' + TOOLS)),
    "tools/call": (
        params(b"tools/call", b'"name":"orders_list","arguments":{"state":"open"}'),
        result(ORDERS),
    ),
    "tool error": (
        params(b"tools/call", b'"name":"orders_list","arguments":{"state":"opn"}'),
        result(WRONG),
    ),
    "resources/list": (
        params(b"resources/list"),
        result(b'"resources":[{"uri":"shop://note","name":"note"}]'),
    ),
    "resources/templates/list": (
        params(b"resources/templates/list"),
        result(b'"resourceTemplates":[{"uriTemplate":"shop://{name}","name":"anything"}]'),
    ),
    "resources/read": (params(b"resources/read", b'"uri":"shop://note"'), result(NOTE)),
    "prompts/list": (params(b"prompts/list"), result(b'"prompts":[{"name":"greet"}]')),
    "prompts/get": (params(b"prompts/get", b'"name":"greet","arguments":{"whom":"Bo"}'), result(GREETING)),
}

FAULT = b'{"jsonrpc":"2.0","id":4,"error":{"code":%d,"message":"%b"}}'
FUTURE = META.replace(b"2026-07-28", b"2031-01-01")
UNSUPPORTED = (
    b'{"jsonrpc":"2.0","id":4,"error":{"code":-32022,"message":"Unsupported protocol version",'
    b'"data":{"supported":["2026-07-28"],"requested":"2031-01-01"}}}'
)
ERRORS = {
    "parse error": ({}, b"{", 400, b'{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}'),
    "invalid request": (
        {},
        b"3",
        400,
        b'{"jsonrpc":"2.0","error":{"code":-32600,"message":"Body must be one JSON-RPC request or notification"}}',
    ),
    "unknown method": (
        modern_headers("orders/list"),
        params(b"orders/list", META, b"4"),
        404,
        b'{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"Method not found","data":"orders/list"}}',
    ),
    "unknown method, legacy": (
        LEGACY,
        params(b"orders/list", b"", b"4"),
        200,
        b'{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"Method not found","data":"orders/list"}}',
    ),
    "header mismatch": (
        modern_headers("tools/call", "orders_lst"),
        params(b"tools/call", b'"name":"orders_list",' + META, b"4"),
        400,
        FAULT % (-32020, b"Mcp-Name header does not match params.name"),
    ),
    "unsupported version": (
        modern_headers("tools/list", version="2031-01-01"),
        params(b"tools/list", FUTURE, b"4"),
        400,
        UNSUPPORTED,
    ),
    "missing meta": (
        modern_headers("tools/list"),
        params(b"tools/list", b'"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}', b"4"),
        400,
        FAULT % (-32602, b"params._meta lacks io.modelcontextprotocol/clientCapabilities"),
    ),
    "bad cursor": (
        modern_headers("tools/list"),
        params(b"tools/list", b'"cursor":"bzI1",' + META, b"4"),
        400,
        FAULT % (-32602, b"Invalid cursor"),
    ),
    "bad cursor, legacy": (
        LEGACY,
        params(b"tools/list", b'"cursor":""', b"4"),
        200,
        FAULT % (-32602, b"Invalid cursor"),
    ),
    "unknown tool": (
        modern_headers("tools/call", "orders_lst"),
        params(b"tools/call", b'"name":"orders_lst",' + META, b"4"),
        400,
        FAULT % (-32602, b"Unknown tool: orders_lst"),
    ),
    "unknown tool, legacy": (
        LEGACY,
        params(b"tools/call", b'"name":"orders_lst"', b"4"),
        200,
        FAULT % (-32602, b"Unknown tool: orders_lst"),
    ),
    "unknown resource": (
        modern_headers("resources/read", "x://y"),
        params(b"resources/read", b'"uri":"x://y",' + META, b"4"),
        400,
        b'{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"Resource not found","data":{"uri":"x://y"}}}',
    ),
    "unknown resource, legacy": (
        LEGACY,
        params(b"resources/read", b'"uri":"x://y"', b"4"),
        200,
        b'{"jsonrpc":"2.0","id":4,"error":{"code":-32002,"message":"Resource not found","data":{"uri":"x://y"}}}',
    ),
    "unknown prompt": (
        modern_headers("prompts/get", "great"),
        params(b"prompts/get", b'"name":"great",' + META, b"4"),
        400,
        FAULT % (-32602, b"Unknown prompt: great"),
    ),
    "prompt without its arguments": (
        modern_headers("prompts/get", "greet"),
        params(b"prompts/get", b'"name":"greet",' + META, b"4"),
        400,
        FAULT % (-32602, b"whom is required"),
    ),
    "a response, modern": (
        modern_headers(""),
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
        400,
        b'{"jsonrpc":"2.0","error":{"code":-32600,"message":"Body must be one JSON-RPC request or notification"}}',
    ),
}


class TestModern:
    @pytest.mark.parametrize(("to", "body", "expected"), MODERN_CASES.values(), ids=MODERN_CASES)
    def test_result(self, to: tuple[str, str], body: bytes, expected: bytes) -> None:
        """A modern request gets a complete result with its caching hints and the server's name."""
        reply = ask(body, modern_headers(*to))
        assert (reply.status, reply.body) == (200, expected)
        assert reply.headers == {"Content-Type": "application/json"}


class TestLegacy:
    @pytest.mark.parametrize(("body", "expected"), LEGACY_CASES.values(), ids=LEGACY_CASES)
    @pytest.mark.parametrize(
        "headers",
        [{}, LEGACY, {"mcp-protocol-version": " 2025-06-18\t"}],
        ids=["no header", "2025-11-25", "2025-06-18"],
    )
    def test_result(self, headers: dict[str, str], body: bytes, expected: bytes) -> None:
        """A legacy request gets a plain result, whether or not its header names a revision."""
        reply = ask(body, headers)
        assert (reply.status, reply.body) == (200, expected)


class TestErrors:
    @pytest.mark.parametrize(("headers", "body", "status", "expected"), ERRORS.values(), ids=ERRORS)
    def test_error(self, headers: dict[str, str], body: bytes, status: int, expected: bytes) -> None:
        """A fault has its code, its words and its HTTP status."""
        reply = ask(body, headers)
        assert (reply.status, reply.body) == (status, expected)
        assert reply.headers == {"Content-Type": "application/json"}
