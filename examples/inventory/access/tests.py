"""What holders of API keys can rely on."""

from io import StringIO

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.urls import reverse
from rest_framework.test import APITestCase

AGENT = {"Accept": "application/vnd.frisian+json"}


class ApiKeyTests(APITestCase):
    def setUp(self):
        self.url = reverse("apikey-list")
        self.ann, self.bob = map(self.issue, ("ann", "bob"))

    def issue(self, username):
        out = StringIO()
        call_command("issue_key", username, stdout=out)
        return {"Authorization": f"Key {out.getvalue().strip()}"}

    def make(self, **headers):
        return self.client.post(self.url, {"name": "laptop"}, headers=self.ann | headers).json()

    def test_a_key_is_shown_once(self):
        """The key is in the answer to its creation, and in no other."""
        made = self.make()
        self.assertEqual(len(made.pop("key")), 43)
        self.assertEqual(self.client.get(made["url"], headers=self.ann).json(), made)

    def test_an_agent_is_shown_the_key(self):
        """What no later read returns is in the envelope."""
        shown = self.make(**AGENT)
        self.assertEqual(self.client.get(self.url, headers={"Authorization": f"Key {shown['key']}"}).status_code, 200)

    def test_keys_are_their_users_own(self):
        """Nobody sees or deletes another one's key."""
        url = self.make()["url"]
        self.assertEqual(self.client.get(url, headers=self.bob).status_code, 404)
        self.assertEqual(self.client.delete(url, headers=self.bob).status_code, 404)
        self.assertEqual(self.client.delete(url, headers=self.ann).status_code, 204)

    def test_a_wrong_key_is_refused(self):
        """A key that is not there, or whose user has left, is a 401; so is none where one is needed."""
        get_user_model().objects.filter(username="bob").update(is_active=False)
        for headers in ({}, {"Authorization": "Key x"}, self.bob):
            with self.subTest(headers=headers):
                self.assertEqual(self.client.get(self.url, headers=headers).status_code, 401)
