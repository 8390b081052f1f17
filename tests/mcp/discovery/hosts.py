"""A host with views of every kind, and a way to make one from a few URL patterns."""

from types import ModuleType
from typing import Any

from django.http import HttpResponse
from django.test import override_settings
from django.urls import include, path, re_path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import filters, generics, pagination, serializers, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.renderers import TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DefaultRouter, SimpleRouter
from rest_framework.views import APIView

from frisian_pipeline import Operation
from frisian_pipeline.mcp.discovery import Options, Tool, Tools, mcp_ignore, tools
from tests.project.models import Device, Site, Tag

STATES = [("on", "On"), ("off", "Off"), ("", "Never asked")]
RANKS = [(1, "First"), (2, "Second")]


class PlaceSerializer(serializers.Serializer[Any]):
    """Written by developers for developers."""

    street = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    seen = serializers.DateTimeField(read_only=True)


class GadgetSerializer(serializers.ModelSerializer[Device]):
    """Has a field of every kind."""

    site = serializers.PrimaryKeyRelatedField(queryset=Site.objects.all(), allow_null=True, required=False)
    twin = serializers.PrimaryKeyRelatedField(queryset=Device.objects.all(), required=False)
    tag = serializers.SlugRelatedField(slug_field="code", queryset=Tag.objects.all(), required=False)
    tags = serializers.PrimaryKeyRelatedField(queryset=Tag.objects.all(), many=True, required=False)
    state = serializers.ChoiceField(STATES, required=False, help_text="What it is now")
    rank = serializers.ChoiceField(RANKS, required=False, allow_null=True)
    kinds = serializers.MultipleChoiceField(choices=[("a", "A"), ("b", "B")], required=False)
    price = serializers.DecimalField(6, 2, required=False, allow_null=True, min_value=0)
    weight = serializers.FloatField(required=False)
    count = serializers.IntegerField(required=False, min_value=1, max_value=65535)
    place = PlaceSerializer(required=False, allow_null=True)
    places = PlaceSerializer(many=True, required=False)
    words = serializers.ListField(child=serializers.CharField(), required=False, min_length=1)
    sizes = serializers.DictField(child=serializers.IntegerField(), required=False)
    mail = serializers.EmailField(required=False, allow_blank=True)
    photo = serializers.FileField(required=False)
    scans = serializers.ListField(child=serializers.FileField(), required=False)
    verify = serializers.BooleanField(required=False)

    class Meta:
        model = Device
        fields = [
            *("uid", "name", "config", "archived", "site", "twin", "tag", "tags", "state", "rank", "kinds", "price"),
            *("weight", "count", "place", "places", "words", "sizes", "mail", "photo", "scans", "verify"),
        ]
        read_only_fields = ["uid"]


class NameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()


class Pages(pagination.PageNumberPagination):
    page_size = 2


class GadgetViewSet(viewsets.ModelViewSet[Device]):
    """
    Gadgets of the shop.

    Nobody needs to know more.
    """

    queryset = Device.objects.all()
    serializer_class = GadgetSerializer
    pagination_class = Pages
    filter_backends = [filters.SearchFilter, filters.OrderingFilter]
    search_fields = ["name", "serial"]
    ordering_fields = "__all__"
    mcp_operations = {"find": Operation.READ}

    @action(detail=True, methods=["post"])
    def activate(self, request: Request, pk: str) -> Response:
        return Response()

    @action(detail=True, methods=["post"], serializer_class=NameSerializer, name="Give a name")
    def rename(self, request: Request, pk: str) -> Response:
        return Response()

    @action(detail=True, methods=["get", "post"])
    def password(self, request: Request, pk: str) -> Response:
        """Ask for or set the password."""
        return Response()

    @action(detail=True, methods=["delete"], url_path=r"tags/(?P<tag>[^/.]+)")
    def untag(self, request: Request, pk: str, tag: str) -> Response:
        return Response()

    @mcp_ignore
    @action(detail=False)
    def hidden(self, request: Request) -> Response:
        return Response()

    @extend_schema(request=NameSerializer(many=True), summary="Take many in")
    @action(detail=False, methods=["post"], url_path="take-in")
    def take_in(self, request: Request) -> Response:
        return Response()

    @extend_schema(request=None)
    @action(detail=False, methods=["post"])
    def clear(self, request: Request) -> Response:
        return Response()

    @extend_schema(
        request=NameSerializer,
        parameters=[
            OpenApiParameter("name", OpenApiTypes.STR, required=True),
            OpenApiParameter("fields", OpenApiTypes.INT, many=True, explode=False),
            OpenApiParameter("X-Client", OpenApiTypes.STR, OpenApiParameter.HEADER),
        ],
        description="Found by name.",
    )
    @action(detail=False, methods=["post"])
    def find(self, request: Request) -> Response:
        return Response()


class SiteSerializer(serializers.ModelSerializer[Site]):
    class Meta:
        model = Site
        fields = ["id", "slug", "name"]


class SiteViewSet(viewsets.ModelViewSet[Site]):
    queryset = Site.objects.all()
    serializer_class = SiteSerializer
    lookup_field = "slug"
    ordering_fields = ["name", ("slug", "Slug")]
    filter_backends = [filters.OrderingFilter]
    mcp_bulk = ("create",)


class TagViews(generics.ListCreateAPIView[Tag]):
    queryset = Tag.objects.all()
    serializer_class = NameSerializer


class TagView(generics.RetrieveUpdateDestroyAPIView[Tag]):
    queryset = Tag.objects.all()
    serializer_class = NameSerializer


class HealthView(APIView):
    """
    How the host is doing.

    As far as it knows.
    """

    def get(self, request: Request) -> Response:
        return Response()

    def delete(self, request: Request) -> Response:
        return Response()


class PageView(APIView):
    renderer_classes = [TemplateHTMLRenderer]

    def get(self, request: Request) -> Response:
        return Response()


@api_view(["POST"])
def echo(request: Request) -> Response:
    """Say it again."""
    return Response()


@mcp_ignore
@api_view(["GET"])
def secret(request: Request) -> Response:
    """Keep quiet."""
    return Response()


router = DefaultRouter()
router.register("gadgets", GadgetViewSet)
router.register("sites", SiteViewSet)
urlpatterns = [
    path("api/", include(router.urls)),
    path("api/sites/<slug:site_slug>/gadgets/", GadgetViewSet.as_view({"get": "list", "put": "update"})),
    path("api/tags/", TagViews.as_view()),
    path("api/tags/<int:pk>/", TagView.as_view()),
    path("api/health/", HealthView.as_view()),
    path("api/echo/", echo),
    path("api/secret/", secret),
    path("api/page/", PageView.as_view()),
    path("api/schema/", SpectacularAPIView.as_view()),
    path("api/plain/", lambda request: HttpResponse()),
    path("api/agent/", include("frisian_pipeline.drf.urls")),
]


def host(*patterns: Any) -> Any:
    """A URL configuration of these patterns."""
    module = ModuleType("host")
    module.urlpatterns = list(patterns)  # type: ignore[attr-defined]
    return module


def tools_of(*patterns: Any, options: Options | None = None) -> Tools:
    """The tools of a host with these patterns."""
    with override_settings(ROOT_URLCONF=host(*patterns)):
        return tools(options or Options())


def the(found: Tools, name: str) -> Tool:
    """The tool of this name, which is there."""
    tool = found.find(name)
    assert tool is not None, sorted(found.by_name)
    return tool


def heir(*bases: Any, **attributes: Any) -> Any:
    """A view class with attributes of its own."""
    return type("HeirView", bases, attributes)


def view_with(serializer: Any, **attributes: Any) -> Any:
    """A ViewSet with this serializer."""
    standard = {"queryset": Device.objects.all(), "serializer_class": serializer}
    return heir(viewsets.ModelViewSet, **{**standard, **attributes})


def registered(view: Any, prefix: str = "things") -> Any:
    """A URL pattern for a ViewSet as a router makes them."""
    made = SimpleRouter()
    made.register(prefix, view, prefix)
    return re_path("", include(made.urls))


def field(made: Any, *, method: str = "create") -> Any:
    """The published schema of a serializer's field called ``it``."""
    serializer = type("OneSerializer", (serializers.Serializer,), {"it": made})
    tool = the(tools_of(registered(view_with(serializer))), f"things_{method}")
    return tool.input_schema["properties"].get("it")
