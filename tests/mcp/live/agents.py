"""An agent of each era, and a REST client, as small as they can be and over a real socket."""

import json
from base64 import b64encode
from collections.abc import Mapping
from email.message import Message
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

MODERN, LEGACY = "2026-07-28", "2025-11-25"
ERAS = (MODERN, LEGACY)
PASSWORD = "secret"
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": {"name": "desk", "version": "3.1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


OPEN = {"ANONYMOUS_TIER": "read_write"}
"""The settings of a host whose tools are for everybody."""


class Sent(NamedTuple):
    """What came back over HTTP."""

    status: int
    headers: Message
    content: bytes

    @property
    def data(self) -> Any:
        """The body as JSON; None where there is none."""
        return json.loads(self.content) if self.content else None


class Called(NamedTuple):
    """What a tool answered: its first text as data, whether it is an error, and all content."""

    data: Any
    is_error: bool
    content: list[dict[str, Any]]

    @property
    def status(self) -> int | None:
        """The REST status, where the answer has one."""
        return self.data.get("status_code") if isinstance(self.data, dict) else None


def basic(name: str, password: str = PASSWORD) -> dict[str, str]:
    """Credentials as a header."""
    return {"Authorization": f"Basic {b64encode(f'{name}:{password}'.encode()).decode()}"}


def modern_headers(method: str, params: Mapping[str, Any]) -> dict[str, str]:
    """What a modern client sends along."""
    name = params.get(NAMED[method]) if method in NAMED else None
    return {"MCP-Protocol-Version": MODERN, "Mcp-Method": method} | ({} if name is None else {"Mcp-Name": name})


class Http:
    """A client of a live server."""

    def __init__(self, url: str) -> None:
        self.place = urlsplit(url).netloc

    def send(self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}) -> Sent:
        """Send a request as it is."""
        connection = HTTPConnection(self.place, timeout=20)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json", **headers})
            response = connection.getresponse()
            return Sent(response.status, response.headers, response.read())
        finally:
            connection.close()

    def rest(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] = {}) -> Sent:
        """Call REST."""
        return self.send(method, path, None if body is None else json.dumps(body).encode(), headers)


class Agent(Http):
    """A client that speaks one era."""

    def __init__(self, url: str, era: str, at: str = "/mcp") -> None:
        super().__init__(url)
        self.era, self.at = era, at

    def ask(self, method: str, headers: Mapping[str, str] = {}, /, **params: Any) -> Sent:
        """Send a request of the protocol."""
        if self.era == MODERN:
            given = {"_meta": META, **params}
            headers = {**modern_headers(method, params), **headers}
        else:
            given, headers = params, {"MCP-Protocol-Version": LEGACY, **headers}
        body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": given}
        return self.send(
            "POST", self.at, json.dumps(body).encode(), {"Accept": "application/json, text/event-stream", **headers}
        )

    def result(self, method: str, headers: Mapping[str, str] = {}, /, **params: Any) -> Any:
        """Send a request that must have a result."""
        sent = self.ask(method, headers, **params)
        assert sent.status == 200, sent
        assert "result" in sent.data, sent
        return sent.data["result"]

    def call(self, tool: str, headers: Mapping[str, str] = {}, /, **arguments: Any) -> Called:
        """Call a tool."""
        result = self.result("tools/call", headers, name=tool, arguments=arguments)
        text = result["content"][0]["text"]
        return Called(json.loads(text), result.get("isError", False), result["content"])

    def tools(self, headers: Mapping[str, str] = {}, /) -> dict[str, Any]:
        """The listed tools, by name."""
        return {tool["name"]: tool for tool in self.result("tools/list", headers)["tools"]}
