"""What is kept of the reports of a call."""

import json
from collections.abc import Callable
from decimal import Decimal
from itertools import pairwise
from math import inf, nan
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils.functional import lazystr
from hypothesis import given
from hypothesis import strategies as st

from frisian_pipeline.mcp.progress import LONGEST, MOST_REPORTS, expect, report, with_reports
from frisian_pipeline.mcp.protocol import Reply

BOTH = "application/json, text/event-stream"
REPLY = Reply(200, (b"{}",), {"Content-Type": "application/json"})


def asked(called: Any = "t", accept: str = BOTH) -> HttpRequest:
    """A request that asks for reports."""
    request: HttpRequest = RequestFactory().post("/mcp", headers={"Accept": accept})
    expect(request, {"progressToken": called})
    return request


def told(request: HttpRequest) -> list[dict[str, Any]]:
    """The parameters of what is sent before the reply; none where the reply is as it was."""
    reply = with_reports(request, REPLY)
    if reply is REPLY:
        return []
    *events, last = reply.body.decode().removesuffix("\n\n").split("\n\n")
    assert last == "event: message\ndata: {}"
    messages = [json.loads(event.removeprefix("event: message\ndata: ")) for event in events]
    assert {(one["jsonrpc"], one["method"]) for one in messages} == {("2.0", "notifications/progress")}
    return [one["params"] for one in messages]


class TestReport:
    def test_tells_what_was_said(self) -> None:
        """A report has the caller's token and the progress, and what else was given."""
        request = asked()
        report(request, 0)
        report(request, 0.5, total=2)
        report(request, 2, total=2, message="Done.")
        assert told(request) == [
            {"progressToken": "t", "progress": 0},
            {"progressToken": "t", "progress": 0.5, "total": 2},
            {"progressToken": "t", "progress": 2, "total": 2, "message": "Done."},
        ]

    @given(st.lists(st.integers() | st.floats() | st.decimals(allow_nan=False)))
    def test_grows(self, values: list[Any]) -> None:
        """Whatever a tool reports, what is sent is valid JSON and grows with every report."""
        request = asked()
        for value in values:
            report(request, value, total=value, message=str(value))
        sent = [one["progress"] for one in told(request)]
        assert all(one < other for one, other in pairwise(sent))
        assert all(one["progress"] == one["total"] for one in told(request))

    @pytest.mark.parametrize("value", [1, 0.5, -1, nan, inf, -inf, None, "far", 10**400, Decimal("NaN")])
    def test_leaves_out_what_does_not_grow(self, value: Any) -> None:
        """What is no more than before, or no number, is left out."""
        request = asked()
        report(request, 1)
        report(request, value)
        assert [one["progress"] for one in told(request)] == [1]

    @pytest.mark.parametrize(
        ("value", "written"),
        [(50.0, "50"), (Decimal("0.5"), "0.5"), (True, "1"), (2**53, str(2**53)), (1e300, "1e300")],
    )
    def test_writes_a_number(self, value: Any, written: str) -> None:
        """A whole number is written as one, and any other as JSON has it."""
        request = asked()
        report(request, value)
        assert f'"progress":{written}}}'.encode() in with_reports(request, REPLY).body

    def test_leaves_out_a_total_that_is_none(self) -> None:
        """A total that is no number is not sent; the report is."""
        request = asked()
        report(request, 1, total=nan)
        assert told(request) == [{"progressToken": "t", "progress": 1}]

    @pytest.mark.parametrize(
        ("message", "said"),
        [
            (lazystr("Hi."), "Hi."),
            ("\ud800", "\ufffd"),
            ("two\n\nlines\r", "two\n\nlines\r"),
            ("x" * (LONGEST + 1), "x" * LONGEST),
        ],
        ids=["lazy", "surrogate", "lines", "long"],
    )
    def test_says_any_text(self, message: Any, said: str) -> None:
        """A message is text, as it is: no line of it ends the event, and a long one is cut."""
        request = asked()
        report(request, 1, message=message)
        assert [one["message"] for one in told(request)] == [said]

    def test_has_an_end(self) -> None:
        """A tool that reports without an end is heard a bounded number of times."""
        request = asked()
        for done in range(MOST_REPORTS + 1):
            report(request, done)
        assert [one["progress"] for one in told(request)] == list(range(MOST_REPORTS))


class TestExpect:
    @pytest.mark.parametrize("token", ["t", "", 0, -7, 10**30, "x" * LONGEST], ids=repr)
    def test_keeps_the_token(self, token: Any) -> None:
        """A token is text or an integer, and comes back as it came."""
        request = asked(token)
        report(request, 1)
        assert [one["progressToken"] for one in told(request)] == [token]

    @pytest.mark.parametrize("token", [None, True, 1.5, [], {}, "x" * (LONGEST + 1)], ids=str)
    def test_knows_a_token(self, token: Any) -> None:
        """What is no token, or one that every report would have to carry at length, asks for nothing."""
        request = asked(token)
        report(request, 1)
        assert told(request) == []

    @pytest.mark.parametrize("accept", ["text/event-stream", "application/json, Text/Event-Stream; q=0.5"])
    def test_serves_who_reads_events(self, accept: str) -> None:
        """A client that names events among what it reads is told."""
        request = asked(accept=accept)
        report(request, 1)
        assert len(told(request)) == 1

    @pytest.mark.parametrize("accept", ["application/json", "*/*", "text/*", "", "text/event-stream;q=0"])
    def test_spares_who_does_not(self, accept: str) -> None:
        """A client that does not name them gets JSON, as ever."""
        request = asked(accept=accept)
        report(request, 1)
        assert told(request) == []


class TestOrdinaryReplies:
    @pytest.mark.parametrize("prepare", [RequestFactory().post, lambda path: asked()], ids=["unasked", "unused"])
    def test_stay_as_they_are(self, prepare: Callable[[str], HttpRequest]) -> None:
        """A reply before which nothing was reported is the very same, whether somebody had asked or not."""
        assert with_reports(prepare("/mcp"), REPLY) is REPLY
