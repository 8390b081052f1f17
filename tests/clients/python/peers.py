"""Clients that others have written in Python, each asked in its own words."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any, NamedTuple, Protocol

import anyio
import fastmcp
import httpx2
import mcp
from django.core.asgi import get_asgi_application
from fastmcp.client.transports import StreamableHttpTransport
from mcp.client.streamable_http import streamable_http_client

application = cache(get_asgi_application)
IN_PROCESS = "http://localhost/mcp"


class Answer(NamedTuple):
    """What a tool answered."""

    text: str
    is_error: bool


Report = tuple[float, float | None, str | None]
"""How far a tool has come, of how much, and what it says."""


class Peer(Protocol):
    """A client that is connected."""

    @property
    def version(self) -> str | None:
        """The revision of the protocol that was agreed on."""

    @property
    def server(self) -> str | None:
        """What the server calls itself."""

    async def tools(self) -> list[str]:
        """Name the tools."""

    async def call(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool."""

    async def follow(self, tool: str) -> list[Report]:
        """Call a tool and give what it reported until it answered."""

    async def read(self, uri: str) -> str:
        """Read a resource."""

    async def prompt(self, name: str, **arguments: str) -> str:
        """Fill in a prompt of one text."""

    async def others(self) -> tuple[list[str], list[str], list[str]]:
        """List the URIs of resources, the names of prompts, and the URIs of templates."""


async def host(scope: Any, receive: Any, send: Any) -> None:
    """Serve the host as a server does: to the end, though its client may have gone."""
    with anyio.CancelScope(shield=True):
        await application()(scope, receive, send)


def transport(*_: Any, **options: Any) -> httpx2.AsyncClient:
    """Make an HTTP client that calls the host in this process, without a socket."""
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app=host), **options)


class Connected:
    """What the clients have in common: which revision they speak, and with whom."""

    def __init__(self, client: Any) -> None:
        self.client = client

    @property
    def version(self) -> str | None:
        version: str | None = self.client.protocol_version
        return version

    @property
    def server(self) -> str | None:
        return name_of(self.client.server_info)


class Official(Connected):
    """The Python SDK's client."""

    client: mcp.Client

    async def tools(self) -> list[str]:
        return [tool.name for tool in (await self.client.list_tools()).tools]

    async def call(self, tool: str, **arguments: Any) -> Answer:
        result = await self.client.call_tool(tool, arguments)
        return Answer(text_of(result.content), bool(result.is_error))

    async def follow(self, tool: str) -> list[Report]:
        reports, hear = listener()
        await self.client.call_tool(tool, progress_callback=hear)
        return reports

    async def read(self, uri: str) -> str:
        return text_of((await self.client.read_resource(uri)).contents)

    async def prompt(self, name: str, **arguments: str) -> str:
        (message,) = (await self.client.get_prompt(name, arguments)).messages
        return text_of([message.content])

    async def others(self) -> tuple[list[str], list[str], list[str]]:
        resources, prompts = await self.client.list_resources(), await self.client.list_prompts()
        templates = await self.client.list_resource_templates()
        return names_of(resources.resources, prompts.prompts, templates.resource_templates)


class Fast(Connected):
    """fastmcp's client."""

    client: fastmcp.Client[Any]

    async def tools(self) -> list[str]:
        return [tool.name for tool in await self.client.list_tools()]

    async def call(self, tool: str, **arguments: Any) -> Answer:
        result = await self.client.call_tool(tool, arguments, raise_on_error=False)
        return Answer(text_of(result.content), result.is_error)

    async def follow(self, tool: str) -> list[Report]:
        reports, hear = listener()
        await self.client.call_tool(tool, progress_handler=hear)
        return reports

    async def read(self, uri: str) -> str:
        return text_of(await self.client.read_resource(uri))

    async def prompt(self, name: str, **arguments: str) -> str:
        (message,) = (await self.client.get_prompt(name, arguments)).messages
        return text_of([message.content])

    async def others(self) -> tuple[list[str], list[str], list[str]]:
        resources, prompts = await self.client.list_resources(), await self.client.list_prompts()
        return names_of(resources, prompts, await self.client.list_resource_templates())


@asynccontextmanager
async def official(url: str, mode: str) -> AsyncIterator[Peer]:
    """Connect the Python SDK's client."""
    async with AsyncExitStack() as running:
        http = await running.enter_async_context(transport()) if url.startswith(IN_PROCESS) else None
        wire = streamable_http_client(url, http_client=http)
        yield Official(await running.enter_async_context(mcp.Client(wire, mode=mode)))


@asynccontextmanager
async def fast(url: str, mode: str) -> AsyncIterator[Peer]:
    """Connect fastmcp's client."""
    wire = StreamableHttpTransport(url, httpx_client_factory=transport if url.startswith(IN_PROCESS) else None)
    async with AsyncExitStack() as running:
        yield Fast(await running.enter_async_context(fastmcp.Client(wire, mode=mode)))


def listener() -> tuple[list[Report], Any]:
    """What hears reports, and the list that it puts them into."""
    reports: list[Report] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        reports.append((progress, total, message))

    return reports, hear


def name_of(server: mcp.types.Implementation | None) -> str | None:
    """What a server calls itself, if it does."""
    return server.name if server else None


def names_of(
    resources: Sequence[Any], prompts: Sequence[Any], templates: Sequence[Any]
) -> tuple[list[str], list[str], list[str]]:
    """Where resources are, what prompts are called, and which templates there are."""
    uris = [str(resource.uri) for resource in resources]
    return uris, [prompt.name for prompt in prompts], [template.uri_template for template in templates]


def text_of(blocks: Sequence[Any]) -> str:
    """The text of an answer in one channel."""
    (block,) = blocks
    return str(block.text)
