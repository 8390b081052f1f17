"""The calls that the demo makes, first as a client that asks for JSON and then as an agent."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from walkthrough.client import Answer, Client

BULK = 60
KNOWN_PRODUCT = "8f14e45f-ceea-467f-a8d2-3c7b5a1e9b04"


@dataclass(frozen=True)
class Step:
    """A call that was made, in words, and its answer."""

    name: str
    answer: Answer


def device(name: str, number: int = 1) -> dict[str, Any]:
    """What one posts to create a device."""
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


def walk(client: Client, name: str) -> Iterator[Step]:
    """
    Make each call once.

    Args:
        client: Who calls.
        name: What the devices that are created are called; they need names of their own.
    """
    created = client.done("POST", "/api/devices/", device(name))
    url = f"/api/devices/{created.json()['id']}/"
    yield Step("create a device", created)
    rows = [device(f"{name}-bulk", number) for number in range(BULK)]
    yield Step(f"create {BULK} devices", client.done("POST", "/api/devices/", rows))
    yield Step("update a device", client.done("PATCH", url, {"comments": "Second power feed is in."}))
    yield Step("archive a device", client.done("POST", f"{url}archive/"))
    yield Step("delete a device", client.done("DELETE", url))
    yield Step("create an API key", client.done("POST", "/api/keys/", {"name": name}))
    search = {"query": "walmart", "limit": 10}
    yield Step("search offers (POST)", client.done("POST", "/api/offers/search/", search))
    yield Step("list 50 devices", client.done("GET", "/api/devices/"))
    yield Step("list 50 devices, ?fields=name,serial", client.done("GET", "/api/devices/?fields=name,serial"))
    yield Step("retrieve a product", client.done("GET", f"/api/products/{KNOWN_PRODUCT}/"))
