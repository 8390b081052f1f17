"""The app of sites, devices, interfaces and addresses."""

from django.apps import AppConfig


class DcimConfig(AppConfig):
    """Data-centre infrastructure."""

    name = "dcim"
    verbose_name = "DCIM"
