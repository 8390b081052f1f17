"""A host with a table of readings, and two lists of them: a heavy one, and one that agents have a budget for."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db import connection, models
from django.urls import include, path
from rest_framework import serializers, viewsets
from rest_framework.renderers import JSONRenderer

from benchmarks.requests import MODERN, Send, call, request

MANY, BATCH = 10_000, 100
LISTS = "/readings/", "readings_list", "heavy_list"
HOST = {"ANONYMOUS_TIER": "read", "SURFACE": "flat"}


class Reading(models.Model):
    """What there is very many of."""

    name = models.CharField(max_length=50)
    state = models.CharField(max_length=10, choices=[("on", "On"), ("off", "Off")])
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    weight = models.FloatField()
    due = models.DateField()
    at = models.DateTimeField()
    active = models.BooleanField(default=True)
    parent = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    place = models.CharField(max_length=100)
    comment = models.TextField(blank=True)
    extra = models.JSONField(default=dict)

    objects: Any = models.Manager()

    class Meta:
        app_label = "probes"
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class ReadingSerializer(serializers.ModelSerializer[Reading]):
    """Shows all of it."""

    class Meta:
        model = Reading
        fields = "__all__"


class ReadingViewSet(viewsets.ReadOnlyModelViewSet[Reading]):
    """Lists them all at once."""

    queryset = Reading.objects.all()
    serializer_class = ReadingSerializer
    renderer_classes = [JSONRenderer]
    pagination_class: Any = None


class HeavyViewSet(ReadingViewSet):
    """Says that they are many."""

    mcp_heavy = True


urlpatterns = [
    path("", include("frisian_pipeline.mcp.urls")),
    path("readings/", ReadingViewSet.as_view({"get": "list"})),
    path("heavy/", HeavyViewSet.as_view({"get": "list"})),
]


def reading(number: int) -> Reading:
    """One of them, 600 bytes as JSON."""
    at = datetime(2026, 1, 31, 12, tzinfo=UTC) + timedelta(minutes=number)
    return Reading(
        name=f"reading {number}",
        state=("on", "off")[number % 2],
        amount=Decimal(number) / 100,
        weight=number / 7,
        due=date(2026, 1, 1) + timedelta(days=number % 300),
        at=at,
        place=f"{number} Main Street, Groningen",
        comment=" ".join(f"Measured by desk {part} at {number}, as agreed." for part in range(number % 8)),
        extra={"sensors": [number % 3, number % 5], "unit": "kWh"},
    )


def create() -> None:
    """Make the table."""
    with connection.schema_editor() as editor:
        editor.create_model(Reading)


def fill(count: int) -> None:
    """Add rows until there are so many, a few at a time, so that this needs little memory itself."""
    for start in range(Reading.objects.count(), count, BATCH):
        Reading.objects.bulk_create(map(reading, range(start, min(count, start + BATCH))))


def send_to(where: str, **arguments: Any) -> Send:
    """The request of a list by its path, or of a tool by its name."""
    return request("GET", where) if where.startswith("/") else call(MODERN, where, **arguments)
