"""The host's own URLs."""

from django.urls import path
from rest_framework.routers import DefaultRouter

from tests.project import views

router = DefaultRouter()
router.register("devices", views.DeviceViewSet, "device")
router.register("paged-devices", views.PageViewSet, "paged-device")
router.register("offset-devices", views.OffsetViewSet, "offset-device")
router.register("cursor-devices", views.CursorViewSet, "cursor-device")
router.register("struct-devices", views.StructViewSet, "struct-device")
router.register("asked-devices", views.AskedViewSet, "asked-device")
router.register("sites", views.SiteViewSet, "site")
router.register("linked-sites", views.LinkedSiteViewSet, "linked-site")
router.register("tags", views.TagViewSet, "tag")
router.register("system-tags", views.SystemTagViewSet, "system-tag")
router.register("profiles", views.ProfileViewSet, "profile")

urlpatterns = [*router.urls, path("count/", views.CountView.as_view()), path("echo/", views.echo, name="echo")]
