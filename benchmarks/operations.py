"""
A host of 600 operations: 100 ViewSets of 6, over models that are made when this is imported.

Ten areas have ten resources each; no two serializers are alike, and each has 9 to 15 fields of mixed kinds.
"""

from itertools import product
from typing import Any

from django.db import models
from django.urls import include, path
from drf_spectacular.openapi import AutoSchema
from rest_framework import filters, pagination, serializers, viewsets
from rest_framework.routers import DefaultRouter

from tests.project.models import Site, Tag

AREAS = "billing", "fleet", "staff", "lab", "garden", "harbour", "library", "market", "energy", "water"
KINDS = "orders", "contracts", "assets", "visits", "meters", "tickets", "rooms", "batches", "routes", "permits"
STATES = [("draft", "Draft"), ("open", "Open for work"), ("on-hold", "On hold"), ("done", "Done")]
GRADES = [(1, "Poor"), (2, "Fair"), (3, "Good")]


class AddressSerializer(serializers.Serializer[Any]):
    """An address, written with the object that it belongs to."""

    street = serializers.CharField(max_length=120)
    number = serializers.IntegerField(min_value=1)
    postcode = serializers.CharField(max_length=10)
    city = serializers.CharField(max_length=80)
    country = serializers.CharField(max_length=2, required=False)


class LineSerializer(serializers.Serializer[Any]):
    """A line of many."""

    text = serializers.CharField(max_length=200)
    quantity = serializers.IntegerField(min_value=1)
    price = serializers.DecimalField(10, 2)


class Pages(pagination.LimitOffsetPagination):
    """The host's pagination."""

    default_limit = 50


def columns() -> dict[str, Any]:
    """The columns that a model of this host may have; the first five are in every one."""
    return {
        "name": models.CharField(max_length=100),
        "state": models.CharField(max_length=10, choices=STATES, default="draft"),
        "site": models.ForeignKey(Site, models.CASCADE, related_name="+"),
        "created": models.DateTimeField(auto_now_add=True),
        "updated": models.DateTimeField(auto_now=True),
        "slug": models.SlugField(unique=True, max_length=60),
        "description": models.TextField(blank=True, help_text="What somebody else should know"),
        "amount": models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True),
        "parent": models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+"),
        "grade": models.PositiveSmallIntegerField(choices=GRADES, null=True, blank=True),
        "due": models.DateField(null=True, blank=True, help_text="The last day"),
        "position": models.PositiveIntegerField(default=0),
        "active": models.BooleanField(default=True),
        "tags": models.ManyToManyField(Tag, related_name="+", blank=True),
        "email": models.EmailField(blank=True),
        "settings": models.JSONField(default=dict, blank=True),
        "reference": models.UUIDField(unique=True),
        "weight": models.FloatField(null=True, blank=True),
        "website": models.URLField(blank=True),
        "starts": models.DateTimeField(null=True, blank=True),
    }


def chosen(number: int) -> dict[str, Any]:
    """Some of the columns, others for each number."""
    first, rest = list(columns().items())[:5], list(columns().items())[5:]
    start, count = number % len(rest), 4 + number % 6
    return dict([*first, *(rest * 2)[start : start + count]])


def view_of(number: int, area: str, kind: str) -> Any:
    """Make a ViewSet with its serializer and its model; some have nested objects, and fields of their own."""
    name, fields = f"{area}_{kind}".title().replace("_", ""), chosen(number)
    meta = type("Meta", (), {"app_label": "operations", "ordering": ["pk"]})
    model = type(name, (models.Model,), {**fields, "Meta": meta, "__module__": __name__})
    nested: dict[str, Any] = {"address": AddressSerializer(required=False)} if number % 3 == 0 else {}
    nested |= {"lines": LineSerializer(many=True, required=False)} if number % 5 == 0 else {}
    shown = type("Meta", (), {"model": model, "fields": ["id", *fields, *nested]})
    serializer = type(f"{name}Serializer", (serializers.ModelSerializer,), {**nested, "Meta": shown})
    return type(
        f"{name}ViewSet",
        (viewsets.ModelViewSet,),
        {
            "__doc__": f"The {kind} of the {area}.\n\nFor those who maintain this, not for who asks.",
            "queryset": model.objects.all(),  # type: ignore[attr-defined]
            "serializer_class": serializer,
            "schema": AutoSchema(),
            "pagination_class": Pages,
            "filter_backends": [filters.SearchFilter, filters.OrderingFilter],
            "search_fields": ["name", "state"],
            "ordering_fields": ["name", "created"],
        },
    )


router = DefaultRouter()
router.include_root_view = False
for number, (area, kind) in enumerate(product(AREAS, KINDS)):
    router.register(f"{area}/{kind}", view_of(number, area, kind))

urlpatterns = [path("api/", include(router.urls))]
