"""What holds for any bytes and any headers."""

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from frisian_pipeline.mcp.protocol import Reply
from tests.mcp.protocol.shop import (
    CAPABILITIES_KEY,
    CLIENT_KEY,
    LEGACY,
    META,
    MODERN,
    NAMED,
    VERSION_KEY,
    Shop,
    ask,
    modern_headers,
)

STATUSES = {200, 202, 400, 404}
METHODS = (
    "initialize",
    "ping",
    "notifications/initialized",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "orders/list",
)
WORDS = ("orders_list", "break", "greet", "shop://note", "x", "", "Größe", "=?base64?YQ==?=")

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3), max_leaves=8
)
words = st.sampled_from(WORDS) | st.text(max_size=5)
versions = st.sampled_from((*LEGACY, MODERN, "2024-11-05", "2031-01-01", ""))
methods = st.sampled_from(METHODS)
metas = st.just(META) | st.fixed_dictionaries(
    {},
    optional={
        VERSION_KEY: versions | values,
        CAPABILITIES_KEY: st.just({}) | values,
        CLIENT_KEY: st.just({"name": "desk", "version": "1"}) | values,
        "traceparent": st.text(),
        "progressToken": scalars,
    },
)
params = st.fixed_dictionaries(
    {},
    optional={
        "_meta": metas | values,
        "name": words | values,
        "uri": words | values,
        "arguments": st.dictionaries(words, words, max_size=2) | values,
        "cursor": values,
        "protocolVersion": versions | values,
        "capabilities": st.just({}) | values,
        "clientInfo": st.just({"name": "desk", "version": "1"}) | values,
    },
)
ids = st.integers() | st.text() | values
messages = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | values,
        "id": ids,
        "method": methods | values,
        "params": params | values,
        "result": values,
        "error": values,
    },
)
requests = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "id": st.integers() | st.text(), "method": methods | st.text()},
    optional={"params": params},
)
headers = st.dictionaries(
    st.sampled_from(("MCP-Protocol-Version", "mcp-protocol-version", "Mcp-Method", "Mcp-Name", "Accept", "X")),
    versions | methods | words,
    max_size=5,
)


def encode(value: Any) -> bytes:
    """What a client would send."""
    return json.dumps(value, ensure_ascii=False).encode(errors="replace")


def check_message(message: Any) -> None:
    """Hold one answer to JSON-RPC."""
    assert message["jsonrpc"] == "2.0"
    assert set(message) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"}, {"jsonrpc", "error"})
    assert type(message.get("id", 0)) in (int, str)
    if "error" in message:
        assert set(message["error"]) <= {"code", "message", "data"}
        assert type(message["error"]["code"]) is int
        assert type(message["error"]["message"]) is str


def check_reply(reply: Reply) -> Any:
    """Hold a reply to what every reply keeps, and give its body."""
    assert reply.status in STATUSES
    assert (reply.body == b"") == (reply.status == 202) == (reply.headers == {})
    if not reply.body:
        return None
    assert reply.headers == {"Content-Type": "application/json"}
    answer = json.loads(reply.body)
    for message in answer if isinstance(answer, list) else [answer]:
        check_message(message)
    assert answer != []
    return answer


class TestLaws:
    @given(st.binary() | st.text().map(str.encode), headers)
    def test_any_bytes(self, body: bytes, headers: dict[str, str]) -> None:
        """Any bytes are answered."""
        check_reply(ask(body, headers))

    @given(values, headers)
    def test_any_json(self, value: Any, headers: dict[str, str]) -> None:
        """Any JSON is answered; only a list may get a list."""
        answer = check_reply(ask(encode(value), headers))
        assert isinstance(value, list) or not isinstance(answer, list)

    @given(st.integers(1, 3000), st.sampled_from(["[", '{"a":', '{"jsonrpc":"2.0","id":1,"method":"ping","params":']))
    def test_any_depth(self, depth: int, opening: str) -> None:
        """Any depth of nesting is answered, also at the edge of what can be read."""
        closing = "]" if opening == "[" else "}"
        check_reply(ask((opening * depth + "1" + closing * depth).encode(), {}))

    @given(messages, headers, st.sampled_from(["ann", "bo"]))
    @example({"jsonrpc": "2.0", "id": True, "method": "ping"}, {}, "ann")
    @example({"id": 5, "result": {}, "jsonrpc": "2.0"}, {"MCP-Protocol-Version": MODERN}, "ann")
    def test_any_message(self, message: dict[str, Any], headers: dict[str, str], caller: str) -> None:
        """Any message is answered, and no answer has another id than it came with."""
        answer = check_reply(ask(encode(message), headers, caller=caller))
        if answer is not None and "id" in answer:
            assert answer["id"] == message["id"]
            assert type(answer["id"]) is type(message["id"])

    @given(requests, headers)
    def test_any_request(self, message: dict[str, Any], headers: dict[str, str]) -> None:
        """A request is always answered, with its own id."""
        answer = check_reply(ask(encode(message), headers))
        assert answer["id"] == json.loads(encode(message["id"]))
        assert type(answer["id"]) is type(message["id"])

    @given(st.lists(messages | requests | values, max_size=4), headers)
    def test_any_batch(self, batch: list[Any], headers: dict[str, str]) -> None:
        """A batch gets at most one answer for each of its members."""
        answer = check_reply(ask(encode(batch), headers))
        assert not isinstance(answer, list) or len(answer) <= len(batch)

    @given(methods, params, words, versions)
    def test_a_tool_runs_only_when_all_agrees(
        self, method: str, params: dict[str, Any], name: str, version: str
    ) -> None:
        """Nothing runs for a modern request whose headers say something else than its body."""
        shop = Shop()
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        answer = check_reply(ask(encode(message), modern_headers(method, name, version), shop))
        if shop.calls and version not in LEGACY:
            assert (method, version, params[NAMED[method]]) == ("tools/call", MODERN, name.strip(" \t"))
        assert shop.calls == [] or answer["id"] == 1
