"""What the clients find: a harmless tool that needs no arguments first, then those of two ViewSets."""

from django.urls import include, path
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter

from tests.project.views import DeviceViewSet, SiteViewSet


@api_view()
def about(request: Request) -> Response:
    """Say what is kept here."""
    return Response({"keeps": ["devices", "sites"]})


router = SimpleRouter()
router.register("devices", DeviceViewSet, "device")
router.register("sites", SiteViewSet, "site")

urlpatterns = [
    path("", include("frisian_pipeline.mcp.urls")),
    path("api/about/", about),
    path("api/", include(router.urls)),
]
