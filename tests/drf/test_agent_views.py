"""Which agent view holds, of those that settings, view and serializer declare."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import override_settings
from django.urls import path
from msgspec import Struct
from rest_framework import serializers
from rest_framework.decorators import api_view
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

from frisian_pipeline.drf.agent_views import Place, agent_view, as_view, place_of
from frisian_pipeline.masks import Auto
from tests.project.models import Device, Site


class Small(Struct):
    """An agent view as a class."""

    name: str


class Said(serializers.Serializer[Any]):
    """Says which fields agents see."""

    class Meta:
        agent_fields = "of_serializer"
        agent_exclude = "never"


PLACE = Place(("dcim_devices_list", "v1:device-list"), ("/api/devices/",), "shop.views.DeviceViewSet")
DECLARED = SimpleNamespace(agent_view={"list": "of_view"})
NOTHING = SimpleNamespace()


def chosen(views: Any, view: Any = NOTHING, serializer: Any = None, action: str = "list", place: Place = PLACE) -> Any:
    """The view that holds under these settings."""
    with override_settings(FRISIAN_PIPELINE={"VIEWS": views}):
        return agent_view(view, action, serializer, place)


class TestSettings:
    @pytest.mark.parametrize(
        "key",
        [
            pytest.param("dcim_devices_list", id="the tool"),
            pytest.param("dcim.devices.list", id="the tool, spelt with dots"),
            pytest.param("v1:device-list", id="the URL"),
            pytest.param("shop.views.DeviceViewSet", id="the view"),
            pytest.param("dcim_*", id="a pattern of tools"),
            pytest.param("dcim.*", id="a pattern of tools, spelt with dots"),
            pytest.param("*:device-list", id="a pattern of URLs"),
            pytest.param("/api/devices/", id="the route"),
            pytest.param("/api/*", id="a pattern of routes"),
        ],
    )
    def test_what_they_name(self, key: str) -> None:
        """What the host sets for something definite wins over what the code says."""
        assert chosen({key: "mask"}, DECLARED, Said) == ("mask", "")
        assert chosen({key: "mask"}, DECLARED, Said, place=Place(("other",), ("/x/",), "a.B")) == ("of_view", "")

    @pytest.mark.parametrize(
        ("views", "expected"),
        [
            pytest.param({"dcim_*": "c", "shop.views.DeviceViewSet": "b", "dcim_devices_list": "a"}, "a", id="name"),
            pytest.param({"dcim_*": "c", "shop.views.DeviceViewSet": "b"}, "b", id="class"),
            pytest.param({"/api/*": "d", "dcim_*": "c"}, "d", id="the first pattern"),
            pytest.param({"*": "last"}, "of_view", id="the last resort"),
            pytest.param({"dcim_devices_list": {"retrieve": "a"}, "dcim_*": {"list": "c"}}, "c", id="by action"),
            pytest.param({"dcim_devices_list": ""}, "of_view", id="nothing"),
            pytest.param({"dcim_devices_list": "*"}, "*", id="everything"),
            pytest.param({}, "of_view", id="no settings"),
        ],
    )
    def test_the_most_definite_wins(self, views: Any, expected: str) -> None:
        """A name before a class, a class before a pattern, and the code before the last resort."""
        assert chosen(views, DECLARED, Said) == (expected, "")

    def test_then_the_view_then_the_serializer(self) -> None:
        """The view's own word wins over its serializer's, and that over the last resort."""
        assert chosen({"*": "last"}, DECLARED, Said, action="retrieve") == ("of_serializer", "never")
        assert chosen({"*": "last"}) == ("last", "")
        assert chosen({"*": {"retrieve": "last"}}) == ("", "")

    @pytest.mark.parametrize(
        ("said", "expected"),
        [
            ("a,b(c)", "a,b(c)"),
            (("a", "b.c"), "a,b.c"),
            (("auto",), "auto"),
            ("auto", Auto),
            (f"{__name__}.Small", Small),
            ("device.Name", "device.Name"),
            (f"{__name__}.PLACE", f"{__name__}.PLACE"),
            (f"{__name__}.Said", f"{__name__}.Said"),
        ],
    )
    def test_what_they_say(self, said: Any, expected: Any) -> None:
        """A mask, paths, a class by its path, or the automatic view; a field called auto is written as a list."""
        assert as_view(said) == expected

    def test_they_are_read_afresh(self) -> None:
        """A change of the settings counts at once."""
        assert [chosen({"dcim_*": mask})[0] for mask in ("a", "b")] == ["a", "b"]


@api_view(["GET"])
def status(request: Request) -> Response:
    """A view that is a function."""
    return Response({"id": 1, "state": "on", "url": "http://x/", "note": None})


class TestPlaceOf:
    def test_a_view(self) -> None:
        """Names, routes and class, each once."""
        match = SimpleNamespace(view_name="device-detail", route=r"^api/devices/(?P<pk>[^/.]+)/$")
        asked = SimpleNamespace(resolver_match=match)
        assert place_of(APIView(), asked, "devices_retrieve", "/api/devices/{pk}/") == Place(
            ("devices_retrieve", "device-detail"),
            ("/api/devices/{pk}/", "/api/devices/{pk}/"),
            "rest_framework.views.APIView",
        )

    def test_a_function(self) -> None:
        """A function is known by its own path."""
        view: Any = status
        assert place_of(view.cls(), None) == Place((), (), f"{__name__}.status")

    def test_a_path(self) -> None:
        """Routes are spelt with braces, whatever the pattern is written in."""
        asked = SimpleNamespace(resolver_match=SimpleNamespace(view_name="", route="sites/<slug:slug>/"))
        assert place_of(APIView(), asked).routes == ("/sites/{slug}/",)

    def test_nothing(self) -> None:
        """Of what is no view nothing is known."""
        assert place_of(SimpleNamespace(), None) == Place()


urlpatterns = [path("status/", status, name="the-status")]


class TestRenderer:
    @pytest.mark.parametrize("key", ["the-status", "/status/", f"{__name__}.status", "*"])
    def test_settings_reach_it(self, agent: APIClient, plain: APIClient, key: str) -> None:
        """A view of others is shown as the settings say, to those who ask for it and nobody else."""
        whole = {"id": 1, "state": "on", "url": "http://x/", "note": None}
        with override_settings(ROOT_URLCONF=__name__, FRISIAN_PIPELINE={"VIEWS": {key: {"get": "auto"}}}):
            assert agent.get("/status/").json() == {"id": 1, "state": "on"}
            assert agent.get("/status/?view=agent").json() == {"id": 1, "state": "on"}
            assert agent.get("/status/?view=full").json() == whole
            assert plain.get("/status/").content == JSONRenderer().render(whole)

    @pytest.mark.django_db
    def test_free_form_data(self, agent: APIClient) -> None:
        """The automatic view reaches neither into a JSON field nor into one inside a page."""
        site = Site.objects.create(name="HQ", slug="hq")
        Device.objects.create(name="edge-01", site=site, config={"empty": None, "site": {"id": 1, "name": "x", "y": 2}})
        views = {"paged-device-list": "auto"}
        with override_settings(FRISIAN_PIPELINE={"VIEWS": views}):
            row = agent.get("/paged-devices/").json()["results"][0]
        assert row.pop("uid")
        assert row == {
            "name": "edge-01",
            "site": {"id": site.pk, "name": "HQ"},
            "config": {"empty": None, "site": {"id": 1, "name": "x", "y": 2}},
            "archived": False,
        }
