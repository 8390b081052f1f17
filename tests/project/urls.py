"""A host that lets REST clients redeem tokens, under a prefix."""

from django.urls import include, path

urlpatterns = [path("", include("tests.project.api")), path("agent/", include("frisian_pipeline.drf.urls"))]
