"""The inventory's ``orders`` tool, called by the official client."""

import json
import sys
from collections.abc import AsyncIterator, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx2
import mcp
import pytest
from mcp.client.streamable_http import streamable_http_client

INVENTORY = Path(__file__).parents[3] / "examples" / "inventory"
MODES = ["auto", "legacy"]

pytestmark = pytest.mark.anyio


class Shop(NamedTuple):
    """Where the inventory is served, and the key of somebody who works there."""

    address: str
    key: str


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """Run the tests on asyncio."""
    return "asyncio"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """Serve the inventory, with some orders in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DJANGO_SETTINGS_MODULE")
        patch.setattr(sys, "path", [str(INVENTORY), *sys.path])
        project = import_module("walkthrough.project").Project(tmp_path_factory.mktemp("inventory"))
        project.manage("migrate", "--verbosity", "0")
        project.manage("load_inventory", "--devices", "100")
        key = project.ask("issue_key", "clerk")
        with project.serve() as address:
            yield Shop(address, key)


@pytest.fixture(params=MODES)
def mode(request: pytest.FixtureRequest) -> str:
    """Name a way to agree on an era."""
    return str(request.param)


class Clerk(NamedTuple):
    """Somebody who calls the tool."""

    client: mcp.Client

    async def call(self, **arguments: Any) -> tuple[Any, bool]:
        """Call it; what it answers, and whether that is an error."""
        result = await self.client.call_tool("orders", arguments)
        (block,) = result.content
        assert isinstance(block, mcp.types.TextContent)
        return json.loads(block.text), bool(result.is_error)

    async def done(self, action: str = "", **params: Any) -> Any:
        """Call an action that has to succeed."""
        answer, is_error = await self.call(**({"action": action, "params": params} if action else {}))
        assert not is_error, answer
        return answer

    async def refused(self, action: str, **params: Any) -> Any:
        """Call an action that has to fail."""
        answer, is_error = await self.call(action=action, params=params)
        assert is_error, answer
        return answer


async def connected(shop: Shop, mode: str, path: str, **headers: str) -> AsyncIterator[Clerk]:
    """Connect the official client."""
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        mcp.Client(streamable_http_client(f"http://{shop.address}{path}", http_client=http), mode=mode) as client,
    ):
        yield Clerk(client)


@pytest.fixture
async def clerk(shop: Shop, mode: str) -> AsyncIterator[Clerk]:
    """Somebody who may place and cancel orders."""
    async for one in connected(shop, mode, "/mcp", Authorization=f"Key {shop.key}"):
        yield one


@pytest.fixture
async def reader(shop: Shop, mode: str) -> AsyncIterator[Clerk]:
    """The same person, where agents only read."""
    async for one in connected(shop, mode, "/mcp-read", Authorization=f"Key {shop.key}"):
        yield one


@pytest.fixture
async def stranger(shop: Shop, mode: str) -> AsyncIterator[Clerk]:
    """Somebody without a key."""
    async for one in connected(shop, mode, "/mcp"):
        yield one


async def placed(clerk: Clerk) -> Any:
    """Place an order; its confirmation."""
    (first, *_) = await clerk.done("list")
    known = await clerk.done("retrieve", order_id=first["id"])
    item = {"sku": "SKU-1", "name": "Gizmo", "quantity": 2, "unit_price": "10.00"}
    address = {"street": "1 Main St", "city": "Groningen", "postal_code": "8900", "country": "NL"}
    order = {"customer_id": known["customer"]["id"], "shipping_address": address, "items": [item]}
    return await clerk.done("create", reference=f"WEB-{uuid4().hex[:8]}", **order)


class TestOrders:
    async def test_help(self, clerk: Clerk) -> None:
        """Called with nothing the tool tells its actions, what they take, and which of them change something."""
        known = {action["name"]: action for action in (await clerk.done())["actions"]}
        assert list(known) == ["list", "retrieve", "create", "cancel"]
        assert known["cancel"]["params"] == {"order_id": "Primary key of the order to cancel."}
        assert [action.get("tier", "read") for action in known.values()] == ["read", "read", "read_write", "read_write"]
        assert (await clerk.call(action="help"))[0] == await clerk.done()

    async def test_list_with_a_filter(self, clerk: Clerk) -> None:
        """A list shows all orders, or those of a status; a status that there is not is refused with those that are."""
        rows, shipped = await clerk.done("list"), await clerk.done("list", status="shipped")
        assert shipped == [row for row in rows if row["status"] == "shipped"]
        assert 0 < len(shipped) < len(rows)
        assert "shipped" in str(await clerk.refused("list", status="gone"))

    async def test_an_unknown_order(self, clerk: Clerk) -> None:
        """An order that there is not is an error that says how to find one, and so is what can be none."""
        missing = await clerk.refused("retrieve", order_id=1)
        assert missing == {
            "status_code": 404,
            "error": {"detail": "There is no order 1; list shows which there are."},
        }
        assert await clerk.refused("cancel", order_id=1) == missing
        assert (await clerk.refused("retrieve", order_id="first"))["status_code"] == 400
        assert (await clerk.refused("retrieve"))["error"] == {"order_id": ["is required"]}

    async def test_cancelling_twice(self, clerk: Clerk) -> None:
        """An order is cancelled once; a second time the caller is told that it is."""
        order = (await placed(clerk))["id"]
        assert (await clerk.done("cancel", order_id=order))["status"] == "cancelled"
        assert (await clerk.done("retrieve", order_id=order))["status"] == "cancelled"
        again = await clerk.refused("cancel", order_id=order)
        assert again["status_code"] == 400
        assert again["error"] == {"detail": f"Order {order} is cancelled; only open and paid orders can be cancelled."}

    async def test_writes_are_confirmed(self, clerk: Clerk) -> None:
        """A write answers a confirmation, and with ``verify`` the whole order."""
        order = await placed(clerk)
        assert list(order) == ["id", "status", "total", "status_code", "data_size", "continuation_token"]
        whole, _ = await clerk.call(action="cancel", params={"order_id": order["id"]}, verify=True)
        assert whole == await clerk.done("retrieve", order_id=order["id"])

    async def test_a_reader(self, reader: Clerk, clerk: Clerk) -> None:
        """A caller that only reads sees only what reads; the rest is refused in its own words, and nothing happens."""
        assert [action["name"] for action in (await reader.done())["actions"]] == ["list", "retrieve"]
        order = (await placed(clerk))["id"]
        refused = await reader.refused("cancel", order_id=order)
        assert refused["status_code"] == 403
        assert "create" not in str(refused)
        assert (await reader.done("retrieve", order_id=order))["status"] == "open"

    async def test_a_stranger(self, stranger: Clerk) -> None:
        """Nobody reads orders whom nobody knows."""
        assert (await stranger.refused("list"))["status_code"] == 401
