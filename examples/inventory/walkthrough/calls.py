"""The calls that the demo makes, each as a REST client makes it and as an agent does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from walkthrough.agent import Agent
from walkthrough.client import Answer, Client

BULK = 60
KNOWN_PRODUCT = "8f14e45f-ceea-467f-a8d2-3c7b5a1e9b04"


@dataclass(frozen=True)
class ApiCall:
    """
    A call, in words and in both languages.

    Attributes:
        name: What it is about.
        method: Of the HTTP request.
        path: Of its URL, with a place for each of ``places``.
        tool: The tool that does the same.
        places: What goes into the path.
        query: What goes into the query string.
        body: What is sent; a list of objects is several at once.
    """

    name: str
    method: str
    path: str
    tool: str
    places: dict[str, str] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    body: Any = None

    @property
    def url(self) -> str:
        """Where a REST client sends it."""
        path = self.path.format_map(self.places)
        return f"{path}?{urlencode(self.query)}" if self.query else path

    @property
    def arguments(self) -> dict[str, Any]:
        """What the tool takes: all in one object."""
        sent = {"items": self.body} if isinstance(self.body, list) else self.body or {}
        return {**self.places, **self.query, **sent}


@dataclass(frozen=True)
class Step:
    """A call that was made, in words, and its answer."""

    name: str
    answer: Answer


Make = Callable[[ApiCall], Answer]
"""Makes a call and returns its answer."""


def over_rest(client: Client) -> Make:
    """Make calls as HTTP requests."""
    return lambda call: client.done(call.method, call.url, call.body)


def over_mcp(agent: Agent) -> Make:
    """Make calls as calls of tools."""
    return lambda call: agent.done(call.tool, call.arguments)


def device(name: str, number: int = 1) -> dict[str, Any]:
    """What one sends to create a device."""
    return {
        "name": f"{name}-{number:02}",
        "device_type": 1,
        "role": 1,
        "tenant": 1,
        "platform": 1,
        "site": 1,
        "status": "planned",
        "serial": f"SN{number:08}",
        "rack": "R01",
        "face": "front",
        "airflow": "front-to-rear",
        "comments": "Rack unit checked by the field team.",
        "local_context_data": {"ntp": ["192.0.2.1", "192.0.2.2"], "snmp": {"location": "row 1"}},
        "custom_fields": {"support_contract": "C-0042", "warranty_until": "2028-03-31"},
        "tags": ["production"],
    }


def create(name: str) -> ApiCall:
    """Create one device."""
    return ApiCall("create a device", "POST", "/api/devices/", "devices_create", body=device(name))


def create_many(name: str) -> ApiCall:
    """Create many devices at once."""
    rows = [device(f"{name}-bulk", number) for number in range(BULK)]
    return ApiCall(f"create {BULK} devices", "POST", "/api/devices/", "devices_create", body=rows)


def changes(where: dict[str, str]) -> Iterator[ApiCall]:
    """Change one device in several ways, until it is gone."""
    path, more = "/api/devices/{id}/", {"comments": "Second power feed is in."}
    yield ApiCall("retrieve a device", "GET", path, "devices_retrieve", where)
    yield ApiCall("update a device", "PATCH", path, "devices_partial_update", where, body=more)
    yield ApiCall("archive a device", "POST", path + "archive/", "devices_archive", where)
    yield ApiCall("delete a device", "DELETE", path, "devices_destroy", where)


def others(name: str) -> Iterator[ApiCall]:
    """Create what is shown once, search, list, and read."""
    listed = ("GET", "/api/devices/", "devices_list")
    words = {"query": "walmart", "limit": 10}
    product = {"fido_id": KNOWN_PRODUCT}
    yield ApiCall("create an API key", "POST", "/api/keys/", "keys_create", body={"name": name})
    yield ApiCall("search offers (POST)", "POST", "/api/offers/search/", "offers_search", body=words)
    yield ApiCall("search devices (GET)", *listed, query={"search": "acc-0000"})
    yield ApiCall("list 50 devices", *listed)
    yield ApiCall("list 50 devices, fields=name,serial", *listed, query={"fields": "name,serial"})
    yield ApiCall("retrieve a product", "GET", "/api/products/{fido_id}/", "products_retrieve", product)


def walk(make: Make, name: str) -> Iterator[Step]:
    """
    Make each call once.

    Args:
        make: Makes a call, over REST or over MCP.
        name: What the devices that are created are called; they need names of their own.
    """
    created = make(create(name))
    yield Step("create a device", created)
    where = {"id": created.json()["id"]}
    for call in (create_many(name), *changes(where), *others(name)):
        yield Step(call.name, make(call))
