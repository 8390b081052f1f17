"""A host without Django's users."""

import os
import subprocess
import sys
from pathlib import Path

HOST = """
import django
from django.conf import settings

settings.configure(
    SECRET_KEY="x",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF="__main__",
    FRISIAN_PIPELINE={"ANONYMOUS_TIER": "read"},
    INSTALLED_APPS=["rest_framework", "frisian_pipeline"],
    REST_FRAMEWORK={
        "UNAUTHENTICATED_USER": None,
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
    },
)
django.setup()

from django.core.management import call_command
from django.test import Client
from django.urls import include, path
from rest_framework.response import Response
from rest_framework.views import APIView


class HealthView(APIView):
    def get(self, request):
        return Response({"up": True})


urlpatterns = [path("health/", HealthView.as_view()), path("", include("frisian_pipeline.mcp.urls"))]
call_command("check")
body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "health_get"}}
print(Client().post("/mcp", body, content_type="application/json").json()["result"]["content"][0]["text"])
"""


def test_serves_tools() -> None:
    """A host that has not installed ``django.contrib.auth`` includes the URLs, and its tools are called."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "DJANGO_SETTINGS_MODULE": ""}
    run = subprocess.run(
        [sys.executable, "-c", HOST],
        capture_output=True,
        text=True,
        timeout=60,
        env=env,
        cwd=Path(__file__).parent,
        check=False,
    )
    assert run.stdout.splitlines()[-1:] == ['{"up":true}'], run.stderr
