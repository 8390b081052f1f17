"""REST and MCP side by side: one host, one client, and an endpoint that calls tools."""

import json
from typing import Any

from django.http import HttpRequest
from django.utils.translation import override
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

from frisian_pipeline.mcp.discovery import tools
from frisian_pipeline.mcp.invocation import Answer, Authority, invoke, remember
from tests.mcp.discovery.hosts import host, the

answers: list[Answer] = []


class EndpointView(APIView):
    """Calls a tool as the adapter does."""

    mcp_ignore = True
    permission_classes = []
    remembers = True
    trusted: Any = ()

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        if self.remembers:
            remember(request)
        return super().initialize_request(request, *args, **kwargs)

    def post(self, request: Request) -> Response:
        asked: Any = request.data
        tool, authority = the(tools(), asked["tool"]), Authority(type(request.successful_authenticator) in self.trusted)
        answers.append(invoke(tool, tool.place(asked["arguments"]), request._request, authority))
        return Response()


def tenant_middleware(get_response: Any) -> Any:
    """Put something on every request."""

    def handle(request: HttpRequest) -> Any:
        request.tenant = "frl"  # type: ignore[attr-defined]
        request.COOKIES["sealed"] = "opened"
        with override("nl"):
            return get_response(request)

    return handle


class Sides:
    """A host with an endpoint, and a client that knows both ways in."""

    def __init__(self, settings: Any, *patterns: Any) -> None:
        settings.ROOT_URLCONF = host(*patterns)
        self.client = APIClient(raise_request_exception=False)

    def call(
        self, tool: str, *, at: str = "/mcp/", accept: str = "application/json", secure: bool = False, **arguments: Any
    ) -> Answer:
        """Call a tool."""
        headers = {"Accept": f"{accept}, text/event-stream", "Mcp-Method": "tools/call"}
        body = {"tool": tool, "arguments": arguments}
        response = self.client.post(at, body, format="json", headers=headers, secure=secure)
        assert response.status_code == 200, response.content
        return answers.pop()

    def rest(self, method: str, path: str, body: Any = None, **extra: Any) -> Any:
        """Send a REST request."""
        return getattr(self.client, method.lower())(path, body, **extra)


def shown(answer: Answer) -> Any:
    """The data of an answer as DRF would send it."""
    return json.loads(JSONRenderer().render(answer.data) or b"null")


def assert_same(rest: Any, answer: Answer) -> None:
    """Hold a tool to what REST answered."""
    assert answer.status == rest.status_code
    assert shown(answer) == (json.loads(rest.content) if rest.content else None)
