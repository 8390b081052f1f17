"""What clients of the shop's endpoints can rely on."""

import json
from io import StringIO

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.urls import reverse
from rest_framework.test import APITestCase

from shop.models import Customer, Order

AGENT = {"Accept": "application/vnd.frisian+json"}
PRODUCT = {
    "fido_id": "8f14e45f-ceea-467f-a8d2-3c7b5a1e9b04",
    "upc": "049000028911",
    "name": "Coca-Cola Zero Sugar",
    "brand": "Coca-Cola",
    "category": "Beverages",
    "image_url": "https://images.example.com/products/049000028911.png",
    "ev_points": 250,
    "ppd_rate": 12.5,
    "offer_count": 2,
    "stickers": ["bonus", "new"],
    "brand_id": "brd_1029",
    "updated_at": "2026-04-14T09:30:00Z",
    "offers": [
        {
            "id": "ofr_7d21c",
            "title": "Buy 2 packs",
            "points": 500,
            "expires": "2026-05-31",
            "retailer": "Target",
            "cta_url": "https://app.example.com/offers/7d21c",
            "rank": 1,
        },
        {
            "id": "ofr_9e40b",
            "title": "Spend $10",
            "points": 1000,
            "expires": "2026-06-15",
            "retailer": "Walmart",
            "cta_url": "https://app.example.com/offers/9e40b",
            "stickers": ["new"],
        },
    ],
}
AGENT_PRODUCT = {
    "fido_id": "8f14e45f-ceea-467f-a8d2-3c7b5a1e9b04",
    "name": "Coca-Cola Zero Sugar",
    "brand": "Coca-Cola",
    "category": "Beverages",
    "ev_points": 250,
    "ppd_rate": 12.5,
    "offer_count": 2,
    "stickers": ["bonus", "new"],
    "offers": [
        {"title": "Buy 2 packs", "points": 500, "expires": "2026-05-31", "retailer": "Target"},
        {"title": "Spend $10", "points": 1000, "expires": "2026-06-15", "retailer": "Walmart", "stickers": ["new"]},
    ],
}


class ShopTests(APITestCase):
    @classmethod
    def setUpTestData(cls):
        call_command("load_inventory", devices=20, stdout=StringIO())

    def test_a_product_has_its_offers(self):
        """A product comes with its offers; what an offer has not, it does not mention."""
        url = reverse("product-detail", args=[PRODUCT["fido_id"]])
        self.assertEqual(self.client.get(url).json(), PRODUCT)
        self.assertEqual(self.client.get(url, headers=AGENT).json(), AGENT_PRODUCT)

    def test_offers_are_searched_by_post(self):
        """Every word of a search must be found; the answer is a 200 with at most as many rows as asked for."""
        for query, limit, count in (("PACKS target", 10, 1), ("packs walmart", 10, 0), ("spend", 1, 1)):
            with self.subTest(query):
                asked = {"query": query, "limit": limit}
                response = self.client.post(reverse("offer-search"), asked, format="json")
                self.assertEqual(response.status_code, 200)
                self.assertEqual(list(response.json()), ["query", "count", "results"])
                self.assertEqual((response.json()["count"], len(response.json()["results"])), (count, count))

    def test_a_search_is_no_write_to_an_agent(self):
        """An agent that searches gets rows, not an envelope."""
        response = self.client.post(reverse("offer-search"), {"query": "coca-cola"}, format="json", headers=AGENT)
        rows = response.json()["results"]
        self.assertEqual(list(rows[0]), ["offer_id", "title", "brand", "points", "expires", "retailer"])

    def test_an_order_is_placed_at_once(self):
        """An order is written with its address and its items, and its total is their sum."""
        response = self.client.post(reverse("order-list"), order(), format="json")
        self.assertEqual(response.status_code, 201)
        self.assertEqual(response.json()["total"], "24.50")
        self.assertEqual(Order.objects.get(reference="WEB-1").items.count(), 2)

    def test_an_order_needs_items(self):
        """An order of nothing is refused."""
        response = self.client.post(reverse("order-list"), {**order(), "items": []}, format="json")
        self.assertEqual(response.status_code, 400)
        self.assertEqual(list(response.json()), ["items"])

    def test_an_agent_reaches_its_order(self):
        """What an agent sees of a new order includes the reference that the order is read by."""
        shown = self.client.post(reverse("order-list"), order(), format="json", headers=AGENT).json()
        self.assertEqual((shown["reference"], shown["status"], shown["total"]), ("WEB-1", "open", "24.50"))
        self.assertEqual(self.client.get(reverse("order-detail", args=[shown["reference"]])).status_code, 200)

    def test_lists_cost_three_queries(self):
        """However many products or orders are listed: one query counts, one reads them, one what belongs to them."""
        for name in ("product-list", "order-list"):
            with self.subTest(name), self.assertNumQueries(3):
                self.client.get(reverse(name))


class OrdersTests(APITestCase):
    """What agents can rely on that call the ``orders`` tool."""

    @classmethod
    def setUpTestData(cls):
        call_command("load_inventory", devices=20, stdout=StringIO())
        cls.clerk = get_user_model().objects.create(username="clerk")

    def ask(self, method, at="/mcp", **params):
        """Send a request of the protocol as the clerk."""
        self.client.force_login(self.clerk)
        asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return self.client.post(at, asked, format="json").json()["result"]

    def orders(self, at="/mcp", **arguments):
        """Call the tool; what it answers, and whether that is an error."""
        result = self.ask("tools/call", at, name="orders", arguments=arguments)
        return json.loads(result["content"][0]["text"]), result.get("isError", False)

    def test_it_is_the_one_tool_of_orders(self):
        """The tools of the REST endpoint for orders make room for it."""
        names = {tool["name"] for tool in self.ask("tools/list")["tools"]}
        self.assertEqual({name for name in names if name.startswith("order")}, {"orders"})

    def test_an_order_is_placed_and_cancelled_once(self):
        """An agent gets the id of its order, and by that cancels it; a second time it is told why not."""
        placed, failed = self.orders(action="create", params=order())
        self.assertEqual((failed, placed["status"], placed["status_code"]), (False, "open", 201))
        cancelled, failed = self.orders(action="cancel", params={"order_id": placed["id"]})
        self.assertEqual((failed, cancelled["status"], cancelled["id"]), (False, "cancelled", placed["id"]))
        self.assertEqual(Order.objects.get(reference="WEB-1").status, "cancelled")
        again, failed = self.orders(action="cancel", params={"order_id": placed["id"]})
        self.assertTrue(failed)
        self.assertIn("is cancelled; only open and paid orders", str(again))

    def test_an_order_is_found(self):
        """A list shows the orders of a status, and each can be retrieved by the id in it."""
        rows, _ = self.orders(action="list", params={"status": "open"})
        self.assertEqual(len(rows), Order.objects.filter(status="open").count())
        for row in rows:
            shown, failed = self.orders(action="retrieve", params={"order_id": row["id"]})
            self.assertEqual((failed, shown["reference"], shown["status"]), (False, row["reference"], "open"))

    def test_a_reader_changes_nothing(self):
        """Where agents only read they see only what reads."""
        known, _ = self.orders("/mcp-read")
        self.assertEqual([action["name"] for action in known["actions"]], ["list", "retrieve"])
        refused, failed = self.orders("/mcp-read", action="create", params=order())
        self.assertEqual((failed, refused["status_code"]), (True, 403))
        self.assertFalse(Order.objects.filter(reference="WEB-1").exists())


def order():
    """What one posts to place an order."""
    return {
        "reference": "WEB-1",
        "customer_id": Customer.objects.first().pk,
        "shipping_address": {"street": "1 Main St", "city": "Groningen", "postal_code": "8900", "country": "NL"},
        "items": [
            {"sku": "SKU-1", "name": "Gizmo", "quantity": 2, "unit_price": "10.00"},
            {"sku": "SKU-2", "name": "Mount", "quantity": 3, "unit_price": "1.50"},
        ],
    }
