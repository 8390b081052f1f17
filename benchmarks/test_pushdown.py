"""What a list costs whose agent view names a few of its fields, database and all, against the plain REST list."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, models
from django.test import override_settings
from django.urls import include, path
from rest_framework import serializers, viewsets
from rest_framework.pagination import PageNumberPagination
from rest_framework.renderers import JSONRenderer

from benchmarks.bars import Measure
from benchmarks.requests import MODERN, body_of, call, request
from benchmarks.timing import cpu_ratio

ROWS = 1_000
VIEW = "name,state,amount,due,text_1,number_1,site(name),owner(name)"
EIGHT = 8
"""Names in the view."""


class Place(models.Model):
    """Where something is; it has nine fields."""

    name = models.CharField(max_length=50)
    slug = models.SlugField()
    address = models.CharField(max_length=100)
    city = models.CharField(max_length=50)
    latitude = models.FloatField()
    longitude = models.FloatField()
    opened = models.DateField()
    notes = models.TextField()

    objects: Any = models.Manager()

    class Meta:
        app_label = "pushdown"

    def __str__(self) -> str:
        return self.name


def columns() -> dict[str, Any]:
    """Fields of four kinds."""
    texts = {f"text_{number}": models.CharField(max_length=50) for number in range(8)}
    numbers = {f"number_{number}": models.IntegerField() for number in range(6)}
    moments = {f"at_{number}": models.DateTimeField() for number in range(4)}
    amounts = {f"amount_{number}": models.DecimalField(max_digits=12, decimal_places=2) for number in range(4)}
    return {**texts, **numbers, **moments, **amounts}


class Asset(models.Model):
    """What there is many of."""

    name = models.CharField(max_length=50)
    state = models.CharField(max_length=10, choices=[("on", "On"), ("off", "Off")])
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    due = models.DateField()
    active = models.BooleanField(default=True)
    extra = models.JSONField(default=dict)
    locals().update(columns())
    site = models.ForeignKey(Place, models.CASCADE, related_name="+")
    owner = models.ForeignKey(Place, models.CASCADE, related_name="+")

    objects: Any = models.Manager()

    class Meta:
        app_label = "pushdown"
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class PlaceSerializer(serializers.ModelSerializer[Place]):
    """Shows all of it."""

    class Meta:
        model = Place
        fields = ["id", "name", "slug", "address", "city", "latitude"]


class OwnerSerializer(serializers.ModelSerializer[Place]):
    """Shows some of it."""

    class Meta:
        model = Place
        fields = ["id", "name", "city", "opened", "notes"]


class AssetSerializer(serializers.ModelSerializer[Asset]):
    """Shows 40 fields, eleven of them nested."""

    site = PlaceSerializer()
    owner = OwnerSerializer()

    class Meta:
        model = Asset
        fields = ["id", "name", "state", "amount", "due", "active", "extra", *columns(), "site", "owner"]


class AssetViewSet(viewsets.ReadOnlyModelViewSet[Asset]):
    """Lists them as most hosts do."""

    queryset = Asset.objects.select_related("site", "owner")
    serializer_class = AssetSerializer
    renderer_classes = [JSONRenderer]
    pagination_class: Any = None


class Pages(PageNumberPagination):
    """All of them on one page."""

    page_size = ROWS


class PagedViewSet(AssetViewSet):
    """Lists them in pages."""

    pagination_class = Pages


class ViewedViewSet(AssetViewSet):
    """Says which fields agents see."""

    agent_view = VIEW


urlpatterns = [
    path("", include("frisian_pipeline.mcp.urls")),
    path("assets/", AssetViewSet.as_view({"get": "list"})),
    path("paged/", PagedViewSet.as_view({"get": "list"})),
    path("viewed/", ViewedViewSet.as_view({"get": "list"})),
]


def asset(number: int, places: list[Place]) -> Asset:
    """One of them."""
    at, values = datetime(2026, 1, 31, 12, number % 60, tzinfo=UTC), {}
    for name, column in columns().items():
        kinds: dict[type[Any], Any] = {
            models.CharField: f"text of {number}",
            models.IntegerField: number,
            models.DateTimeField: at,
            models.DecimalField: Decimal(number),
        }
        values[name] = kinds[type(column)]
    own = {"name": f"asset {number}", "state": "on", "amount": Decimal("1.50"), "due": date(2026, 1, 31)}
    return Asset(**own, **values, extra={"a": [number]}, site=places[number % 7], owner=places[number % 5])


@pytest.fixture(autouse=True)
def host(transactional_db: None) -> Iterator[None]:
    """The host of these URLs, its tables and its rows."""
    with connection.schema_editor() as editor:
        for model in (Place, Asset):
            editor.create_model(model)
    facts = {"address": "1 Main St", "city": "Groningen", "latitude": 53.2, "longitude": 6.5, "notes": "x" * 80}
    made = (Place(name=f"place {one}", slug=f"p{one}", opened=date(2020, 1, 1), **facts) for one in range(7))
    places = Place.objects.bulk_create(made)
    Asset.objects.bulk_create(asset(number, places) for number in range(ROWS))
    whole = {"ANONYMOUS_TIER": "read_write", "SURFACE": "flat", "BUDGET_TOKENS": 0}
    with override_settings(ROOT_URLCONF=__name__, FRISIAN_PIPELINE=whole):
        yield
    with connection.schema_editor() as editor:
        for model in (Asset, Place):
            editor.delete_model(model)


def text_of(content: bytes) -> Any:
    """What the agent reads."""
    return json.loads(json.loads(content)["result"]["content"][0]["text"])


class TestPushdown:
    """The bars of a list, in CPU."""

    @pytest.mark.parametrize(
        ("path_", "tool", "asked"),
        [
            pytest.param("/assets/", "assets_list", {"fields": VIEW}, id="fields"),
            pytest.param("/viewed/", "viewed_list", {}, id="view"),
            pytest.param("/paged/", "paged_list", {"fields": VIEW}, id="pages"),
        ],
    )
    def test_eight_fields(self, measure: Measure, path_: str, tool: str, asked: dict[str, str]) -> None:
        """A list of 1,000 rows through 8 of 40 fields costs a third of the plain list."""
        rest, agent = request("GET", path_), call(MODERN, tool, **asked)
        whole, shown = json.loads(body_of(rest)), text_of(body_of(agent))
        rows = shown["results"] if isinstance(shown, dict) else shown
        assert len(rows) == ROWS
        assert len(rows[0]) == EIGHT + 1
        assert len(whole if isinstance(whole, list) else whole["results"]) == ROWS
        measure(
            f"8 of 40 fields of 1,000 rows / REST GET, {tool}",
            cpu_ratio(agent, rest),
            0.35,
        )

    def test_all_fields(self, measure: Measure) -> None:
        """A list of 1,000 rows without any view costs no more than the plain list."""
        rest, agent = request("GET", "/assets/"), call(MODERN, "assets_list")
        assert text_of(body_of(agent)) == json.loads(body_of(rest))
        measure("40 fields of 1,000 rows / REST GET", cpu_ratio(agent, rest), 0.95)
