"""The app that fills the others with sample data."""

from django.apps import AppConfig


class SampleConfig(AppConfig):
    """Sample data of any size."""

    name = "sample"
