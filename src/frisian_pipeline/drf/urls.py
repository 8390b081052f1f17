"""URLs for REST clients; include them where the host likes, and views that use the agent renderer issue tokens."""

from django.urls import path

from frisian_pipeline.drf.views import ContinuationView

app_name = "frisian_pipeline"
urlpatterns = [path("continuations/<str:token>/", ContinuationView.as_view(), name="continuation")]
