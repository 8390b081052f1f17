"""A host that has the redemption URL under a name of its own."""

from django.urls import include, path

urlpatterns = [
    path("", include("tests.project.api")),
    path("tokens/", include("frisian_pipeline.drf.urls", namespace="tokens")),
]
