"""Any bytes in, a JSON-RPC answer out."""

import json
import logging
from typing import Any, Never

import pytest

from frisian_pipeline.mcp.protocol import CallResult, Reply, TextContent
from tests.mcp.protocol.shop import (
    LEGACY,
    META,
    MODERN,
    VERSION_KEY,
    Shop,
    ask,
    error_of,
    legacy,
    modern,
    modern_headers,
)

PARSE = {"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}}
INVALID = {"code": -32600, "message": "Body must be one JSON-RPC request or notification"}
BROKEN = {
    "empty": b"",
    "blank": b" \n",
    "byte order mark": b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"ping"}',
    "UTF-16": '{"jsonrpc":"2.0","id":1,"method":"ping"}'.encode("utf-16"),
    "bad UTF-8": b'{"jsonrpc":"2.0","id":1,"method":"ping","more":"\xff"}',
    "bad UTF-8 in a key": b'{"jsonrpc":"2.0","id":1,"method":"ping","\xff":1}',
    "lone surrogate": rb'{"jsonrpc":"2.0","id":1,"method":"\ud800"}',
    "cut short": b'{"jsonrpc":"2.0","id":1,"meth',
    "trailing": b'{"jsonrpc":"2.0","id":1,"method":"ping"} {}',
    "two commas": b'{"jsonrpc":"2.0",,"id":1,"method":"ping"}',
    "NaN": b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}',
    "an integer too long": b'{"jsonrpc":"2.0","id":%b,"method":"ping"}' % (b"1" * 100_000),
    "a number too large": b'{"jsonrpc":"2.0","id":1,"method":"ping","more":1e999}',
    "nested too deep": b'{"jsonrpc":"2.0","id":1,"method":"ping","more":%b}' % (b"[" * 100_000 + b"]" * 100_000),
    "nested and cut short": b"[" * 100_000,
    "HTML": b"<html>",
    "a form": b"method=ping&id=1",
}
INVALID_BODIES: dict[str, tuple[bytes, Any]] = {
    "number": (b"3", None),
    "text": (b'"ping"', None),
    "null": (b"null", None),
    "true": (b"true", None),
    "empty object": (b"{}", None),
    "no jsonrpc": (b'{"id":4,"method":"ping"}', 4),
    "jsonrpc 1.0": (b'{"jsonrpc":"1.0","id":"a","method":"ping"}', "a"),
    "jsonrpc a number": (b'{"jsonrpc":2.0,"id":0,"method":"ping"}', 0),
    "no method": (b'{"jsonrpc":"2.0","id":4}', 4),
    "method null": (b'{"jsonrpc":"2.0","id":4,"method":null}', 4),
    "params a list": (b'{"jsonrpc":"2.0","id":4,"method":"ping","params":[]}', 4),
    "params null": (b'{"jsonrpc":"2.0","id":4,"method":"ping","params":null}', 4),
    "id null": (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None),
    "id a fraction": (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None),
    "id a whole fraction": (b'{"jsonrpc":"2.0","id":1.0,"method":"ping"}', None),
    "id true": (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', None),
    "id a list": (b'{"jsonrpc":"2.0","id":[1],"method":"ping"}', None),
    "id an object": (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', None),
    "a notification without a method": (b'{"jsonrpc":"2.0","params":{}}', None),
    "a notification with a list": (b'{"jsonrpc":"2.0","method":"x","params":[]}', None),
    "a response without jsonrpc": (b'{"id":1,"result":{}}', None),
}


class TestBody:
    @pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
    @pytest.mark.parametrize("headers", [{}, modern_headers("ping")], ids=["legacy", "modern"])
    def test_no_json(self, headers: dict[str, str], body: bytes) -> None:
        """What is no JSON, or more than anyone reads, is a parse error without an id."""
        reply = ask(body, headers)
        assert (reply.status, json.loads(reply.body)) == (400, PARSE)

    @pytest.mark.parametrize(("body", "request_id"), INVALID_BODIES.values(), ids=INVALID_BODIES)
    @pytest.mark.parametrize("headers", [{}, modern_headers("ping")], ids=["legacy", "modern"])
    def test_no_request(self, headers: dict[str, str], body: bytes, request_id: Any) -> None:
        """JSON that is no request is an invalid one; its id comes back where it can be read, and never as null."""
        expected: dict[str, Any] = {"jsonrpc": "2.0", "error": INVALID}
        if request_id is not None:
            expected["id"] = request_id
        reply = ask(body, headers)
        assert (reply.status, json.loads(reply.body)) == (400, expected)

    @pytest.mark.parametrize(
        "request_id", [b"0", b"-1", b'"0"', b'""', '"é\U0001f600"'.encode(), b"1" * 4000, b"18446744073709551616"]
    )
    def test_the_id_comes_back(self, request_id: bytes) -> None:
        """An id comes back as it came: text stays text, 0 stays 0, and no digit is lost."""
        reply = ask(b'{"jsonrpc":"2.0","id":%b,"method":"ping"}' % request_id, {})
        assert reply.body == b'{"jsonrpc":"2.0","id":%b,"result":{}}' % request_id

    def test_a_method_makes_a_request(self) -> None:
        """What has a method is a request, whatever else it has."""
        reply = ask(b'{"jsonrpc":"2.0","id":1,"method":"ping","result":{},"error":{}}', {})
        assert reply.body == b'{"jsonrpc":"2.0","id":1,"result":{}}'
        broken = ask(b'{"jsonrpc":"2.0","id":1,"method":5,"result":{}}', {})
        assert json.loads(broken.body) == {"jsonrpc": "2.0", "id": 1, "error": INVALID}

    def test_the_last_of_two_keys_counts(self) -> None:
        """A key that comes twice counts as its last value, for the checks as for the call."""
        reply = ask(b'{"jsonrpc":"2.0","id":1,"method":"no","id":2,"method":"ping","more":[]}', {})
        assert reply.body == b'{"jsonrpc":"2.0","id":2,"result":{}}'


class TestNotification:
    @pytest.mark.parametrize("method", ["notifications/initialized", "notifications/cancelled", "x", "tools/call"])
    @pytest.mark.parametrize("version", ["", *LEGACY, MODERN])
    def test_accepted(self, version: str, method: str) -> None:
        """A notification is accepted, known or not, and nothing is run."""
        shop = Shop()
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": {"name": "orders_list"}}).encode()
        assert ask(body, {"MCP-Protocol-Version": version} if version else {}, shop) == Reply(202)
        assert shop.calls == []

    def test_a_version_that_is_not_served(self) -> None:
        """A notification of a version that is not served is told so, without an id."""
        reply = ask(b'{"jsonrpc":"2.0","method":"x"}', {"MCP-Protocol-Version": "2031-01-01"})
        assert error_of(reply) == (400, -32022, "Unsupported protocol version")
        assert "id" not in json.loads(reply.body)

    @pytest.mark.parametrize("body", [b'{"jsonrpc":"2.0","id":1,"result":{}}', b'{"jsonrpc":"2.0","id":1,"error":{}}'])
    def test_a_response(self, body: bytes) -> None:
        """A legacy client may answer what it was never asked."""
        assert ask(body, {"MCP-Protocol-Version": "2025-11-25"}) == Reply(202)


PING = '{"jsonrpc":"2.0","id":%d,"method":"ping"}'
PONG = '{"jsonrpc":"2.0","id":%d,"result":{}}'
NOTE = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
WRONG = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Body must be one JSON-RPC request or notification"}}'


class TestBatch:
    @pytest.mark.parametrize("headers", [{}, {"MCP-Protocol-Version": "2025-03-26"}], ids=["no header", "2025-03-26"])
    def test_in_its_order(self, headers: dict[str, str]) -> None:
        """Requests are answered in their order, notifications and responses leave no trace, scalars are invalid."""
        response = '{"jsonrpc":"2.0","id":9,"result":{}}'
        body = f"[{PING % 2},{NOTE},{response},{PING % 1},5,[{PING % 3}]]"
        reply = ask(body.encode(), headers)
        assert (reply.status, reply.body.decode()) == (200, f"[{PONG % 2},{PONG % 1},{WRONG},{WRONG}]")

    def test_nothing_to_answer(self) -> None:
        """A batch of notifications is accepted."""
        assert ask(f"[{NOTE},{NOTE}]".encode(), {}) == Reply(202)

    @pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25", MODERN, "2031-01-01"])
    def test_one_revision_only(self, version: str) -> None:
        """No other revision has batches."""
        reply = ask(f"[{PING % 1}]".encode(), {"MCP-Protocol-Version": version})
        assert (reply.status, reply.body.decode()) == (400, WRONG)

    @pytest.mark.parametrize("many", [0, 101])
    def test_size(self, many: int) -> None:
        """An empty batch is invalid, and so is one whose answer nobody could bound."""
        body = "[" + ",".join([PING % 1] * many) + "]"
        assert error_of(ask(body.encode(), {})) == (400, -32600, "A batch holds 1 to 100 messages")
        full = "[" + ",".join([PING % 1] * 100) + "]"
        assert len(json.loads(ask(full.encode(), {}).body)) == 100

    def test_no_initialize(self) -> None:
        """The handshake is never part of a batch."""
        reply = ask(b'[{"jsonrpc":"2.0","id":1,"method":"initialize"},{"jsonrpc":"2.0","method":"initialize"}]', {})
        error = '"error":{"code":-32600,"message":"initialize must not be part of a batch"}}'
        assert reply.body.decode() == f'[{{"jsonrpc":"2.0","id":1,{error},{{"jsonrpc":"2.0",{error}]'

    def test_no_modern_member(self) -> None:
        """A modern request inside a batch contradicts its header."""
        member = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": META}}
        (error,) = json.loads(ask(json.dumps([member]).encode(), {}).body)
        assert (error["id"], error["error"]["code"]) == (1, -32020)


class TestParams:
    @pytest.mark.parametrize(
        ("method", "params", "message"),
        [
            ("initialize", {}, "Invalid params: Object missing required field `protocolVersion`"),
            (
                "initialize",
                {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "desk"}},
                "Invalid params: Object missing required field `version` - at `params.clientInfo`",
            ),
            ("tools/call", {}, "Invalid params: Object missing required field `name`"),
            ("tools/call", {"name": None}, "Invalid params: Expected `str`, got `null` - at `params.name`"),
            (
                "tools/call",
                {"name": "orders_list", "arguments": ["open"]},
                "Invalid params: Expected `object | null`, got `array` - at `params.arguments`",
            ),
            (
                "prompts/get",
                {"name": "greet", "arguments": {"whom": 5}},
                "Invalid params: Expected `str`, got `int` - at `params.arguments[...]`",
            ),
            ("resources/read", {"uri": 5}, "Invalid params: Expected `str`, got `int` - at `params.uri`"),
            ("ping", {"_meta": []}, "Invalid params: Expected `object`, got `array` - at `params._meta`"),
        ],
    )
    def test_they_do_not_fit(self, method: str, params: dict[str, Any], message: str) -> None:
        """Params that do not fit are told where, without their values."""
        assert error_of(legacy(method, **params)) == (200, -32602, message)

    @pytest.mark.parametrize("method", ["resources/list", "resources/templates/list", "prompts/list", "tools/list"])
    def test_no_listing_goes_on(self, method: str) -> None:
        """Page 1 is complete, so any cursor is invalid."""
        assert error_of(modern(method, cursor="bzI1")) == (400, -32602, "Invalid cursor")

    def test_a_caller_sees_its_own(self) -> None:
        """The server is told who asks."""
        assert modern("resources/read", uri="shop://note").status == 200
        found = error_of(modern("resources/read", uri="shop://note", caller="bo"))
        assert found == (400, -32602, "Resource not found")


class Nameless(Shop):
    """A server that cannot say who it is."""

    @property
    def name(self) -> str:  # type: ignore[override]
        raise RuntimeError("the payload is 4711")


class Unsendable(Shop):
    """A server whose results have no form in JSON."""

    def call_tool(self, *asked: Any) -> CallResult:
        return CallResult(content=[TextContent(text="\ud800 4711")])


class Bottomless(Shop):
    """A server that runs out of stack."""

    def tools(self, caller: str, /) -> Never:
        raise RecursionError("4711")


class TestFailure:
    @pytest.mark.parametrize("send", [modern, legacy])
    @pytest.mark.parametrize(
        ("shop", "method", "kind"),
        [
            (Shop(), "tools/call", "ValueError"),
            (Unsendable(), "tools/call", "UnicodeEncodeError"),
            (Bottomless(), "tools/list", "RecursionError"),
        ],
    )
    def test_it_says_nothing(
        self, send: Any, shop: Shop, method: str, kind: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A failure of the server is an internal error whose id, and whose kind alone, the log has."""
        reply = send(method, shop, name="break")
        assert error_of(reply) == (200, -32603, "Internal error")
        data = json.loads(reply.body)["error"]["data"]
        (record,) = caplog.records
        assert (record.name, record.levelno, record.exc_info) == ("frisian_pipeline", logging.ERROR, None)
        assert record.getMessage() == f"{method} failed ({kind}); error {data['error_id']}"
        assert list(data) == ["error_id"]
        assert "4711" not in record.getMessage() + reply.body.decode()

    def test_a_server_without_a_name(self) -> None:
        """A server that fails to introduce itself fails like any other."""
        assert error_of(modern("server/discover", Nameless())) == (200, -32603, "Internal error")

    def test_error_ids_differ(self) -> None:
        """Each failure has an id of its own."""
        one, two = (modern("tools/call", name="break").body for _ in range(2))
        assert one != two

    def test_a_failure_inside_a_batch(self) -> None:
        """One failing member costs only its own answer."""
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "break"}}
        first, second = json.loads(ask(json.dumps([call, json.loads(PING % 2)]).encode(), {}).body)
        assert (first["error"]["code"], second) == (-32603, json.loads(PONG % 2))


class TestVersions:
    def test_advertised_is_served(self) -> None:
        """What discovery and refusals name as supported is what a request may say."""
        result = json.loads(modern("server/discover").body)["result"]
        for version in result["supportedVersions"]:
            headers = modern_headers("tools/list", version=version)
            body = {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/list",
                "params": {"_meta": META | {VERSION_KEY: version}},
            }
            assert ask(json.dumps(body).encode(), headers).status == 200
