"""What REST lets be written, an agent can write: each body sent both ways, over real sockets."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from django.urls import path
from rest_framework import serializers, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.filters import BaseFilterBackend
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import Agent
from tests.project.models import Device, Part, Site, Tag
from tests.project.views import LinkedSiteViewSet, TagViewSet

Make = Callable[..., Agent]

UID = "6c288331-1dd4-41d4-bcfb-5cce5e7e04f6"


class MakerSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    since = serializers.IntegerField(allow_null=True)


class PartSerializer(serializers.ModelSerializer[Part]):
    tag = serializers.SlugRelatedField(slug_field="code", queryset=Tag.objects.all(), required=False, allow_null=True)
    sizes = serializers.ListField(child=serializers.IntegerField(), required=False)
    maker = MakerSerializer(required=False)

    class Meta:
        model = Part
        fields = ["id", "name", "site", "device", "tag", "rank", "state", "price", "specs", "sizes", "maker"]

    def create(self, validated_data: Any) -> Part:
        return Part.objects.create(**validated_data)

    def update(self, instance: Part, validated_data: Any) -> Part:
        instance.maker = {**(instance.maker or {}), **validated_data.pop("maker", {})}
        return super().update(instance, validated_data)


class PartViewSet(viewsets.ModelViewSet[Part]):
    queryset = Part.objects.all()
    serializer_class = PartSerializer

    def get_serializer(self, *args: Any, **kwargs: Any) -> Any:
        kwargs.setdefault("many", isinstance(kwargs.get("data"), list))
        return super().get_serializer(*args, **kwargs)

    @action(detail=True, methods=["post"])
    def weigh(self, request: Request, pk: str) -> Response:
        """Take whatever is sent, as actions do that declare nothing."""
        return Response({"sent": request.data, "of": self.get_object().name})


class ClearingView(APIView):
    """Looks into its query, as views do that declare nothing."""

    def delete(self, request: Request) -> Response:
        """Delete the devices of a name; all where none is given."""
        wanted = {"name": request.query_params["name"]} if "name" in request.query_params else {}
        Device.objects.filter(**wanted).delete()
        return Response(status=204)

    def post(self, request: Any) -> Response:
        """Add a device, or only say what would be added."""
        if request.query_params.get("dry_run") is None:
            Device.objects.create(**request.data)
        return Response(request.data)


class SiteDeviceViewSet(viewsets.ModelViewSet[Device]):
    """The devices of a site, known there by their names."""

    serializer_class = heir(serializers.ModelSerializer, Meta=type("Meta", (), {"model": Device, "fields": ["name"]}))
    lookup_field = "name"

    def get_queryset(self) -> Any:
        return Device.objects.filter(site__slug=self.kwargs["site"])


class EchoView(APIView):
    """Declares nothing."""

    def post(self, request: Request) -> Response:
        return Response(request.data)


@api_view(["PUT"])
def echo(request: Request) -> Response:
    """Say it again."""
    return Response(request.data)


@api_view(["GET"])
def paged(request: Request, page: str) -> Response:
    """Say which page was asked for."""
    return Response({"page": page})


@pytest.fixture
def both(agent: Make) -> Agent:
    """A host with parts, and with views that declare nothing."""
    Site.objects.create(pk=1, slug="hq", name="HQ")
    Device.objects.create(pk=UID, name="edge")
    Tag.objects.create(code="blue")
    others = path("echo/", EchoView.as_view()), path("again/", echo)
    return agent(registered(PartViewSet, "parts"), *others)


BODIES = [
    pytest.param({"site": 1}, id="an integer key"),
    pytest.param({"device": UID}, id="a UUID key"),
    pytest.param({"tag": "blue"}, id="a slug key"),
    pytest.param({"site": None, "device": None, "tag": None, "rank": None, "price": None}, id="null"),
    pytest.param({"rank": 2, "state": "on"}, id="choices"),
    pytest.param({"rank": "2", "state": ""}, id="choices as text, and none"),
    pytest.param({"price": 12.5}, id="a decimal as a number"),
    pytest.param({"price": "12.500"}, id="a decimal as text"),
    pytest.param({"specs": {"a": [1, None, {"b": "ø"}]}}, id="a JSON object"),
    pytest.param({"specs": [1, "two"]}, id="a JSON list"),
    pytest.param({"specs": 4711}, id="a JSON scalar"),
    pytest.param({"sizes": [1, 2, 3]}, id="a list"),
    pytest.param({"sizes": []}, id="an empty list"),
    pytest.param({"maker": {"name": "Jorrit", "since": None}}, id="a nested object"),
    pytest.param({"name": "Bûter, brea en griene tsiis 🧀"}, id="beyond ASCII"),
]


class TestModelFields:
    @pytest.mark.parametrize("fields", BODIES)
    def test_one(self, both: Agent, fields: Any) -> None:
        """What is created is what REST creates."""
        body = {"name": "bolt", **fields}
        rest = both.rest("POST", "/parts/", body)
        called = both.call("parts_create", verify=True, **body)
        assert rest.status == 201, rest
        assert not called.is_error, called
        assert {**called.data, "id": 0} == {**rest.data, "id": 0}

    @pytest.mark.parametrize("fields", [{"maker": {"name": "Sjoukje"}}, {"maker": {}}, {"site": ""}, {}])
    def test_a_part_of_one(self, both: Agent, fields: Any) -> None:
        """A change may leave out whatever REST lets it leave out, nested fields too."""
        part = Part.objects.create(name="bolt", site_id=1, maker={"name": "Jorrit", "since": 1})
        rest = both.rest("PATCH", f"/parts/{part.pk}/", fields)
        called = both.call("parts_partial_update", id=part.pk, verify=True, **fields)
        assert (rest.status, called.is_error) == (200, False), called
        assert called.data == rest.data

    def test_many(self, both: Agent) -> None:
        """A list is created where REST takes one."""
        rows = [{"name": f"bolt {number}", "site": 1} for number in range(3)]
        assert both.rest("POST", "/parts/", rows).status == 201
        called = both.call("parts_create", items=rows)
        assert called.data == {
            "accepted": 3,
            "status_code": 201,
            "data_size": called.data["data_size"],
            "ids": list(Part.objects.values_list("pk", flat=True))[3:],
        }
        assert Part.objects.filter(site=1).count() == 6

    @pytest.mark.parametrize(
        "fields",
        [
            pytest.param({"site": 2}, id="a key of nothing"),
            pytest.param({"price": "a lot"}, id="no number"),
            pytest.param({"price": 1.23456}, id="too many places"),
        ],
    )
    def test_what_rest_refuses(self, both: Agent, fields: Any) -> None:
        """What REST refuses is refused, with the same status, and nothing is created."""
        body = {"name": "bolt", **fields}
        rest = both.rest("POST", "/parts/", body)
        called = both.call("parts_create", **body)
        assert (called.is_error, called.status) == (True, rest.status)
        assert list(called.data["error"]) == list(rest.data)
        assert not Part.objects.exists()


class TestForms:
    @pytest.mark.parametrize("parser", [FormParser, MultiPartParser])
    @pytest.mark.parametrize("specs", [{"a": [1, {"b": None}]}, [1, 2], [], {}, "text", None, 5])
    def test_json_in_a_form(self, agent: Make, parser: Any, specs: Any) -> None:
        """A view that parses forms alone gets a JSON field as the document that it is."""
        client = agent(registered(heir(PartViewSet, parser_classes=[parser]), "parts"))
        called = client.call("parts_create", name="bolt", specs=specs, verify=True)
        if specs is None:
            assert called.is_error
        else:
            assert called.data["specs"] == specs


class TestUndeclaredBodies:
    ANYTHING: Any = {"kilos": 3, "list": [1, {"a": None}], "name": "x", "text": "é"}

    def test_an_action(self, both: Agent) -> None:
        """An action's body is taken as it is."""
        part = Part.objects.create(name="bolt")
        rest = both.rest("POST", f"/parts/{part.pk}/weigh/", self.ANYTHING)
        assert both.call("parts_weigh", id=part.pk, **self.ANYTHING).data == rest.data
        assert rest.data == {"sent": self.ANYTHING, "of": "bolt"}

    @pytest.mark.parametrize(
        ("method", "at", "tool"), [("POST", "/echo/", "echo_post"), ("PUT", "/again/", "again_put")]
    )
    def test_a_plain_view(self, both: Agent, method: str, at: str, tool: str) -> None:
        """So is that of a view that declares nothing."""
        rest = both.rest(method, at, self.ANYTHING)
        assert both.call(tool, verify=True, **self.ANYTHING).data == rest.data == self.ANYTHING

    def test_names_that_are_ours(self, both: Agent) -> None:
        """A body's own field of such a name is sent with an underscore more."""
        named = {"verify_": 1, "fields_": 2, "format_": 3, "name_": 4}
        assert both.call("echo_post", verify=True, **named).data == {"verify": 1, "fields": 2, "format": 3, "name_": 4}

    def test_a_list(self, both: Agent) -> None:
        """A list can be sent to it too."""
        assert both.call("echo_post", items=[1, {"a": 2}]).data == [1, {"a": 2}]


class TestUndeclaredQueries:
    @pytest.fixture
    def clearing(self, agent: Make) -> Agent:
        """A host whose writes read their query, with three devices."""
        for name in ("d1", "d2", "d3"):
            Device.objects.create(name=name)
        return agent(path("clearing/", ClearingView.as_view()))

    def test_a_delete_that_filters(self, clearing: Agent) -> None:
        """What narrows a delete over REST narrows it here."""
        assert clearing.rest("DELETE", "/clearing/?name=d1").status == 204
        assert clearing.call("clearing_delete", name="d3").data == {"deleted": True, "status_code": 204}
        assert [device.name for device in Device.objects.all()] == ["d2"]

    def test_a_write_that_is_only_tried(self, clearing: Agent) -> None:
        """So is a word that keeps a write from happening, and a body is a body beside it."""
        assert clearing.rest("POST", "/clearing/?dry_run=1", {"name": "d4"}).data == {"name": "d4"}
        assert clearing.call("clearing_post", name="d4", dry_run=True).data == {"name": "d4", "dry_run": True}
        assert Device.objects.count() == 3
        assert clearing.call("clearing_post", name="d4").data == {"name": "d4"}
        assert Device.objects.count() == 4

    def test_many_values(self, clearing: Agent, settings: Any) -> None:
        """What was never in a URL is not counted as if it were, and several values are several."""
        settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 10
        assert clearing.call("clearing_delete", name=["d2", "d1"], more=list(range(50))).data["deleted"] is True
        assert [device.name for device in Device.objects.all()] == ["d2", "d3"]


class TestTooManyParameters:
    def test_they_are_refused_as_over_rest(self, agent: Make) -> None:
        """More parameters than Django reads are refused with its status, and a few less are read."""
        count = api_view(["GET"])(lambda request: Response({"count": len(request.query_params.getlist("a"))}))
        client = agent(path("count/", count))
        for many, status in ((1_000, 200), (1_001, 400)):
            query = "&".join(["a=1"] * many)
            assert client.rest("GET", f"/count/?{query}").status == status
            called = client.call("count_get", a=[1] * many)
            assert (called.data.get("count"), called.status) == ((1_000, None) if status == 200 else (None, 400))


class Named(BaseFilterBackend):
    """Finds what is called so, or belongs to somebody who is."""

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        given = request.query_params
        found = queryset.filter(name=given["name"]) if "name" in given else queryset
        return found.filter(serial=given["owner"]) if "owner" in given else found

    def get_schema_operation_parameters(self, view: Any) -> Any:
        """Say so."""
        return [{"name": name, "in": "query", "schema": {"type": "string"}} for name in ("name", "owner")]


class Silent(Named):
    """The same, but it breaks when it is asked what it reads."""

    def get_schema_operation_parameters(self, view: Any) -> Any:
        raise RuntimeError


class FilteredViewSet(viewsets.ModelViewSet[Device]):
    """Narrows by its query whatever it looks for, as views with filters do."""

    queryset = Device.objects.all()
    serializer_class = heir(serializers.ModelSerializer, Meta=type("Meta", (), {"model": Device, "fields": ["name"]}))
    filter_backends = (Named,)

    @action(detail=True, methods=["post"])
    def change(self, request: Any, pk: str) -> Response:
        """Change one, or only say what would be changed."""
        found = self.get_object()
        found.name, found.serial = request.data.get("name", found.name), request.data.get("owner", found.serial)
        if "dry_run" not in request.query_params:
            found.save()
        return Response({"name": found.name, "owner": found.serial})

    @action(detail=False, methods=["post"])
    def call_all(self, request: Any) -> Response:
        """Change those that the query leaves."""
        return Response({"changed": self.filter_queryset(self.get_queryset()).update(name=request.data["name"])})

    @action(detail=False, methods=["post"])
    def archive(self, request: Request) -> Response:
        """Archive those that the query leaves."""
        return Response({"changed": self.filter_queryset(self.get_queryset()).update(archived=True)})

    @action(detail=False, methods=["post"])
    def clear(self, request: Any) -> Response:
        """Delete those of a name in the query, for a reason in the body."""
        found = Device.objects.filter(name=request.query_params["name"])
        return Response({"deleted": found.delete()[0], "why": request.data["why"]})

    def partial_update(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Look at the body oneself, so that nobody knows what else is in it."""
        return super().partial_update(request, *args, **{**kwargs, "partial": bool(request.data)})


class OlderViewSet(FilteredViewSet):
    """Narrows where it makes its queryset, as views without filters do."""

    filter_backends: Any = ()

    def get_queryset(self) -> Any:
        return Named().filter_queryset(self.request, super().get_queryset(), self)


class TestFilters:
    """What an object is changed to is not what it is looked for by."""

    @pytest.fixture(params=[FilteredViewSet, OlderViewSet, heir(FilteredViewSet, filter_backends=(Silent,))])
    def filtered(self, agent: Make, request: pytest.FixtureRequest) -> Agent:
        """A host that narrows by its query, with two devices."""
        for name in ("d1", "d2"):
            Device.objects.create(name=name, uid=UID[:-1] + name[-1])
        return agent(registered(request.param, "devices"))

    def test_a_field_of_one_object(self, filtered: Agent) -> None:
        """An action on one object finds it, as over REST, though a filter is called as the field that it changes."""
        assert filtered.rest("POST", f"/devices/{UID[:-1]}1/change/", {"name": "a"}).data["name"] == "a"
        assert filtered.call("devices_change", uid=f"{UID[:-1]}1", name="b").data["name"] == "b"
        assert filtered.call("devices_partial_update", uid=f"{UID[:-1]}1", name="c").data == {"name": "c"}
        assert [device.name for device in Device.objects.all()] == ["c", "d2"]

    def test_what_an_action_is_told(self, filtered: Agent) -> None:
        """It still sees in its query what is neither a field nor a filter."""
        assert filtered.call("devices_change", uid=f"{UID[:-1]}1", name="b", dry_run=True).data["name"] == "b"
        assert not Device.objects.filter(name="b").exists()

    def test_an_action_on_all(self, filtered: Agent) -> None:
        """An action that reads its body changes what REST changes."""
        assert filtered.rest("POST", "/devices/call_all/", {"name": "a"}).data == {"changed": 2}
        assert filtered.call("devices_call_all", name="b").data == {"changed": 2}

    def test_an_action_on_some(self, filtered: Agent) -> None:
        """One that reads none is narrowed as over REST."""
        assert filtered.rest("POST", "/devices/archive/?name=d1", {}).data == {"changed": 1}
        assert filtered.call("devices_archive", name="d2").data == {"changed": 1}

    def test_a_field_in_the_query(self, filtered: Agent) -> None:
        """One that looks for a field in its query finds it there."""
        told = {"deleted": 1, "why": "old"}
        assert filtered.rest("POST", "/devices/clear/?name=d1", {"why": "old"}).data == told
        assert filtered.call("devices_clear", name="d2", why="old").data == told

    def test_a_filter_that_is_no_field(self, agent: Make) -> None:
        """So does an action find its object whose body has a word of a filter that is no field."""
        Device.objects.create(name="d1", uid=UID)
        client = agent(registered(FilteredViewSet, "devices"))
        assert client.call("devices_change", uid=UID, owner="Sjoukje").data == {"name": "d1", "owner": "Sjoukje"}


class TestCharsets:
    def test_a_host_of_another_charset(self, both: Agent, settings: Any) -> None:
        """What is sent arrives also where a host's own charset is an old one."""
        settings.DEFAULT_CHARSET = "latin-1"
        assert both.call("echo_post", verify=True, text="tsiis 🧀 é").data == {"text": "tsiis 🧀 é"}


class TestUrls:
    """A host whose objects are known by their URL alone."""

    @pytest.fixture
    def linked(self, agent: Make) -> Agent:
        """Such a host, and another view beside it."""
        view = heir(LinkedSiteViewSet, permission_classes=[])
        return agent(registered(view, "linked-site"), registered(TagViewSet, "tags"))

    def test_a_url_is_an_identifier(self, linked: Agent) -> None:
        """What a create answers is what the other tools take."""
        url = linked.call("linked_site_create", name="HQ").data["self"]
        assert linked.call("linked_site_retrieve", id=url).data == {"self": url, "name": "HQ"}
        assert linked.call("linked_site_partial_update", id=url, name="Lab").status == 200
        assert linked.call("linked_site_destroy", id=url).data == {"deleted": True, "status_code": 204}
        assert not Site.objects.exists()

    def test_so_is_its_path(self, linked: Agent) -> None:
        """As with DRF's own hyperlinks the host does not matter, nor does there have to be one."""
        site = Site.objects.create(name="HQ")
        for url in (f"/linked-site/{site.pk}/", f"https://elsewhere.example/linked-site/{site.pk}/"):
            assert linked.call("linked_site_retrieve", id=url).data["name"] == "HQ"

    @pytest.mark.parametrize(
        "url", ["/tags/7/", "/nowhere/", "//", "http://[", "http://localhost/", "7/", "/linked-site/"]
    )
    def test_other_urls_are_not(self, linked: Agent, url: str) -> None:
        """A URL of anything else is no identifier."""
        assert linked.call("linked_site_retrieve", id=url).data["error"] == {"id": ["must be integer"]}


class TestNestedUrls:
    """Objects that are known by a name under their parent."""

    @pytest.fixture
    def nested(self, agent: Make) -> Agent:
        """Two sites that each have a device of the same name."""
        for slug in ("a", "b"):
            Device.objects.create(name="edge", site=Site.objects.create(name=slug, slug=slug))
        devices = registered(SiteDeviceViewSet, "sites/(?P<site>[^/]+)/devices")
        return agent(devices, registered(TagViewSet, "tags"))

    def test_under_its_own_parent(self, nested: Agent) -> None:
        """A URL is an identifier where it agrees with the parent that is named."""
        url = f"http://{nested.place}/sites/b/devices/edge/"
        assert nested.call("sites_devices_destroy", site="b", name=url).status == 204
        assert list(Device.objects.values_list("site__slug", flat=True)) == ["a"]

    def test_under_another_parent(self, nested: Agent) -> None:
        """Where it does not, nothing is found, as over REST, and nothing happens to the other parent's object."""
        url = f"http://{nested.place}/sites/b/devices/edge/"
        assert nested.rest("DELETE", f"/sites/a/devices/{quote(url, safe='')}/").status == 404
        assert nested.call("sites_devices_destroy", site="a", name=url).status == 404
        assert Device.objects.count() == 2

    def test_a_value_with_slashes(self, agent: Make) -> None:
        """A value that leads to the view as it is stays as it is, though it looks like a URL of the same view."""
        client = agent(path("pages/<path:page>/", paged))
        for page in ("/pages/x/", "a/b", "http://localhost/pages/x/"):
            assert client.call("pages_get", page=page).data == {"page": page}
