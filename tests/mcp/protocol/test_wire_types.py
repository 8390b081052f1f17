"""Our results in the eyes of the official types."""

import json
from typing import Any

import pytest

from tests.mcp.protocol.shop import LEGACY, MODERN, legacy, modern

official = pytest.importorskip("mcp_types.methods", reason="mcp-types is not installed: our results go unchecked")

ASKED: dict[str, dict[str, Any]] = {
    "tools/list": {},
    "tools/call": {"name": "orders_list", "arguments": {"state": "opn"}},
    "resources/list": {},
    "resources/templates/list": {},
    "resources/read": {"uri": "shop://logo"},
    "prompts/list": {},
    "prompts/get": {"name": "greet", "arguments": {"whom": "Bo"}},
    "completion/complete": {
        "ref": {"type": "ref/prompt", "name": "greet"},
        "argument": {"name": "whom", "value": "b"},
    },
}
HELLO = {"protocolVersion": LEGACY[-1], "capabilities": {}, "clientInfo": {"name": "desk", "version": "3.1"}}


class TestWireTypes:
    @pytest.mark.parametrize(("method", "params"), (ASKED | {"server/discover": {}}).items())
    def test_modern(self, method: str, params: dict[str, Any]) -> None:
        """Every modern result is valid in its revision."""
        official.validate_server_result(method, MODERN, json.loads(modern(method, **params).body)["result"])

    @pytest.mark.parametrize("version", LEGACY)
    @pytest.mark.parametrize(("method", "params"), (ASKED | {"initialize": HELLO, "ping": {}}).items())
    def test_legacy(self, method: str, params: dict[str, Any], version: str) -> None:
        """Every legacy result is valid in its revision."""
        official.validate_server_result(method, version, json.loads(legacy(method, **params).body)["result"])
