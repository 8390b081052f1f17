"""Two credentials of one user: what one was given, the other does not redeem."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import OPEN, Agent
from tests.mcp.live.test_tokens import ROWS, gone
from tests.project.views import DeviceViewSet

Make = Callable[..., Agent]

WIDE, NARROW, REFRESHED = ({"Authorization": f"Jwt {name}"} for name in ("wide 1", "narrow 1", "wide 2"))


class Jwt(BaseAuthentication):
    """Reads the claims of ann's token: its scope, and its number, which a refreshed one has anew."""

    def authenticate(self, request: Request) -> Any:
        _, scope, number = request.headers["Authorization"].split()
        return User.objects.get(username="ann"), {"scope": scope, "jti": number}


class Wide(BasePermission):
    """Shows the rest to those with a scope; anybody may write."""

    def has_permission(self, request: Request, view: Any) -> bool:
        claims: Any = request.auth
        return request.method != "GET" or claims["scope"] == "wide"


class TestScopes:
    @pytest.fixture
    def client(self, agent: Make, settings: Any, ann: User) -> Agent:
        """A host whose callers come with a JWT."""
        settings.FRISIAN_PIPELINE = OPEN | {
            "DISCLOSE_CONTINUATION": ["write"],
            "AUTHENTICATION_CLASSES": [f"{__name__}.Jwt"],
        }
        view = heir(DeviceViewSet, authentication_classes=[Jwt], permission_classes=[Wide])
        return agent(registered(view, "devices"))

    def test_a_narrower_one(self, client: Agent) -> None:
        """What one may read no more with fewer scopes, a token does not give; REST neither."""
        token = client.call("devices_create", WIDE, items=ROWS).data["continuation_token"]
        assert client.rest("GET", "/devices/", headers=NARROW).status == 403
        assert gone(client.call("devices_create", NARROW, continuation_token=token))
        assert len(client.call("devices_create", WIDE, continuation_token=token).data) == 3

    def test_a_refreshed_one(self, client: Agent) -> None:
        """A JWT that was refreshed under way is the same caller's."""
        token = client.call("devices_create", WIDE, items=ROWS).data["continuation_token"]
        assert len(client.call("devices_create", REFRESHED, continuation_token=token).data) == 3
