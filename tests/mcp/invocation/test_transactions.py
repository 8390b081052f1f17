"""A tool's transactions are those of a REST request."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import connection, connections, transaction
from django.http import Http404
from django.http.multipartparser import MultiPartParserError
from django.urls import path
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.mcp.discovery.hosts import heir
from tests.mcp.invocation.sides import Sides, assert_same, shown
from tests.project.models import Site

Make = Callable[..., Sides]


class WritingView(APIView):
    """Writes, and then does what it is told."""

    error: Any = None

    def post(self, request: Request) -> Response:
        Site.objects.create(slug="a", name="A")
        if self.error is not None:
            raise self.error
        return Response(status=201)


@pytest.fixture
def atomic(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host with ATOMIC_REQUESTS."""
    monkeypatch.setitem(connections.settings["default"], "ATOMIC_REQUESTS", True)  # noqa: FBT003


def both_of(sides: Make, error: Any, wrap: Any = lambda view: view) -> Sides:
    """A host whose view writes and then raises."""
    return sides(path("write/", wrap(heir(WritingView, error=error).as_view())))


class TestAtomicRequests:
    @pytest.mark.parametrize("error", [exceptions.ValidationError("no"), Http404("4711"), ValueError("4711")])
    @pytest.mark.usefixtures("atomic")
    def test_a_view_that_writes_and_raises_leaves_nothing(self, sides: Make, error: Any) -> None:
        """What a handled error and an unhandled one undo over REST, they undo here."""
        both = both_of(sides, error)
        rest = both.rest("POST", "/write/")
        left = Site.objects.count()
        answer = both.call("write_post")
        assert answer.status == rest.status_code
        assert Site.objects.count() == left == 0

    @pytest.mark.usefixtures("atomic")
    def test_a_view_that_answers_keeps(self, sides: Make) -> None:
        """What a view wrote stays when it answers, with whatever status."""
        both = both_of(sides, None)
        assert both.call("write_post").status == 201
        assert Site.objects.count() == 1

    @pytest.mark.usefixtures("atomic")
    def test_non_atomic_requests_are_honoured(self, sides: Make) -> None:
        """A view that the host exempts keeps what it wrote before it failed."""
        both = both_of(sides, ValueError("4711"), transaction.non_atomic_requests)
        assert both.call("write_post").status == 500
        assert Site.objects.count() == 1

    def test_without_it_every_write_stays(self, sides: Make) -> None:
        """A host that asks for no transaction gets none."""
        both = both_of(sides, ValueError("4711"))
        assert both.call("write_post").status == 500
        assert Site.objects.count() == 1

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.usefixtures("atomic")
    def test_it_is_committed_before_the_answer(self, transactional_db: None, sides: Make) -> None:
        """Whoever has the answer can tell the world: the transaction is over."""
        seen: list[bool] = []

        class TellingView(WritingView):
            def post(self, request: Request) -> Response:
                seen.append(connection.in_atomic_block)
                transaction.on_commit(lambda: seen.append(connection.in_atomic_block))
                return super().post(request)

        both = sides(path("write/", TellingView.as_view()))
        assert both.call("write_post").status == 201
        assert seen == [True, False]


class TestFailure:
    def test_a_failure_says_nothing(self, sides: Make, caplog: pytest.LogCaptureFixture) -> None:
        """An exception of the host becomes an error id, and the log has its kind alone."""
        answer = both_of(sides, ValueError("the payload is 4711")).call("write_post")
        (record,) = (one for one in caplog.records if one.name == "frisian_pipeline")
        assert (answer.status, set(answer.data)) == (500, {"detail", "error_id"})
        assert record.getMessage() == f"write_post failed (ValueError); error {answer.data['error_id']}"
        assert (record.exc_info, "4711" in str(answer)) == (None, False)

    @pytest.mark.parametrize(
        ("error", "status"),
        [
            (Http404("4711"), 404),
            (PermissionDenied("4711"), 403),
            (BadRequest("4711"), 400),
            (SuspiciousOperation("4711"), 400),
            (MultiPartParserError("4711"), 400),
            (KeyError("4711"), 500),
        ],
    )
    def test_what_django_answers_has_the_same_status(self, sides: Make, error: Any, status: int) -> None:
        """An exception from around the view has the status that Django gives it, without its text."""

        def wrap(view: Any) -> Any:
            def guarded(request: Any) -> Any:
                raise error

            vars(guarded).update(vars(view))
            return guarded

        both = both_of(sides, None, wrap)
        answer = both.call("write_post")
        assert answer.status == both.rest("POST", "/write/").status_code == status
        assert "4711" not in str(answer.data)

    @pytest.mark.usefixtures("atomic")
    def test_an_api_error_is_the_views_own(self, sides: Make) -> None:
        """An error that DRF knows is told as the view tells it."""
        both = both_of(sides, exceptions.ValidationError({"name": ["Too short."]}))
        answer = both.call("write_post")
        assert_same(both.rest("POST", "/write/"), answer)
        assert shown(answer) == {"name": ["Too short."]}
