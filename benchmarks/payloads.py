"""The fixed results that are shaped: one object and rows of devices."""

from itertools import chain, cycle, islice, repeat
from pathlib import Path
from typing import Any

from msgspec.json import decode, encode

from frisian_pipeline import Call, Exchange
from frisian_pipeline.masks import Auto
from frisian_pipeline.stages import Prune

PAYLOADS = Path(__file__).parent.parent / "tests" / "payloads"


def payloads() -> dict[str, Any]:
    """Every answer, by its name."""
    return {path.stem: decode(path.read_bytes()) for path in sorted(PAYLOADS.glob("*.json"))}


def flat_rows(count: int) -> list[dict[str, Any]]:
    """Rows of scalars as a list view answers them; no two values are the same object in memory."""
    return [decode(encode(flat_row(place))) for place in range(count)]


def flat_row(place: int) -> dict[str, Any]:
    """One of these rows."""
    return {
        "id": place,
        "name": f"device-{place:05}",
        "serial": f"SN{place * 7919 % 100_000:05}",
        "site": f"site {place % 7}",
        "position": place / 2,
        "active": place % 3 > 0,
        "tenant": None if place % 5 else "acme",
        "created": f"2026-04-{place % 28 + 1:02}T09:30:12Z",
        "comments": "checked",
        "url": f"https://example.com/api/devices/{place}/",
    }


def nested_rows(count: int) -> list[Any]:
    """Devices of a list with all that they refer to, repeated as often as it takes."""
    devices = decode((PAYLOADS / "device_list_50.json").read_bytes())["results"]
    return [decode(encode({**devices[place % len(devices)], "id": place})) for place in range(count)]


def orders(count: int) -> list[Any]:
    """Orders with their items, repeated as often as it takes."""
    known = decode((PAYLOADS / "order_list_100.json").read_bytes())
    return [decode(encode({**known[place % len(known)], "id": place})) for place in range(count)]


def pruned_rows(size: int) -> list[dict[str, Any]]:
    """As much of an agent's view of devices as so many bytes of JSON hold."""
    devices = decode((PAYLOADS / "device_list_50.json").read_bytes())["results"]
    rows: list[dict[str, Any]] = []
    while len(encode(rows)) <= size:
        one = devices[len(rows) % len(devices)]
        inner = {name: {"name": one[name]["name"]} for name in ("site", "role")}
        rows.append({"id": len(rows), "name": one["name"], **inner, "serial": one["serial"], "tags": ["lab", "prod"]})
    return rows[:-1]


def pruned_answer(name: str, size: int) -> list[Any]:
    """As much of a known list, as the automatic view shows it, as so many bytes of JSON hold."""
    known = decode((PAYLOADS / f"{name}.json").read_bytes())
    exchange = Exchange.begin(Call(name, view=Auto), known if isinstance(known, list) else known["results"])
    rows: list[Any] = []
    for row in cycle(Prune()(exchange).body):
        if len(encode([*rows, row])) > size:
            break
        rows.append(row)
    return rows


def uniform_product() -> Any:
    """The agent's view of a product, all of whose offers have the same keys."""
    product = decode((PAYLOADS / "product_context.agent.json").read_bytes())
    offers = [{name: value for name, value in offer.items() if name != "stickers"} for offer in product["offers"]]
    return {**product, "offers": offers}


def one_device() -> Any:
    """The device that NetBox answered a create with."""
    return decode((PAYLOADS / "netbox_device_created.json").read_bytes())


def devices(count: int) -> list[Any]:
    """Rows of the bulk echo, repeated as often as it takes; no two of them are the same object in memory."""
    echo = (PAYLOADS / "device_bulk_echo_60.json").read_bytes()
    return list(islice(chain.from_iterable(map(decode, repeat(echo))), count))
