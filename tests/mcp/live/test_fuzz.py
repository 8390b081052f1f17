"""Whatever is sent, the answer is JSON-RPC: no error page, no words of the host's, no hang."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import path
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.mcp.discovery.hosts import registered, urlpatterns
from tests.mcp.live.agents import META, Http, modern_headers
from tests.mcp.live.test_writes import EchoView, PartViewSet

FUZZ = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
METHODS = st.sampled_from(
    ["tools/list", "tools/call", "resources/read", "prompts/get", "initialize", "ping", "server/discover", "x", ""]
)
VERSIONS = st.sampled_from(["2026-07-28", "2025-11-25", "2025-03-26", "1", ""])
NAMES = st.sampled_from(
    [
        *("name", "site", "device", "tag", "rank", "price", "specs", "sizes", "maker", "items", "id", "verify"),
        *("fields", "exclude", "view", "format", "mode", "budget", "continuation_token", "page", "search", "é"),
    ]
)


@pytest.fixture
def client(serve: Callable[..., str]) -> Http:
    """A client of a host with views of every kind."""
    own = registered(PartViewSet, "parts"), path("echo/", EchoView.as_view())
    return Http(serve(*own, *urlpatterns))


def assert_well(sent: Any) -> Any:
    """Hold an answer to the protocol; returns it."""
    assert sent.status in (200, 202, 400, 404), sent
    assert b"Traceback" not in sent.content
    if sent.status == 202:
        assert sent.content == b""
        return None
    assert sent.headers["Content-Type"] == "application/json"
    answers = sent.data if isinstance(sent.data, list) else [sent.data]
    for answer in answers:
        assert answer["jsonrpc"] == "2.0"
        assert ("result" in answer) != ("error" in answer)
        assert answer.get("error", {}).get("code") != -32603, answer
    return answers[0]


class TestAnything:
    @FUZZ
    @given(body=st.binary(max_size=200), version=VERSIONS, method=METHODS)
    def test_bytes(self, client: Http, body: bytes, version: str, method: str) -> None:
        """Any bytes under any headers."""
        headers = {"MCP-Protocol-Version": version, "Mcp-Method": method}
        assert_well(client.send("POST", "/mcp", body, headers))

    @FUZZ
    @given(data=JSON, version=VERSIONS)
    def test_json(self, client: Http, data: Any, version: str) -> None:
        """Any JSON, and what Python takes for JSON."""
        assert_well(client.send("POST", "/mcp", json.dumps(data).encode(), {"MCP-Protocol-Version": version}))

    @FUZZ
    @given(
        body=st.fixed_dictionaries(
            {"jsonrpc": st.just("2.0"), "method": METHODS | st.text()},
            optional={"id": JSON, "params": JSON, "extra": JSON},
        ),
        version=VERSIONS,
    )
    def test_json_rpc(self, client: Http, body: Any, version: str) -> None:
        """Any message that looks like JSON-RPC."""
        headers = {"MCP-Protocol-Version": version, "Mcp-Method": "tools/call"}
        assert_well(client.send("POST", "/mcp", json.dumps(body).encode(), headers))


class TestArguments:
    @FUZZ
    @given(
        tool=st.sampled_from(
            ["parts_create", "parts_list", "parts_update", "parts_weigh", "echo_post", "gadgets_list"]
        ),
        arguments=st.dictionaries(NAMES, JSON, max_size=5),
    )
    def test_any(self, client: Http, tool: str, arguments: dict[str, Any]) -> None:
        """Any arguments for any tool are an answer or an error of the tool, and never a fault of the host's."""
        params = {"name": tool, "arguments": arguments, "_meta": META}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        headers = modern_headers("tools/call", params)
        answer = assert_well(client.send("POST", "/mcp", json.dumps(body).encode(), headers))
        if answer and "result" in answer:
            text = json.loads(answer["result"]["content"][0]["text"])
            assert not (isinstance(text, dict) and text.get("status_code") == 500), (tool, arguments, text)
