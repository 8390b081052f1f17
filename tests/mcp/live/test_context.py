"""What a call brings along: headers, address, language, cookies, a trace; and views that are asynchronous."""

from collections.abc import Callable
from typing import Any

from adrf.views import APIView as AsyncView
from django.contrib.auth.models import User
from django.test import Client
from django.urls import path
from django.utils.translation import get_language
from opentelemetry import trace
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import META, MODERN, Agent
from tests.project.models import Device
from tests.project.views import DeviceViewSet

Make = Callable[..., Agent]

PARENT = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}


class ContextView(APIView):
    """Says what it sees of its request."""

    def get(self, request: Request) -> Response:
        return Response(
            {
                "path": request.path,
                "method": request.method,
                "address": request.META["REMOTE_ADDR"],
                "client": request.headers.get("X-Client"),
                "language": request.headers.get("Accept-Language"),
                "active": get_language(),
                "cookie": request.COOKIES.get("taste"),
                "user": str(request.user),
                "protocol": request.headers.get("Mcp-Method"),
            }
        )


class TraceView(APIView):
    """Says in which trace it runs."""

    def get(self, request: Request) -> Response:
        return Response(f"{trace.get_current_span().get_span_context().trace_id:032x}")


class SlowView(AsyncView):  # type: ignore[misc]
    """Is asynchronous."""

    async def get(self, request: Any) -> Response:
        return Response({"async": True})

    async def post(self, request: Any) -> Response:
        return Response({"id": 7, "sent": request.data}, status=201)


class TestRequest:
    def test_what_came_with_the_call(self, agent: Make) -> None:
        """A view sees the caller's headers, address and cookies, and its own path and method."""
        client = agent(path("context/", ContextView.as_view()))
        headers = {"X-Client": "desk", "Accept-Language": "nl", "Cookie": "taste=salt"}
        rest = client.rest("GET", "/context/", headers=headers)
        called = client.call("context_get", headers)
        assert called.data == rest.data
        assert (called.data["cookie"], called.data["client"], called.data["protocol"]) == ("salt", "desk", None)

    def test_who_is_logged_in(self, agent: Make, ann: User) -> None:
        """A browser's session is the view's too, if it brings its CSRF token."""
        client, browser = agent(path("context/", ContextView.as_view())), Client()
        browser.force_login(ann)
        token = "a" * 32
        cookies = {"sessionid": browser.cookies["sessionid"].value, "csrftoken": token}
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()), "X-CSRFToken": token}
        assert client.call("context_get", headers).data["user"] == "ann"

    def test_links_are_arguments(self, agent: Make) -> None:
        """The links of a page become what the agent can send back."""
        for number in range(3):
            Device.objects.create(name=f"edge-{number}")
        view = heir(DeviceViewSet, pagination_class=type("Two", (LimitOffsetPagination,), {"default_limit": 2}))
        client = agent(registered(view, "devices"))
        rest = client.rest("GET", "/devices/?limit=1")
        assert "/devices/?limit=1&offset=1" in rest.data["next"]
        page = client.call("devices_list", limit=1).data
        assert (page["next"], page["previous"]) == ({"limit": 1, "offset": 1}, None)
        assert client.call("devices_list", **page["next"]).data["previous"] == {"limit": 1}


class TestTrace:
    def test_it_goes_on(self, agent: Make) -> None:
        """A caller's trace goes on in the view."""
        client = agent(path("trace/", TraceView.as_view()))
        meta = {**META, **PARENT} if client.era == MODERN else PARENT
        result = client.result("tools/call", name="trace_get", arguments={}, _meta=meta)
        assert result["content"][0]["text"] == '"0af7651916cd43dd8448eb211c80319c"'


class TestAsync:
    def test_a_view(self, agent: Make) -> None:
        """An asynchronous view is a tool like any other."""
        client = agent(path("slow/", SlowView.as_view()))
        assert client.call("slow_get").data == client.rest("GET", "/slow/").data == {"async": True}
        assert client.call("slow_post", verify=True, a=1).data == {"id": 7, "sent": {"a": 1}}
        assert client.call("slow_post", a=1).data == {"id": 7, "status_code": 201, "data_size": 23}
