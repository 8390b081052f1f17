"""The app of products, offers and orders."""

from django.apps import AppConfig


class ShopConfig(AppConfig):
    """A catalogue and what is ordered from it."""

    name = "shop"
