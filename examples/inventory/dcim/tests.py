"""What clients of the devices' endpoints can rely on."""

from io import StringIO

from django.core.management import call_command
from django.urls import reverse
from rest_framework.test import APITestCase

from dcim.models import Device, IPAddress, Site

AGENT = {"Accept": "application/vnd.frisian+json"}


class DeviceTests(APITestCase):
    @classmethod
    def setUpTestData(cls):
        call_command("load_inventory", devices=20, stdout=StringIO())

    def setUp(self):
        self.url = reverse("device-list")
        self.device = Device.objects.first()
        self.device_url = reverse("device-detail", args=[self.device.pk])

    def make(self, number=1, **fields):
        return {
            "name": f"edge-{number:02}",
            "device_type": self.device.device_type_id,
            "role": self.device.role_id,
            "site": self.device.site_id,
            "tags": ["lab"],
            **fields,
        }

    def post(self, body, **headers):
        return self.client.post(self.url, body, format="json", headers=headers)

    def test_related_objects_are_written_as_keys_and_read_in_brief(self):
        """A site is written as its key and comes back with its name and URL."""
        response = self.post(self.make())
        self.assertEqual(response.status_code, 201)
        site = Site.objects.get(pk=self.device.site_id)
        self.assertEqual(
            response.json()["site"],
            {
                "id": site.pk,
                "url": f"http://testserver/api/sites/{site.pk}/",
                "display": site.name,
                "name": site.name,
                "slug": site.slug,
                "description": "",
            },
        )
        self.assertEqual(response.json()["status"], {"value": "planned", "label": "Planned"})

    def test_what_was_read_can_be_written(self):
        """The answer of a read is a legal body for an update, and changes nothing but the clock."""
        before = self.client.get(self.device_url).json()
        response = self.client.put(self.device_url, before, format="json")
        self.assertEqual(response.status_code, 200)
        self.assertEqual({**response.json(), "last_updated": before["last_updated"]}, before)

    def test_an_unknown_key_is_an_error_of_its_field(self):
        """A site that is not there is a 400 that says so."""
        response = self.post(self.make(site=999))
        self.assertEqual(response.status_code, 400)
        self.assertEqual(response.json(), {"site": ['Invalid pk "999" - object does not exist.']})

    def test_a_list_creates_all(self):
        """A posted list creates each of its devices and answers them in its order."""
        response = self.post([self.make(number) for number in range(60)])
        self.assertEqual(response.status_code, 201)
        self.assertEqual([row["name"] for row in response.json()], [f"edge-{number:02}" for number in range(60)])
        self.assertGreater(len(response.content), 43_190)

    def test_a_list_creates_all_or_none(self):
        """One wrong device in a list, or one name twice, and nothing is written."""
        for wrong in (self.make(1), self.make(2, status="lost")):
            with self.subTest(wrong=wrong):
                self.assertEqual(self.post([self.make(1), wrong]).status_code, 400)
                self.assertEqual(Device.objects.count(), 20)

    def test_archive(self):
        """An archived device stays on record."""
        response = self.client.post(f"{self.device_url}archive/")
        self.assertEqual((response.status_code, response.json()["status"]["value"]), (200, "archived"))
        self.device.refresh_from_db()
        self.assertEqual(self.device.status, "archived")

    def test_delete(self):
        """A deleted device is gone, and its interfaces with it; its address is free again."""
        self.assertEqual(self.client.delete(self.device_url).status_code, 204)
        self.assertEqual(self.client.get(self.device_url).status_code, 404)
        self.assertEqual(IPAddress.objects.filter(interface=None).count(), 1)

    def test_a_list_costs_three_queries(self):
        """However many devices are listed: one query counts, one reads them, one reads their tags."""
        with self.assertNumQueries(3):
            self.client.get(self.url)

    def test_search(self):
        """Devices are found by their serial number."""
        found = self.client.get(self.url, {"search": self.device.serial}).json()
        self.assertEqual([row["id"] for row in found["results"]], [str(self.device.pk)])

    def test_an_agent_gets_an_envelope(self):
        """An agent that archives a device sees which, and its status."""
        shown = self.client.post(f"{self.device_url}archive/", headers=AGENT).json()
        self.assertEqual(list(shown), ["id", "url", "name", "status", "status_code", "data_size", "continuation_token"])
        self.assertEqual((shown["id"], shown["status"]["value"]), (str(self.device.pk), "archived"))

    def test_an_agent_gets_a_token_for_a_list(self):
        """An agent that creates devices gets at most 100 bytes, and for the token all that JSON would have shown."""
        response = self.post([self.make(number) for number in range(10)], **AGENT)
        self.assertLessEqual(len(response.content), 100)
        token = response.json()["continuation_token"]
        whole = self.client.get(reverse("frisian_pipeline:continuation", args=[token]))
        self.assertEqual(len(whole.content), response.json()["data_size"])
        self.assertEqual(whole.json(), [self.client.get(row["url"]).json() for row in whole.json()])

    def test_an_agent_lists_what_the_view_names(self):
        """An agent's list has the fields of ``agent_view``, and of another client's list all."""
        rows = self.client.get(self.url, headers=AGENT).json()["results"]
        self.assertEqual(list(rows[0]), ["id", "name", "role", "site", "status"])
        self.assertEqual(list(rows[0]["site"]), ["name"])
        self.assertEqual(len(self.client.get(self.url).json()["results"][0]), 28)


class AddressTests(APITestCase):
    def test_an_address_is_checked(self):
        """What is no address is refused; what is one knows its family."""
        url = reverse("ipaddress-list")
        self.assertEqual(self.client.post(url, {"address": "10.0.0.300/24"}).status_code, 400)
        made = self.client.post(url, {"address": "2001:db8::1/64"}).json()
        self.assertEqual(made["family"], {"value": 6, "label": "IPv6"})
