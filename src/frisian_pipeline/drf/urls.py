"""
URLs for REST clients; where the host includes them, views that use the agent renderer issue tokens.

A prefix or an instance namespace makes no difference. Inside another namespace, or under a prefix with parameters, no
view can say what the URL is, and no tokens are issued.
"""

from django.urls import path

from frisian_pipeline.drf.views import ContinuationView

app_name = "frisian_pipeline"
urlpatterns = [path("continuations/<str:token>/", ContinuationView.as_view(), name="continuation")]
