"""The Django app: it registers system checks and changes nothing in the host."""

from django.apps import AppConfig


class FrisianPipelineConfig(AppConfig):
    """Makes the checks and management commands known."""

    name = "frisian_pipeline"
    verbose_name = "Frisian pipeline"

    def ready(self) -> None:
        """Register the system checks."""
        from frisian_pipeline import checks  # noqa: F401  registers itself when imported
