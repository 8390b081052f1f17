"""Every view authenticates anew: what its own authenticators refuse, write and prove counts, and nobody else's does."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import path
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.mcp.view import McpView
from tests.mcp.discovery.hosts import heir
from tests.mcp.live.agents import Agent, Called, Sent

Make = Callable[..., Agent]

ANN = {"X-Name": "ann"}


class ByName(BaseAuthentication):
    """Takes anybody's word, keeps no credential, and says whose data the caller may see."""

    def authenticate(self, request: Request) -> Any:
        user = User.objects.filter(username=request.headers.get("X-Name")).first()
        if user is None:
            return None
        if request.path == "/closed/" or request.method == "DELETE":
            raise AuthenticationFailed
        raw: Any = request._request
        raw.tenant = request.tenant = f"tenant of {user}"  # type: ignore[attr-defined]
        raw.META["TENANT"] = raw.tenant
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return "Name"


class Other(ByName):
    """Knows the same people, and writes nothing."""

    def authenticate(self, request: Request) -> Any:
        user = User.objects.filter(username=request.headers.get("X-Name")).first()
        return None if user is None else (user, None)


class KnownBy(BasePermission):
    """Lets in whom one authenticator knows."""

    wanted: Any = ByName

    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.successful_authenticator, self.wanted)


class TenantView(APIView):
    """Says which tenant's data it would show: all, where it is told of none."""

    authentication_classes: Any = [ByName]
    permission_classes: Any = [IsAuthenticated]

    def get(self, request: Request) -> Response:
        raw: Any = request._request
        on = [getattr(request, "tenant", "all"), getattr(raw, "tenant", "all"), raw.META.get("TENANT", "all")]
        return Response({"tenants": on, "known_by": type(request.successful_authenticator).__name__})

    delete = get


@pytest.fixture
def both(agent: Make, ann: User) -> Callable[..., Agent]:
    """An agent whose endpoint knows callers by name, beside one view."""

    def make(at: str = "seen/", **attributes: Any) -> Agent:
        endpoint = McpView.as_view(authentication_classes=[ByName], permission_classes=[])
        return agent(path("mcp", endpoint), path(at, heir(TenantView, **attributes).as_view()))

    return make


def assert_same(rest: Sent, called: Called) -> None:
    """Hold a tool's answer to REST's."""
    expected = rest.data if rest.status < 400 else {"status_code": rest.status, "error": rest.data}
    assert (called.data, called.is_error) == (expected, rest.status >= 400)


class TestTheSameAuthenticator:
    """The endpoint and the view know callers by the same class, which hands out no credential."""

    def test_what_it_writes(self, both: Make) -> None:
        """What the view's authenticator writes on DRF's request and on Django's is there."""
        host = both()
        rest = host.rest("GET", "/seen/", headers=ANN)
        assert_same(rest, host.call("seen_get", ANN))
        assert rest.data["tenants"] == ["tenant of ann"] * 3

    @pytest.mark.parametrize(
        ("at", "method"), [("closed/", "GET"), ("seen/", "DELETE")], ids=["by its path", "by its method"]
    )
    def test_what_it_refuses(self, both: Make, at: str, method: str) -> None:
        """What the view's authenticator refuses is refused, though it let the endpoint's own request in."""
        host = both(at)
        rest = host.rest(method, f"/{at}", headers=ANN)
        assert_same(rest, host.call(f"{at[:-1]}_{method.lower()}", ANN))
        assert rest.status == 401

    @pytest.mark.parametrize("wanted", [ByName, Other])
    def test_what_permissions_see(self, both: Make, wanted: Any) -> None:
        """A permission that asks who knew the caller gets REST's answer, yes or no."""
        host = both(permission_classes=[heir(KnownBy, wanted=wanted)])
        rest = host.rest("GET", "/seen/", headers=ANN)
        assert_same(rest, host.call("seen_get", ANN))
        assert rest.status == (200 if wanted is ByName else 403)


class TestAnotherAuthenticator:
    """The view knows callers in its own way."""

    def test_what_the_endpoints_writes(self, both: Make) -> None:
        """What only the endpoint's authenticator writes, the view does not see: not on the request, not in META."""
        host = both(authentication_classes=[Other])
        rest = host.rest("GET", "/seen/", headers=ANN)
        assert_same(rest, host.call("seen_get", ANN))
        assert rest.data == {"tenants": ["all"] * 3, "known_by": "Other"}

    def test_a_view_that_knows_nobody(self, both: Make) -> None:
        """Nobody's user and nobody's tenant reach a view without authenticators."""
        host = both(authentication_classes=[], permission_classes=[])
        rest = host.rest("GET", "/seen/", headers=ANN)
        assert_same(rest, host.call("seen_get", ANN))
        assert rest.data == {"tenants": ["all"] * 3, "known_by": "NoneType"}
