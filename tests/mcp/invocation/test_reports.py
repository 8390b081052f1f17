"""What a host hears of a tool that fails: what it hears of a REST request."""

import logging
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest
from django.test import RequestFactory
from django.urls import path
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.mcp.invocation import invoke
from tests.mcp.discovery.hosts import heir, the, tools_of
from tests.mcp.invocation.sides import Sides

Make = Callable[..., Sides]


class FailingView(APIView):
    error: Any = None

    def get(self, request: Request) -> Response:
        if self.error is None:
            return Response(status=503)
        raise self.error


@pytest.fixture
def heard() -> Iterator[list[Any]]:
    """What a listener like Sentry's is told: the request's path and method, and the exception being handled."""
    told: list[Any] = []

    def hear(sender: Any, request: HttpRequest, **_: Any) -> None:
        told.append((sender, request.path, request.method, sys.exc_info()[1]))

    got_request_exception.connect(hear)
    yield told
    got_request_exception.disconnect(hear)


def both_of(sides: Make, error: Any) -> Sides:
    """A host with one view, that fails."""
    return sides(path("fail/", heir(FailingView, error=error).as_view()))


def log_of(caplog: pytest.LogCaptureFixture) -> list[Any]:
    """What Django's loggers have been told, and forget it."""
    records = [one for one in caplog.records if one.name.startswith("django.") and "/mcp/" not in one.getMessage()]
    caplog.clear()
    return [
        (one.name, one.levelno, one.getMessage(), vars(one)["status_code"], one.exc_info and one.exc_info[1])
        for one in records
    ]


class TestSignal:
    def test_a_failure_is_sent(self, sides: Make, heard: list[Any]) -> None:
        """An exception that nobody handles is sent as Django sends it, with the view's request and the exception."""
        error = ValueError("4711")
        both = both_of(sides, error)
        both.rest("GET", "/fail/")
        answer = both.call("fail_get")
        assert (answer.status, "4711" in str(answer)) == (500, False)
        assert heard == [(None, "/fail/", "GET", error)] * 2

    @pytest.mark.parametrize("error", [None, Http404("4711"), PermissionDenied("4711"), exceptions.ParseError()])
    def test_an_answer_is_not(self, sides: Make, heard: list[Any], error: Any) -> None:
        """What is answered by the view, by DRF or by Django is no failure."""
        both = both_of(sides, error)
        both.rest("GET", "/fail/")
        both.call("fail_get")
        assert heard == []

    def test_a_listener_that_fails(self, sides: Make) -> None:
        """A listener's own failure does not cost the agent its answer."""

        def fail(**_: Any) -> None:
            raise RuntimeError("0815")

        both = both_of(sides, ValueError("4711"))
        got_request_exception.connect(fail)
        answer = both.call("fail_get")
        got_request_exception.disconnect(fail)
        assert (answer.status, set(answer.data)) == (500, {"detail", "error_id"})


class TestLog:
    @pytest.mark.parametrize(
        "error",
        [
            ValueError("4711"),
            Http404("4711"),
            PermissionDenied("4711"),
            exceptions.ParseError("4711"),
            exceptions.APIException("4711"),
            None,
        ],
        ids=["failure", "404", "403", "DRF's 400", "DRF's 500", "own 503"],
    )
    def test_an_error_is_logged_as_over_rest(self, sides: Make, caplog: pytest.LogCaptureFixture, error: Any) -> None:
        """Every error is in Django's log under the view's path, as if REST had answered it."""
        both = both_of(sides, error)
        both.rest("GET", "/fail/")
        rest = log_of(caplog)
        both.call("fail_get")
        assert log_of(caplog) == rest
        assert len(rest) == 1

    @pytest.mark.parametrize(
        ("error", "logger"),
        [(SuspiciousOperation("4711"), "django.security.SuspiciousOperation"), (BadRequest("4711"), "django.request")],
    )
    def test_what_comes_from_around_the_view(
        self, sides: Make, caplog: pytest.LogCaptureFixture, error: Any, logger: str
    ) -> None:
        """What a wrapper refuses is in the log that Django has for it, and its text is not in the answer."""

        def guarded(request: Any) -> Any:
            raise error

        vars(guarded).update(cls=FailingView, initkwargs={})
        both = sides(path("fail/", guarded))
        both.rest("GET", "/fail/")
        rest = log_of(caplog)
        answer = both.call("fail_get")
        assert [(one[0], one[1], *one[3:]) for one in log_of(caplog)] == [(one[0], one[1], *one[3:]) for one in rest]
        assert (rest[0][0], answer.status, answer.data) == (logger, 400, {"detail": "Bad Request."})

    def test_an_answer_is_not_logged(self, sides: Make, caplog: pytest.LogCaptureFixture) -> None:
        """A view that answers well is in no log."""
        caplog.set_level(logging.DEBUG, "django.request")
        both = sides(path("fine/", heir(FailingView, get=lambda self, request: Response()).as_view()))
        assert both.call("fine_get").status == 200
        assert log_of(caplog) == []

    def test_what_no_url_can_hold(self, caplog: pytest.LogCaptureFixture) -> None:
        """Where not even a request can be made, the failure is the outer one's."""
        tool = the(tools_of(path("it/<str:name>/", FailingView.as_view())), "it_get")
        assert invoke(tool, tool.place({"name": "\ud800"}), RequestFactory().post("/outer/")).status == 500
        assert [one[2] for one in log_of(caplog)] == ["Internal Server Error: /outer/"]
