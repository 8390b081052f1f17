"""What masks leave out is not computed, seen over a real socket."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework import serializers, viewsets
from rest_framework.pagination import PageNumberPagination
from rest_framework.renderers import JSONRenderer

from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import Agent
from tests.project.models import Device, Site
from tests.project.serializers import NestedSiteSerializer

Make = Callable[..., Agent]

computed: list[str] = []


class DeviceSerializer(serializers.ModelSerializer[Device]):
    """Has a field that costs something."""

    site = NestedSiteSerializer()
    costly = serializers.SerializerMethodField()

    class Meta:
        model = Device
        fields = ["uid", "name", "serial", "config", "site", "costly"]

    def get_costly(self, device: Device) -> str:
        computed.append(device.name)
        return f"{device.serial} of {device.name}"


class Pages(PageNumberPagination):
    page_size = 2


class DeviceViewSet(viewsets.ReadOnlyModelViewSet[Device]):
    """Lists devices as most hosts do."""

    queryset = Device.objects.select_related("site")
    serializer_class = DeviceSerializer
    renderer_classes = [JSONRenderer]
    agent_view = {"list": "name,site.name"}


class PagedViewSet(DeviceViewSet):
    pagination_class = Pages


@pytest.fixture(params=[DeviceViewSet, PagedViewSet], ids=["list", "pages"])
def devices(agent: Make, request: Any) -> Agent:
    """A host with three devices."""
    made = agent(registered(request.param, "devices"))
    site = Site.objects.create(name="Ljouwert", slug="ljouwert")
    for name in ("a", "b", "c"):
        Device.objects.create(
            name=name, serial=f"S{name}", site=site if name != "b" else None, config={"x": {"y": name}}
        )
    computed.clear()
    return made


ASKED: dict[str, dict[str, Any]] = {
    "the view": {},
    "everything": {"view": "full"},
    "fields": {"fields": ["serial", "site.slug"]},
    "fields that nobody knows": {"fields": "seral,site.nmae"},
    "what is left out": {"exclude": "costly,site.id,name"},
    "free-form data": {"fields": "config.x.z"},
    "a mask that cannot be read": {"fields": "a(("},
    "a computed field": {"fields": "costly"},
    "rows of a page": {"fields": "results.serial,count"},
}


class TestLists:
    @pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED.keys())
    def test_the_same_bytes(self, devices: Agent, settings: Any, asked: dict[str, Any]) -> None:
        """Pushed down or pruned afterwards, as through the host's middleware, an answer is the same."""
        pushed = devices.call("devices_list", **asked).content
        settings.FRISIAN_PIPELINE = {**settings.FRISIAN_PIPELINE, "THROUGH_MIDDLEWARE": True}
        assert devices.call("devices_list", **asked).content == pushed

    def test_nothing_is_computed_in_vain(self, devices: Agent) -> None:
        """Only who asks for a field, or for all of them, has it computed."""
        for asked in ({}, {"fields": "serial"}, {"exclude": "costly"}):
            devices.call("devices_list", **asked)
        assert computed == []
        devices.call("devices_list", view="full")
        assert computed[:2] == ["a", "b"]

    def test_rest_is_what_it_was(self, devices: Agent) -> None:
        """A client of REST gets the same bytes before and after an agent has called."""
        before = devices.rest("GET", "/devices/").content
        devices.call("devices_list", fields="name")
        assert devices.rest("GET", "/devices/").content == before


class TestSingleObjects:
    @pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED.keys())
    def test_the_same_bytes(self, devices: Agent, settings: Any, asked: dict[str, Any]) -> None:
        """So is a single object."""
        key = str(Device.objects.get(name="a").pk)
        pushed = devices.call("devices_retrieve", uid=key, **asked).content
        settings.FRISIAN_PIPELINE = {**settings.FRISIAN_PIPELINE, "THROUGH_MIDDLEWARE": True}
        assert devices.call("devices_retrieve", uid=key, **asked).content == pushed
        assert pushed[0]["text"] != "null"


class TestProperties:
    @pytest.mark.parametrize("attribute", ["filter_backends", "pagination_class", "queryset", "serializer_class"])
    def test_are_asked_by_requests(self, agent: Make, attribute: str) -> None:
        """A view may say at each request what there is of it, as DRF lets it; nobody asks its class."""
        Device.objects.create(name="edge")
        said = getattr(DeviceViewSet, attribute)
        view = heir(DeviceViewSet, **{attribute: property(lambda view: said)})
        (row,) = agent(registered(view, "devices")).call("devices_list").data
        assert row["name"] == "edge"
