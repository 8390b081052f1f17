"""Headers that say what a body does not: an agent that reads no headers hears of them."""

from typing import Any

import pytest
from django.http import HttpResponse
from rest_framework.response import Response

from tests.mcp.live.test_answers import Make, answering

LINK = '<http://host/it/?page=2>; rel="next", <http://host/it/?page=9>; rel="last"'


class TestWithoutABody:
    @pytest.mark.parametrize("make", [Response, HttpResponse])
    @pytest.mark.parametrize(
        ("status", "tool"), [(201, "it_post"), (202, "it_post"), (303, "it_post"), (303, "it_get")]
    )
    def test_a_location(self, agent: Make, make: Any, status: int, tool: str) -> None:
        """Where to look for it is told."""
        called = agent(answering(lambda: make(status=status, headers={"Location": "/jobs/7/"}))).call(tool)
        known = {name: called.data[name] for name in ("status_code", "location")}
        assert (called.is_error, known) == (False, {"status_code": status, "location": "/jobs/7/"})

    def test_is_two_keys(self, agent: Make) -> None:
        """No more than the status and where."""
        client = agent(answering(lambda: Response(status=201, headers={"Location": "/jobs/7/"})))
        assert client.call("it_post").data == {"status_code": 201, "location": "/jobs/7/"}

    def test_when_to_ask_again(self, agent: Make) -> None:
        """So is how long a task may take."""
        client = agent(answering(lambda: Response(status=202, headers={"Retry-After": "5", "Location": "/jobs/7/"})))
        told = {"status_code": 202, "location": "/jobs/7/", "_notes": ["Call again in 5 seconds."]}
        assert client.call("it_post").data == told

    def test_other_headers_say_nothing(self, agent: Make) -> None:
        """An answer without a body stays as short as it was."""
        client = agent(answering(lambda: Response(status=204, headers={"ETag": "7", "X-Request-Id": "8"})))
        assert client.call("it_post").data == {"status_code": 204}
        assert client.call("it_get").data is None


class TestBesideABody:
    @pytest.mark.parametrize(
        ("headers", "notes"),
        [
            ({"Link": LINK}, [f"Link: {LINK}"]),
            ({"X-Total-Count": "120"}, ["X-Total-Count: 120"]),
            ({"Content-Range": "items 0-1/120", "x-total": "120"}, ["Content-Range: items 0-1/120", "X-Total: 120"]),
            ({"Retry-After": "5"}, ["Call again in 5 seconds."]),
        ],
    )
    def test_more_rows(self, agent: Make, headers: Any, notes: Any) -> None:
        """Rows that are not all of them are said to be so."""
        called = agent(answering(lambda: Response([{"id": 1}, {"id": 2}], headers=headers))).call("it_get")
        assert called.data == {"results": [{"id": 1}, {"id": 2}], "_notes": notes}

    @pytest.mark.parametrize(
        ("data", "headers"),
        [
            ([{"id": 1}, {"id": 2}], {"X-Total-Count": "2"}),
            ([{"id": 1}], {"Link": '</style.css>; rel="preload"', "ETag": "7", "X-Frame-Options": "DENY"}),
            ({"count": 120, "results": []}, {"X-Total-Count": "120"}),
            ({"next": "/it/?page=2", "results": []}, {"Link": "</it/?page=2>; rel=next"}),
            ({"id": 7, "x": 1}, {"Location": "http://host/it/7/"}),
            ({"self": "/it/seven", "x": 1}, {"Location": "/it/seven"}),
            ("text", {}),
        ],
    )
    def test_what_the_body_says_is_said_once(self, agent: Make, data: Any, headers: Any) -> None:
        """A header that says the same costs nothing."""
        shown = {**data, "next": {"page": "2"}} if "next" in data else data
        assert agent(answering(lambda: Response(data, headers=headers))).call("it_get").data == shown

    def test_of_a_scalar(self, agent: Make) -> None:
        """A body that is neither rows nor an object says nothing of them."""
        called = agent(answering(lambda: Response(5, headers={"X-Total": "5"}))).call("it_get")
        assert called.data == {"result": 5, "_notes": ["X-Total: 5"]}

    def test_of_a_file(self, agent: Make) -> None:
        """What is no JSON has them among its facts."""
        client = agent(answering(lambda: HttpResponse("a\n", "text/csv", headers={"X-Total-Count": "120"})))
        assert client.call("it_get").data["x_total_count"] == "120"

    def test_an_envelope(self, agent: Make) -> None:
        """A write that was confirmed says where its task is."""
        client = agent(answering(lambda: Response({"id": 7, "x": 1}, status=201, headers={"Location": "/jobs/8/"})))
        assert client.call("it_post").data["_notes"] == ["Location: /jobs/8/"]


class TestElsewhere:
    @pytest.mark.parametrize("name", ["X-Accel-Redirect", "X-Sendfile"])
    @pytest.mark.parametrize("make", [Response, HttpResponse])
    def test_a_file_that_the_proxy_sends(self, agent: Make, make: Any, name: str) -> None:
        """It is said to be one, and where REST gives it; where it lies is the host's affair."""
        client = agent(answering(lambda: make(headers={name: "/srv/swordfish", "Content-Disposition": "attachment"})))
        called = client.call("it_get")
        assert called.data["url"] == f"http://{client.place}/it/"
        assert called.data["content_disposition"] == "attachment"
        assert called.data["_notes"] == ["The content is not in this answer; fetch it over REST from the url."]
        assert "swordfish" not in str(called.content)
