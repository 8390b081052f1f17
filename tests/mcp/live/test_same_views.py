"""The view that runs is the host's own: its class, its paginator, its filters, and what fails only under our hands."""

from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from rest_framework import serializers
from rest_framework.filters import BaseFilterBackend
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import BasePermission
from rest_framework.viewsets import ModelViewSet

from tests.mcp.discovery.hosts import registered
from tests.mcp.live.agents import OPEN, Agent
from tests.project.models import Device

Make = Callable[..., Agent]

pytestmark = pytest.mark.django_db(transaction=True)


class Small(serializers.ModelSerializer[Device]):
    class Meta:
        model = Device
        fields = ("pk", "name", "serial")


class Devices(ModelViewSet[Device]):
    queryset = Device.objects.order_by("name")
    serializer_class = Small
    pagination_class = None


RESTRICTED: set[type[Any]] = set()


class ByType(BasePermission):
    """Knows views by their type."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return type(view) not in RESTRICTED


class Reading(PageNumberPagination):
    """Looks at the rows of its page."""

    page_size = 2

    def get_next_link(self) -> Any:
        return f"/devices/?after={list(self.page)[-1].pk}" if self.page else None


class Peeking(PageNumberPagination):
    """Looks at the rows before it chooses a page."""

    page_size = 2

    def get_page_number(self, request: Any, paginator: Any) -> Any:
        return 1 if paginator.object_list[0].name == "edge-0" else 2


class Legal(BaseFilterBackend):
    """Orders by whatever the view's serializer shows."""

    def filter_queryset(self, request: Any, queryset: Any, view: Any) -> Any:
        names = {field.field_name for field in view.get_serializer().fields.values()}
        return queryset.order_by("-serial") if "serial" in names else queryset


class Counting(serializers.ListSerializer[Any]):
    """Looks at what it was given."""

    @property
    def data(self) -> Any:
        return [{**row, "of": len(self.instance)} for row in super().data]  # type: ignore[arg-type]


class Counted(Small):
    class Meta(Small.Meta):
        list_serializer_class = Counting


@pytest.fixture(autouse=True)
def devices(settings: Any) -> None:
    """Some devices, and tools for everybody."""
    settings.FRISIAN_PIPELINE = OPEN
    for number in range(3):
        Device.objects.create(name=f"edge-{number}", serial=f"S{number}")


class TestSameViews:
    def test_permissions_know_them_by_their_type(self, agent: Make) -> None:
        """What REST refuses by the class of a view, a tool refuses: reads, and writes whose body is parsed already."""

        class Secret(Devices):
            permission_classes = (ByType,)

        client = agent(registered(Secret, "devices"))
        RESTRICTED.add(Secret)
        assert client.rest("GET", "/devices/").status == 403
        assert client.call("devices_list").status == 403
        assert client.call("devices_create", name="edge").status == 403
        assert Device.objects.count() == 3

    def test_no_class_is_made(self, agent: Make) -> None:
        """A host that registers the subclasses of its views sees none of ours."""

        class Registered(Devices):
            seen: ClassVar[list[str]] = []

            def __init_subclass__(cls, *, key: str) -> None:
                cls.seen.append(key)

        client = agent(registered(Registered, "devices"))
        assert len(client.call("devices_list").data) == 3
        assert client.call("devices_create", name="edge").data["status_code"] == 201
        assert Registered.seen == []

    @pytest.mark.parametrize("arguments", [{}, {"fields": "name"}])
    @pytest.mark.parametrize(
        "attributes",
        [
            pytest.param({"pagination_class": Reading}, id="a paginator that reads its page"),
            pytest.param({"pagination_class": Peeking}, id="a paginator that reads rows before"),
            pytest.param({"filter_backends": (Legal,)}, id="a filter that asks the serializer"),
            pytest.param({"serializer_class": Counted}, id="a list that counts its rows"),
        ],
    )
    def test_what_looks_into_rows_sees_them(self, agent: Make, attributes: Any, arguments: Any) -> None:
        """A tool answers what REST answers, the same rows in the same order."""
        view = type("View", (Devices,), attributes)
        client = agent(registered(view, "devices"))
        rest, called = client.rest("GET", "/devices/").data, client.call("devices_list", **arguments).data
        rows = [found["results"] if isinstance(found, dict) else found for found in (rest, called)]
        assert [row["name"] for row in rows[0]] == [row["name"] for row in rows[1]]
        assert len(rows[0]) > 1
