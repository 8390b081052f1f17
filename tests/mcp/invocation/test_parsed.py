"""Tests for bodies that are not parsed a second time."""

from collections.abc import Callable
from json import loads
from typing import Any

import pytest
from django.db.transaction import non_atomic_requests
from django.http import QueryDict
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from rest_framework.decorators import api_view
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import FormParser, JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSet

from frisian_pipeline.mcp.invocation.parsed import is_bare, sparing
from tests.mcp.discovery.hosts import heir
from tests.mcp.invocation.sides import Sides, assert_same

Make = Callable[..., Sides]

ENDPOINT = "drf"
"""The endpoint of these tests parses what it is sent with DRF's own parser."""

parses: list[str] = []


class Counted(JSONParser):
    """The host's own parser."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        parses.append("own")
        return {"own": super().parse(*args, **kwargs)}


class EchoView(APIView):
    """Says what it was sent, and who says so."""

    def post(self, request: Any) -> Response:
        kind = type(self)
        read = loads(request.body) == request.data
        return Response([request.data, request.FILES, read, kind.__name__, kind.__module__])


def own_request(self: Any, request: Any, **_: Any) -> Any:
    """A request of a class of the host's own."""
    return heir(Request)(request, self.get_parsers())


class EchoViewSet(ViewSet):
    """The same of a ViewSet."""

    def create(self, request: Request) -> Response:
        return Response([request.data, self.action, self.basename, type(self).__qualname__])


@api_view(["POST"])
def echo(request: Request) -> Response:
    """The same of a function."""
    return Response(request.data)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """DRF's own parser, which tells when it parses."""
    parses.clear()
    parse = JSONParser.parse
    monkeypatch.setattr(JSONParser, "parse", lambda *given, **more: parses.append("drf") or parse(*given, **more))  # type: ignore[func-returns-value]


BODY: dict[str, Any] = {"name": "ø", "rows": [{"a": 1.5, "b": None}, []], "big": 2**70}


class TestInvoke:
    @pytest.mark.parametrize(
        "view",
        [
            EchoView.as_view(),
            non_atomic_requests(EchoView.as_view()),
            EchoViewSet.as_view({"post": "create"}, basename="echo"),
            echo,
        ],
        ids=["view", "marked", "viewset", "function"],
    )
    def test_a_view_sees_what_it_would_have_parsed(self, sides: Make, counting: None, view: Any) -> None:
        """A stock view gets the body that was parsed, under its own name, and the bytes beside it."""
        both = sides(path("it/", view))
        rest = both.rest("POST", "/it/", BODY)
        parses.clear()
        answer = both.call("it_create" if hasattr(view, "actions") else "it_post", **BODY)
        assert parses == [ENDPOINT]
        assert_same(rest, answer)

    @pytest.mark.parametrize(
        "view",
        [
            never_cache(EchoView.as_view()),
            csrf_exempt(never_cache(EchoView.as_view())),
            heir(EchoView, parser_classes=[Counted]).as_view(),
            EchoView.as_view(parser_classes=[Counted, JSONParser]),
            heir(EchoView, initialize_request=own_request).as_view(),
        ],
        ids=["wrapped", "wrapped inside", "own parser", "own parser first", "own request"],
    )
    def test_what_is_the_hosts_own_parses_itself(self, sides: Make, counting: None, view: Any) -> None:
        """Where anything of the host's has a say in it, the body is parsed as over REST."""
        both = sides(path("it/", view))
        both.call("it_post", **BODY)
        assert parses in ([ENDPOINT, "drf"], [ENDPOINT, "own", "drf"])

    def test_a_view_that_parses_forms(self, sides: Make, counting: None) -> None:
        """A form is no JSON."""
        both = sides(path("it/", heir(echo.cls, parser_classes=[FormParser]).as_view()))
        assert both.call("it_post", name="a").data == QueryDict("name=a")
        assert parses == [ENDPOINT]

    def test_a_negotiation_of_the_hosts_own(self, sides: Make, counting: None) -> None:
        """Whoever refuses to choose a parser refuses as over REST."""

        class Nothing(DefaultContentNegotiation):
            def select_parser(self, request: Any, parsers: Any) -> Any:
                return None

        both = sides(path("it/", EchoView.as_view(content_negotiation_class=Nothing)))
        assert_same(both.rest("POST", "/it/", BODY), both.call("it_post", **BODY))


class TestSparing:
    def test_what_is_set_on_a_callback_is_on_the_other(self) -> None:
        """Marks of the host's, such as databases that are not atomic, are kept; the view is made once."""
        marked: Any = non_atomic_requests(using="other")(EchoView.as_view())
        assert sparing(marked)._non_atomic_requests == {"other"}
        assert sparing(marked) is sparing(marked) is not marked

    def test_others_are_themselves(self) -> None:
        """Functions that are no views of DRF's are left alone."""
        assert sparing(print) is print
        assert not is_bare(csrf_exempt(lambda request: None))
