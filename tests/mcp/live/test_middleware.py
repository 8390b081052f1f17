"""The host's middleware: what it has put on the request, and once more around each call where the host wants that."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest, JsonResponse
from django.urls import path
from pytest_django.live_server_helper import LiveServer
from rest_framework.exceptions import APIException
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import OPEN, Agent, basic
from tests.project.models import Tag
from tests.project.views import TagViewSet

Make = Callable[..., Agent]

HERE = "tests.mcp.live.test_middleware"

seen: list[str] = []


def watching(get_response: Any) -> Any:
    """Note each request, count it, and refuse what is closed."""

    def handle(request: HttpRequest) -> Any:
        seen.append(request.path)
        if request.path.startswith("/closed/"):
            return JsonResponse({"detail": "Closed."}, status=503)
        request.tenant = f"tenant of {request.path}"  # type: ignore[attr-defined]
        return get_response(request)

    return handle


class TenantView(APIView):
    """Says what the middleware has put on its request."""

    error: Any = None

    def get(self, request: Request) -> Response:
        if self.error:
            raise self.error
        return Response({"tenant": request._request.tenant, "method": request.method})  # type: ignore[attr-defined]


@pytest.fixture
def live_server(settings: Any) -> Iterator[LiveServer]:
    """A server that has loaded middleware of the host's own."""
    seen.clear()
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{HERE}.watching"]
    server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture
def client(agent: Make) -> Agent:
    """An agent on a host with views that say what they see."""
    views = path("tenant/", TenantView.as_view()), path("closed/", TenantView.as_view())
    broken = path("broken/", heir(TenantView, error=ValueError("swordfish")).as_view())
    full = path("full/", heir(TenantView, error=APIException("full")).as_view())
    return agent(*views, broken, full, registered(TagViewSet, "tags"))


class TestAsItIs:
    def test_what_it_put_on_the_request(self, client: Agent) -> None:
        """A view sees what the middleware put on the endpoint's request, and is not passed through it again."""
        assert client.call("tenant_get").data == {"tenant": "tenant of /mcp", "method": "GET"}
        assert seen == ["/mcp"]


class TestThroughMiddleware:
    @pytest.fixture(autouse=True)
    def through(self, settings: Any) -> None:
        """The host wants each call to go through its middleware."""
        settings.FRISIAN_PIPELINE = OPEN | {"THROUGH_MIDDLEWARE": True}

    def test_each_call_is_a_request(self, client: Agent) -> None:
        """The middleware sees the view's own request."""
        assert client.call("tenant_get").data == {"tenant": "tenant of /tenant/", "method": "GET"}
        assert seen == ["/mcp", "/tenant/"]

    def test_what_it_refuses(self, client: Agent) -> None:
        """What the middleware answers itself is the answer."""
        rest = client.rest("GET", "/closed/")
        called = client.call("closed_get")
        assert (
            called.data
            == {"status_code": rest.status, "error": rest.data}
            == {
                "status_code": 503,
                "error": {"detail": "Closed."},
            }
        )

    def test_writes_are_shaped(self, client: Agent) -> None:
        """An answer that has been through it is confirmed like any other."""
        called = client.call("tags_create", code="x", label="l")
        assert called.data == {"code": "x", "label": "l", "status_code": 201, "data_size": 24}
        assert Tag.objects.count() == 1

    def test_errors(self, client: Agent) -> None:
        """Errors are REST's, and a failure says nothing of the host's."""
        assert client.call("full_get").data == {"status_code": 500, "error": {"detail": "full"}}
        called = client.call("broken_get")
        assert (called.status, called.is_error) == (500, True)
        assert "swordfish" not in str(called)

    def test_no_other_view(self, client: Agent) -> None:
        """A path parameter leads to no other view."""
        assert client.call("tags_retrieve", code="../tenant").status == 404

    def test_who_calls(self, agent: Make, ann: User) -> None:
        """A view knows its callers as ever."""
        view = heir(TagViewSet, permission_classes=[IsAuthenticated])
        client = agent(registered(view, "tags"))
        assert client.call("tags_list", basic("ann")).data == []
        assert client.call("tags_list").status == 403
