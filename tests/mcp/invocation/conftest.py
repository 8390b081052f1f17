"""A host for each test, and its users."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.cache import cache
from django.db.transaction import non_atomic_requests
from django.urls import path

from tests.mcp.invocation.sides import EndpointView, Sides


@pytest.fixture
def sides(settings: Any, db: None) -> Callable[..., Sides]:
    """Make a host of URL patterns, with an endpoint beside them."""
    cache.clear()
    endpoint = non_atomic_requests(EndpointView.as_view(authentication_classes=[]))
    return lambda *patterns: Sides(settings, *patterns, path("mcp/", endpoint))


@pytest.fixture
def ann(db: None, settings: Any) -> User:
    """A user who may look at devices and add some."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    user = User.objects.create_user("ann", password="4711")
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_device", "add_device"]))
    return user
