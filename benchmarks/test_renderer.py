"""What a REST client's request costs through the agent renderer, against DRF's own."""

from collections.abc import Callable

from django.test import override_settings
from django.urls import include, path
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from benchmarks.bars import Measure
from benchmarks.payloads import devices
from benchmarks.timing import ratio
from frisian_pipeline.drf import AgentRenderer

ROWS = devices(1_000)
urlpatterns = [path("", include("frisian_pipeline.drf.urls"))]


class DeviceView(APIView):
    """Answers rows that it need not make."""

    renderer_classes = [JSONRenderer, AgentRenderer]

    def post(self, request: Request) -> Response:
        return Response(ROWS, status=201)


def posting(accept: str) -> Callable[[], bytes]:
    """Send a POST to the view and render its answer."""
    view, factory = DeviceView.as_view(), APIRequestFactory()

    def post() -> bytes:
        response = view(factory.post("/devices/", headers={"accept": accept}))
        return bytes(response.render().content)

    return post


class TestAgentRenderer:
    """The bar of a REST client's request."""

    @override_settings(ROOT_URLCONF=__name__)
    def test_a_large_answer_is_faster_than_as_json(self, measure: Measure) -> None:
        """A POST that answers 1,000 rows is over sooner through the agent renderer than through DRF's."""
        agent, plain = posting(AgentRenderer.media_type), posting(JSONRenderer.media_type)
        assert b"continuation_token" in agent()
        assert plain() == JSONRenderer().render(ROWS)
        measure("POST of 1,000 rows, AgentRenderer / JSONRenderer", ratio(agent, plain), 0.6)
