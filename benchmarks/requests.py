"""The host's own request handler, called as a WSGI server calls it, without the server."""

import json
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

from django.core.handlers.wsgi import WSGIHandler

MODERN, LEGACY = "2026-07-28", "2025-11-25"
ERAS = (MODERN, LEGACY)
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": {"name": "desk", "version": "3.1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
ENVIRON = {
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "CONTENT_TYPE": "application/json",
    "HTTP_HOST": "localhost",
    "HTTP_ACCEPT": "application/json, text/event-stream",
    "wsgi.url_scheme": "http",
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}

Send = Callable[[], list[bytes]]

handler = WSGIHandler()


def ignore(*_: Any) -> Any:
    """Take the status and headers of an answer."""


def request(method: str, path: str, body: bytes = b"", headers: Mapping[str, str] = {}) -> Send:
    """A request that can be sent again and again; returns the pieces of its answer's body, as a server sends them."""
    environ = {
        **ENVIRON,
        **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()},
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "CONTENT_LENGTH": str(len(body)),
    }

    def send() -> list[bytes]:
        response = handler({**environ, "wsgi.input": BytesIO(body)}, ignore)
        pieces = list(response)
        response.close()
        return pieces

    return send


def message(era: str, method: str, **params: Any) -> Send:
    """A message to the MCP endpoint in one era."""
    headers = {"MCP-Protocol-Version": era}
    if era == MODERN:
        params = {**params, "_meta": META}
        headers |= {"Mcp-Method": method} | ({"Mcp-Name": params["name"]} if "name" in params else {})
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return request("POST", "/mcp", json.dumps(body).encode(), headers)


def call(era: str, tool: str, **arguments: Any) -> Send:
    """A tool's call."""
    return message(era, "tools/call", name=tool, arguments=arguments)


def body_of(send: Send) -> bytes:
    """The body that a request is answered with."""
    return b"".join(send())
