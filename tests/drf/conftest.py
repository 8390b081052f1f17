"""Clients of the test project, and what is in its database."""

import pytest
from rest_framework.test import APIClient

from frisian_pipeline.drf import AgentRenderer
from tests.project.models import Device, Site


@pytest.fixture
def agent() -> APIClient:
    """A client that asks for the agent format."""
    return APIClient(HTTP_ACCEPT=AgentRenderer.media_type)


@pytest.fixture
def plain() -> APIClient:
    """A client that asks for nothing."""
    return APIClient()


@pytest.fixture
def site(db: None) -> Site:
    """A site without a description."""
    return Site.objects.create(name="Ljouwert", slug="ljouwert")


@pytest.fixture
def devices(site: Site) -> list[Device]:
    """Three devices in the order of their names; only the first has a site."""
    first = Device.objects.create(name="edge-01", serial="S1", site=site, config={"vlan": 10})
    return [first, Device.objects.create(name="edge-02", comments="old"), Device.objects.create(name="edge-03")]
