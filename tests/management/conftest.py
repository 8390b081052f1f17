"""A project with an endpoint, and its commands."""

from collections.abc import Callable
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import include, path
from rest_framework.permissions import IsAuthenticated

from tests.mcp.conftest import written
from tests.mcp.discovery.hosts import host, registered
from tests.project.models import Tag
from tests.project.views import TagViewSet

__all__ = ["written"]

OPEN = {"ANONYMOUS_TIER": "read", "AUTHENTICATED_TIER": "read_write", "SURFACE": "flat", "TOKEN_COUNTER": "o200k_base"}


class GuardedViewSet(TagViewSet):
    """Answers only those who are known."""

    permission_classes = [IsAuthenticated]


@pytest.fixture
def project(db: None, settings: Any) -> Any:
    """Tags behind a permission, and somebody who has it."""
    settings.ROOT_URLCONF = host(registered(GuardedViewSet), path("", include("frisian_pipeline.mcp.urls")))
    settings.FRISIAN_PIPELINE = OPEN
    settings.ALLOWED_HOSTS = [".example.com"]
    User.objects.create_user("ann")
    User.objects.create_user("old", is_active=False)
    for number in range(3):
        Tag.objects.create(code=f"tag-{number}", label="of a long name" * number)
    return settings


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes | None], None]:
    """Send something to standard input; None is that there is none."""

    def typed(content: bytes | None) -> None:
        monkeypatch.setattr("sys.stdin", None if content is None else TextIOWrapper(BytesIO(content)))

    return typed


@pytest.fixture
def run(project: Any) -> Callable[..., str]:
    """Run a command; returns what it prints."""

    def run(*words: str) -> str:
        out = StringIO()
        call_command(*words, stdout=out)
        return out.getvalue()

    return run
