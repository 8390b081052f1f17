"""
The API under ``/api/``, and what agents need.

Its tools are at ``/mcp``, and at ``/mcp-read`` those that only read; under ``/agent/`` is what a continuation token of
REST buys.
"""

from django.urls import include, path
from frisian_pipeline.mcp.view import McpView
from rest_framework.routers import DefaultRouter

from access.views import ApiKeyViewSet
from dcim import views as dcim
from shop import views as shop

router = DefaultRouter()
router.register("sites", dcim.SiteViewSet)
router.register("tags", dcim.TagViewSet)
router.register("device-roles", dcim.DeviceRoleViewSet)
router.register("tenants", dcim.TenantViewSet)
router.register("platforms", dcim.PlatformViewSet)
router.register("manufacturers", dcim.ManufacturerViewSet)
router.register("device-types", dcim.DeviceTypeViewSet)
router.register("devices", dcim.DeviceViewSet)
router.register("interfaces", dcim.InterfaceViewSet)
router.register("ip-addresses", dcim.IPAddressViewSet)
router.register("products", shop.ProductViewSet)
router.register("offers", shop.OfferViewSet)
router.register("orders", shop.OrderViewSet)
router.register("keys", ApiKeyViewSet)

urlpatterns = [
    path("api/", include(router.urls)),
    path("agent/", include("frisian_pipeline.drf.urls")),
    path("mcp-read", McpView.as_view(max_tier="read")),
    path("", include("frisian_pipeline.mcp.urls")),
]
