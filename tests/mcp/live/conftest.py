"""A live server for each test: a host of a few URL patterns, with the MCP endpoint beside them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.urls import include, path

from frisian_pipeline.mcp.handwritten import PROMPTS, RESOURCES
from tests.mcp.discovery.hosts import host
from tests.mcp.live.agents import ERAS, OPEN, Agent


@pytest.fixture(params=ERAS)
def era(request: Any) -> str:
    """Each era of the protocol."""
    return str(request.param)


@pytest.fixture
def serve(settings: Any, transactional_db: None, live_server: Any) -> Callable[..., str]:
    """Serve a host of URL patterns; returns where."""

    def serve(*patterns: Any) -> str:
        cache.clear()
        settings.FRISIAN_PIPELINE = OPEN | getattr(settings, "FRISIAN_PIPELINE", {})
        settings.ROOT_URLCONF = host(*patterns, path("", include("frisian_pipeline.mcp.urls")))
        return str(live_server.url)

    return serve


@pytest.fixture
def agent(serve: Callable[..., str], era: str) -> Callable[..., Agent]:
    """Make an agent of each era, on a host of URL patterns."""
    return lambda *patterns: Agent(serve(*patterns), era)


@pytest.fixture
def ann(transactional_db: None) -> User:
    """Somebody who is known."""
    return User.objects.create_user("ann", password="secret")


@pytest.fixture
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without a resource or a prompt, and forget those of the test."""
    for registry in (RESOURCES, PROMPTS):
        monkeypatch.setattr(registry, "known", {})
