"""The app of API keys."""

from django.apps import AppConfig


class AccessConfig(AppConfig):
    """Who may call the API without a password."""

    name = "access"
