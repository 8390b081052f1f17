"""Keys that let a program call the API as a user."""

import hashlib
import secrets

from django.conf import settings
from django.db import models


def digest_of(key):
    """What is kept of a key; it is random enough that a plain digest cannot be turned round."""
    return hashlib.sha256(key.encode()).hexdigest()


class ApiKey(models.Model):
    """A user's key; the key itself is known only to the object that ``issue`` returned."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created"]
        verbose_name = "API key"

    def __str__(self):
        return self.name

    @classmethod
    def issue(cls, **fields):
        """Make a key and keep only its digest."""
        key = secrets.token_urlsafe(32)
        made = cls.objects.create(digest=digest_of(key), **fields)
        made.key = key
        return made
