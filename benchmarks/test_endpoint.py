"""What a tool's call costs, against the plain REST request of the same."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import override_settings
from django.urls import include, path
from rest_framework import serializers, viewsets
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from benchmarks.bars import Measure
from benchmarks.payloads import devices
from benchmarks.requests import ERAS, Send, body_of, call, message, request
from benchmarks.timing import best, ratio

BULK, LIST = devices(60), devices(1_000)
SENT = [{"name": f"edge-{number}", "serial": f"SN{number:08}", "site": 1, "comments": "x" * 40} for number in range(60)]

HOST = {"ANONYMOUS_TIER": "read_write", "SURFACE": "flat"}


class DeviceSerializer(serializers.Serializer[Any]):
    """What a device is made of."""

    name = serializers.CharField()
    serial = serializers.CharField()
    site = serializers.IntegerField()
    comments = serializers.CharField(required=False)


class DeviceViewSet(viewsets.ViewSet):
    """Answers rows that it need not make, and reads what it is sent."""

    renderer_classes = [JSONRenderer]
    serializer_class = DeviceSerializer
    mcp_bulk = True

    def list(self, request: Request) -> Response:
        return Response(LIST)

    def create(self, request: Request) -> Response:
        assert len(request.data) > 0
        return Response(BULK, status=201)


class NothingViewSet(viewsets.ViewSet):
    """Does nothing."""

    renderer_classes = [JSONRenderer]

    def list(self, request: Request) -> Response:
        return Response()


class BytesView(APIView):
    """Answers the bytes that the endpoint answers."""

    def post(self, request: Request) -> HttpResponse:
        return HttpResponse(kept[0], content_type="application/json")


kept: list[bytes] = []
urlpatterns = [
    path("", include("benchmarks.operations")),
    path("bytes", BytesView.as_view()),
    path("", include("frisian_pipeline.mcp.urls")),
    path("devices/", DeviceViewSet.as_view({"get": "list", "post": "create"})),
    path("nothing/", NothingViewSet.as_view({"get": "list"})),
]


def text_of(tool: Send) -> str:
    """What the agent reads."""
    return str(json.loads(body_of(tool))["result"]["content"][0]["text"])


@pytest.fixture(autouse=True)
def host() -> Iterator[None]:
    """The host of these URLs."""
    with override_settings(ROOT_URLCONF=__name__, FRISIAN_PIPELINE=HOST):
        yield


@pytest.mark.parametrize("era", ERAS)
class TestCalls:
    """The bars of one call, in both eras."""

    def test_bulk_create(self, measure: Measure, era: str) -> None:
        """A bulk create of 60 rows costs no more than over REST."""
        rest, tool = request("POST", "/devices/", json.dumps(SENT).encode()), call(era, "devices_create", items=SENT)
        assert json.loads(body_of(rest)) == BULK
        assert json.loads(text_of(tool))["accepted"] == 60
        measure(f"tools/call of 60 rows / REST POST, {era}", ratio(tool, rest), 1.0)

    def test_list(self, measure: Measure, era: str) -> None:
        """A list of 1,000 rows costs less than over REST: all of it, and what a budget lets through."""
        rest, tool = request("GET", "/devices/"), call(era, "devices_list")
        with override_settings(FRISIAN_PIPELINE={**HOST, "BUDGET_TOKENS": 0}):
            assert json.loads(text_of(tool)) == json.loads(body_of(rest)) == LIST
            measure(f"tools/call of a list of 1,000 rows / REST GET, {era}", ratio(tool, rest), 0.7)
        assert 0 < len(json.loads(text_of(tool))["results"]) < 100
        measure(f"the same within a budget / REST GET, {era}", ratio(tool, rest), 0.7)

    def test_overhead(self, measure: Measure, era: str) -> None:
        """The protocol costs little over a view that does nothing."""
        rest, tool = request("GET", "/nothing/"), call(era, "nothing_list")
        assert text_of(tool) == "null"
        called, plain = best(tool, rest)
        measure(f"tools/call of a view that does nothing, over REST, {era}", (called - plain) * 1000, 0.25, unit="ms")

    def test_warm_listing(self, measure: Measure, era: str) -> None:
        """A listing of 600 tools is sent from kept bytes, at the cost of a view that answers those bytes."""
        listing = message(era, "tools/list")
        kept[:] = [body_of(listing)]
        assert len(json.loads(kept[0])["result"]["tools"]) > 600
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode()
        plain = request("POST", "/bytes", body)
        measure(f"warm tools/list / a view of the same bytes, {era}", ratio(listing, plain), 1.2)
