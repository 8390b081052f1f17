"""A request that came by ASGI calls tools as well."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

from asgiref.sync import async_to_sync
from django.core.handlers.asgi import ASGIRequest
from django.test import AsyncClient
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.mcp.invocation import invoke
from tests.mcp.discovery.hosts import the, tools_of
from tests.mcp.invocation.sides import Sides, answers
from tests.mcp.invocation.test_responses import AsyncView


class UrlView(APIView):
    def post(self, request: Request) -> Response:
        return Response([request.build_absolute_uri(), request.META["REMOTE_ADDR"], request.data])


class TestAsgi:
    def test_the_request_is_carried(self, sides: Callable[..., Sides]) -> None:
        """Host, scheme, mount and address are those of the outer request."""
        patterns = [path("é/", UrlView.as_view())]
        sides(*patterns)
        tool = the(tools_of(*patterns), "__post")
        scope = {"type": "http", "method": "POST", "path": "/ö/mcp/", "root_path": "/ö", "scheme": "https"}
        headers = [(b"host", b"testserver")]
        outer = ASGIRequest({**scope, "headers": headers, "client": ["10.0.0.9", 1]}, BytesIO())
        answer = invoke(tool, tool.place({"a": "ü"}), outer)
        assert answer.data == ["https://testserver/%C3%B6/%C3%A9/", "10.0.0.9", {"a": "ü"}]

    def test_an_asynchronous_view_under_a_loop(self, sides: Callable[..., Sides]) -> None:
        """Under a running loop an asynchronous view is awaited in it."""
        sides(path("it/", AsyncView.as_view()))
        body = {"tool": "it_get", "arguments": {}}
        send: Any = async_to_sync(AsyncClient().post)
        assert send("/mcp/", body, content_type="application/json").status_code == 200
        assert answers.pop().data == {"path": "/it/"}
