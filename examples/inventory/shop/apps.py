"""The app of products, offers and orders."""

from importlib import import_module

from django.apps import AppConfig


class ShopConfig(AppConfig):
    """A catalogue and what is ordered from it."""

    name = "shop"

    def ready(self):
        """Register what is written for agents."""
        import_module("shop.agents")
