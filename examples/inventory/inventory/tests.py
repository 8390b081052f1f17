"""What agents that call the inventory's tools can rely on."""

import json
from io import StringIO

from django.core.management import call_command
from django.urls import reverse
from rest_framework.test import APITestCase

AGENT = {"Accept": "application/vnd.frisian+json"}


class ToolTests(APITestCase):
    @classmethod
    def setUpTestData(cls):
        call_command("load_inventory", devices=20, stdout=StringIO())
        cls.ann, cls.bob = map(cls.issue, ("ann", "bob"))

    @staticmethod
    def issue(username):
        out = StringIO()
        call_command("issue_key", username, stdout=out)
        return {"Authorization": f"Key {out.getvalue().strip()}"}

    def ask(self, method, headers=None, **params):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return self.client.post("/mcp", message, format="json", headers=headers).json()["result"]

    def call(self, tool, headers=None, **arguments):
        result = self.ask("tools/call", headers, name=tool, arguments=arguments)
        return json.loads(result["content"][0]["text"])

    def tools(self):
        return {tool["name"]: tool["inputSchema"] for tool in self.ask("tools/list")["tools"]}

    def make(self, number):
        return {"name": f"edge-{number:02}", "device_type": 1, "role": 1, "site": 1}

    def test_what_the_api_does_is_a_tool(self):
        """The endpoints of every app are tools, and what an endpoint does not do is none."""
        tools = self.tools()
        for name in ("devices_create", "devices_archive", "ip_addresses_list", "offers_search", "keys_create"):
            self.assertIn(name, tools)
        for name in ("orders_update", "offers_create", "keys_update"):
            self.assertNotIn(name, tools)

    def test_an_action_takes_what_it_declares(self):
        """What ``@extend_schema`` says of an action is what its tool takes."""
        tools = self.tools()
        ours = {"verify", "continuation_token"}
        self.assertEqual(set(tools["devices_archive"]["properties"]), {"id"} | ours)
        self.assertEqual(set(tools["offers_search"]["properties"]), {"query", "limit"} | ours)

    def test_a_list_creates_all(self):
        """Many devices are confirmed by a token; called with it, the tool answers them all."""
        shown = self.call("devices_create", self.ann, items=[self.make(number) for number in range(10)])
        self.assertEqual(list(shown), ["accepted", "status_code", "data_size", "continuation_token"])
        whole = self.call("devices_create", self.ann, continuation_token=shown["continuation_token"])
        self.assertEqual(whole, [self.client.get(row["url"]).json() for row in whole])
        self.assertEqual((shown["accepted"], len(whole)), (10, 10))

    def test_a_token_is_its_callers_own(self):
        """Nobody else gets anything for a token, whether they say who they are or not."""
        shown = self.call("devices_create", self.ann, items=[self.make(number) for number in range(2)])
        for headers in (self.bob, None):
            with self.subTest(headers=headers):
                tried = self.call("devices_create", headers, continuation_token=shown["continuation_token"])
                self.assertEqual(tried["status_code"], 404)

    def test_a_list_is_what_the_renderer_sends(self):
        """A tool answers what REST sends to those who ask for the agent's media type; links are arguments."""
        result = self.ask("tools/call", name="devices_list", arguments={"limit": 3})
        sent = self.client.get(reverse("device-list"), {"limit": 3}, headers=AGENT)
        page = json.loads(result["content"][0]["text"])
        self.assertEqual(page, {**sent.json(), "next": {"limit": 3, "offset": 3}})
        one = self.ask("tools/call", name="devices_retrieve", arguments={"id": page["results"][0]["id"]})
        sent = self.client.get(reverse("device-detail", args=[page["results"][0]["id"]]), headers=AGENT)
        self.assertEqual(one["content"][0]["text"].encode(), sent.content)

    def test_keys_are_their_users_own(self):
        """A tool lets in whom its view lets in, and shows them what it shows them."""
        self.assertEqual(self.call("keys_list")["status_code"], 401)
        self.assertEqual(self.call("keys_list", self.ann)["count"], 1)

    def test_a_mistake_is_explained(self):
        """Wrong arguments are told at once, each with what is right, and nothing is written."""
        error = self.call("devices_create", naem="edge-01", device_type=1, role=1)["error"]
        self.assertEqual(set(error), {"naem", "name", "site"})
        self.assertIn("'name'", error["naem"][0])
