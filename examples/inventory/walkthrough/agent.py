"""An agent's side: the inventory's tools, called by the official MCP client."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from httpx2 import AsyncClient
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

from walkthrough.client import Answer, CallError


@dataclass(frozen=True)
class Agent:
    """
    Calls the tools of one server as one user.

    Attributes:
        client: The official client, connected.
        portal: Where it runs, since it is asynchronous.
    """

    client: Client
    portal: BlockingPortal

    @property
    def instructions(self) -> str:
        """What the server tells an agent before the first call."""
        return self.client.instructions or ""

    @property
    def protocol(self) -> str:
        """The revision of the protocol that client and server agreed on."""
        return str(self.client.protocol_version)

    def tools(self) -> list[dict[str, Any]]:
        """List the tools as the server describes them."""
        listed = self.portal.call(self.client.list_tools)
        return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed.tools]

    def call(self, tool: str, arguments: dict[str, Any]) -> Answer:
        """Call a tool and return the text that the agent reads; an error says its status."""
        result = self.portal.call(self.client.call_tool, tool, arguments)
        text = "".join(block.text for block in result.content)
        return Answer(json.loads(text)["status_code"] if result.is_error else 200, text.encode())

    def done(self, tool: str, arguments: dict[str, Any]) -> Answer:
        """
        Call a tool that must succeed.

        Raises:
            CallError: If it does not.
        """
        answer = self.call(tool, arguments)
        if answer.status != 200:
            raise CallError(f"{tool} answered {answer.content[:500]!r}")
        return answer

    def read(self, uri: str) -> bytes:
        """Read a resource, which is text; empty where this caller has none there."""
        try:
            result = self.portal.call(self.client.read_resource, uri)
        except MCPError:
            return b""
        return "".join(contents.text for contents in result.contents).encode()


@contextmanager
def connect(address: str, key: str = "", *, mode: str = "auto") -> Iterator[Agent]:
    """
    Connect to the server while a block lasts.

    Args:
        address: Host and port.
        key: The API key that says who calls; empty is anonymous.
        mode: ``auto`` for the newest revision of the protocol, ``legacy`` for those before it.
    """
    with start_blocking_portal() as portal:
        opened = portal.wrap_async_context_manager(session(address, key, mode))
        client = opened.__enter__()
        try:
            yield Agent(client, portal)
        finally:
            # Without the error, which the client's tasks would wrap in a group.
            opened.__exit__(None, None, None)


@asynccontextmanager
async def session(address: str, key: str, mode: str) -> AsyncIterator[Client]:
    """Connect the official client over HTTP."""
    headers = {"Authorization": f"Key {key}"} if key else {}
    async with (
        AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"http://{address}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client
