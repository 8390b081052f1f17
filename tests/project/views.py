"""Views of every kind that a host may have."""

from typing import Any

from msgspec import Struct
from rest_framework import viewsets
from rest_framework.decorators import action, api_view
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from frisian_pipeline import Operation
from tests.project.models import Device, Profile, Site, SystemTag, Tag
from tests.project.pagination import Cursors, Offsets, Pages
from tests.project.serializers import (
    BriefDeviceSerializer,
    DeviceSerializer,
    LinkedSiteSerializer,
    ProfileSerializer,
    SiteSerializer,
    SystemTagSerializer,
    TagSerializer,
)


class DeviceViewSet(viewsets.ModelViewSet[Device]):
    """Creates one or many, archives, searches, and shows less in a list."""

    queryset = Device.objects.select_related("site")
    serializer_class = DeviceSerializer
    agent_view = {"list": "name,site(name)"}
    mcp_operations = {"archive": Operation.UPDATE}

    def get_serializer_class(self) -> type[BaseSerializer[Device]]:
        return BriefDeviceSerializer if self.action == "archive" else DeviceSerializer

    def get_serializer(self, *args: Any, **kwargs: Any) -> BaseSerializer[Device]:
        kwargs.setdefault("many", isinstance(kwargs.get("data"), list))
        return super().get_serializer(*args, **kwargs)

    @action(detail=True, methods=["post"])
    def archive(self, request: Request, pk: str) -> Response:
        """Set one aside."""
        device = self.get_object()
        device.archived = True
        device.save()
        return Response(self.get_serializer(device).data)

    @action(detail=False, methods=["post"])
    def search(self, request: Request) -> Response:
        """Find by name."""
        asked: Any = request.data
        found = self.get_queryset().filter(name__contains=asked["name"])
        return Response(self.get_serializer(found, many=True).data)

    @action(detail=False, methods=["post"])
    def refuse(self, request: Request) -> Response:
        """Always fail."""
        raise PermissionDenied


class PageViewSet(DeviceViewSet):
    pagination_class = Pages


class OffsetViewSet(DeviceViewSet):
    pagination_class = Offsets


class CursorViewSet(DeviceViewSet):
    pagination_class = Cursors


class SiteViewSet(viewsets.ModelViewSet[Site]):
    queryset = Site.objects.all()
    serializer_class = SiteSerializer
    lookup_field = "slug"


class LinkedSiteViewSet(viewsets.ModelViewSet[Site]):
    queryset = Site.objects.all()
    serializer_class = LinkedSiteSerializer


class TagViewSet(viewsets.ModelViewSet[Tag]):
    queryset = Tag.objects.all()
    serializer_class = TagSerializer


class SystemTagViewSet(viewsets.ModelViewSet[SystemTag]):
    queryset = SystemTag.objects.all()
    serializer_class = SystemTagSerializer


class ProfileViewSet(viewsets.ModelViewSet[Profile]):
    queryset = Profile.objects.all()
    serializer_class = ProfileSerializer


class Brief(Struct):
    """An agent view that leaves out defaults."""

    name: str
    serial: str = ""


class StructViewSet(viewsets.ReadOnlyModelViewSet[Device]):
    queryset = Device.objects.all()
    serializer_class = DeviceSerializer
    agent_view = Brief


class AskedViewSet(viewsets.ReadOnlyModelViewSet[Device]):
    """Is asked for its agent view."""

    queryset = Device.objects.all()
    serializer_class = DeviceSerializer

    def get_agent_view(self) -> Any:
        return {"list": "uid", "retrieve": Brief}


class CountView(APIView):
    """Has no serializer."""

    agent_view = {"get": "devices"}
    mcp_operations = {"post": Operation.CREATE}

    def get(self, request: Request) -> Response:
        return Response({"devices": Device.objects.count(), "sites": Site.objects.count()})

    def post(self, request: Request) -> Response:
        return Response({"id": 7, "echo": request.data})


@api_view(["GET", "POST"])
def echo(request: Request) -> Response:
    """Answer what was asked, with a status of choice."""
    return Response(request.data or {"id": 1}, status=int(request.query_params.get("status", 200)))
