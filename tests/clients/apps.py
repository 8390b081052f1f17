"""The app of what is written by hand."""

from importlib import import_module

from django.apps import AppConfig


class WrittenConfig(AppConfig):
    """Registers it, as a host does."""

    name = "tests.clients"

    def ready(self) -> None:
        """Import what registers itself."""
        import_module("tests.clients.written")
