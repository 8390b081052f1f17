"""A host without logins, whose writes give continuation tokens too, to be called by the clients of others."""

import json
import os

SECRET_KEY = "for tests"
USE_TZ = True
ALLOWED_HOSTS = ["127.0.0.1", "127.0.0.2", "localhost"]
DATABASES = {
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ.get("CLIENTS_DATABASE", ":memory:")}
}
CACHES = {
    "default": json.loads(
        os.environ.get("CLIENTS_CACHE", '{"BACKEND":"django.core.cache.backends.locmem.LocMemCache"}')
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "rest_framework",
    "frisian_pipeline",
    "tests.project",
    "tests.clients.apps.WrittenConfig",
]
ROOT_URLCONF = "tests.clients.urls"
REST_FRAMEWORK = {"DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"]}
FRISIAN_PIPELINE = {
    "NAME": "stockroom",
    "VERSION": "1.0",
    "INSTRUCTIONS": "Devices, and the sites they stand at.",
    "ANONYMOUS_TIER": "read_write",
    "DISCLOSE_CONTINUATION": ["read", "write", "dispatch"],
    "STORE": {"BACKEND": os.environ.get("CLIENTS_STORE", "auto")},
}
