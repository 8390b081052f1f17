"""Settings of the inventory, a demo project: SQLite, a public key, and an API that anyone may read and write."""

import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent

SECRET_KEY = "only-for-the-demo: a real project reads this from its environment"
DEBUG = os.environ.get("INVENTORY_DEBUG") == "1"
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "frisian_pipeline",
    "access",
    "dcim",
    "shop",
    "sample",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
            ]
        },
    }
]
ROOT_URLCONF = "inventory.urls"

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ.get("INVENTORY_DB", BASE_DIR / "inventory.sqlite3"),
        "OPTIONS": {"transaction_mode": "IMMEDIATE"},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
STATIC_URL = "static/"

REST_FRAMEWORK = {
    # The agent renderer comes last: who asks for nothing in particular gets JSON, as ever.
    "DEFAULT_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        "rest_framework.renderers.BrowsableAPIRenderer",
        "frisian_pipeline.drf.AgentRenderer",
    ],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "access.authentication.ApiKeyAuthentication",
        "rest_framework.authentication.SessionAuthentication",
        "rest_framework.authentication.BasicAuthentication",
    ],
    # Open for the demo; a real project says IsAuthenticated, or better, DjangoModelPermissions.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
    "PAGE_SIZE": 50,
    # What @extend_schema says of a view counts for its tools.
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_FILTER_BACKENDS": ["rest_framework.filters.SearchFilter", "rest_framework.filters.OrderingFilter"],
}

# That the dispatcher "orders" stands for the order tools is meant.
SILENCED_SYSTEM_CHECKS = ["frisian_pipeline.I001"]

FRISIAN_PIPELINE = {
    "NAME": "inventory",
    "INSTRUCTIONS": "A data centre's devices and their addresses, and a shop's products, offers and orders.",
    # Open for the demo, as the API itself is; by default nobody reaches a tool whom nobody knows.
    "ANONYMOUS_TIER": "read_write",
    "SURFACE": "flat",
    # A bulk create answers with a token; without this, with the identifiers of all that it made.
    "DISCLOSE_CONTINUATION": ["read", "write", "dispatch"],
}
