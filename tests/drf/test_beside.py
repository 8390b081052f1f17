"""Facts beside what a view reads, through the agent renderer."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework import generics
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from frisian_pipeline.drf import AgentRenderer
from tests.project.models import Site
from tests.project.serializers import SiteSerializer

ROWS = [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]


class Counted(APIView):
    """Says how many names there are."""

    renderer_classes = [AgentRenderer, JSONRenderer]
    data: Any = ROWS
    status = 200
    facts: Any = None

    def get(self, request: Request) -> Response:
        return Response(self.data, status=self.status)

    post = get

    def agent_facts(self, data: Any, request: Request) -> Any:
        if isinstance(self.facts, Exception):
            raise self.facts
        return {"names": len(data), "who": str(request.user)} if self.facts is None else self.facts


def answer(query: str = "", method: str = "GET", accept: str = AgentRenderer.media_type, **attributes: Any) -> bytes:
    """What the view sends."""
    request = APIRequestFactory().generic(method, f"/?{query}", headers={"Accept": accept})
    view: Any = type("Own", (Counted,), attributes)
    return bytes(view.as_view()(request).render().content)


OTHERS = [
    ("POST", 201, {"id": 1}),
    ("POST", 200, None),
    ("GET", 404, ROWS),
    ("GET", 202, ROWS),
    ("GET", 302, ROWS),
    ("GET", 200, None),
    ("OPTIONS", 200, ROWS),
]
"""Answers that are no reads that succeed, or have no data."""


class TestFacts:
    @pytest.mark.parametrize("query", ["", "view=full", "fields=name"])
    def test_a_read_has_them(self, query: str) -> None:
        """They stand beside the rows, masked or not, and know the caller."""
        assert json.loads(answer(query))["facts"] == {"names": 2, "who": "AnonymousUser"}
        assert json.loads(answer(query))["results"] == ROWS

    def test_other_renderers_have_none(self) -> None:
        """A client of JSON gets what it always got, byte for byte."""
        assert answer(accept="application/json") == JSONRenderer().render(ROWS)

    @pytest.mark.parametrize(("method", "status", "data"), OTHERS)
    def test_nothing_else_is_asked(self, method: str, status: int, data: Any) -> None:
        """For a write, an error, a task or nothing at all the view is not even asked."""

        def agent_facts(self: Any, *args: Any) -> Any:
            pytest.fail("asked")

        assert b"facts" not in answer("", method, status=status, data=data, agent_facts=agent_facts)

    def test_a_read_by_post(self) -> None:
        """A POST that only reads, as a search does, has them."""
        assert json.loads(answer("", "POST"))["facts"]["names"] == 2

    def test_the_data_is_a_copy(self) -> None:
        """What the view does to the data that it is shown changes nothing, and it may read what is read once."""

        def agent_facts(self: Any, data: Any, request: Any) -> Any:
            return {"first": data["rows"].pop(0)}

        data = {"rows": iter(range(3))}
        assert json.loads(answer(data=data, agent_facts=agent_facts)) == {"rows": [0, 1, 2], "facts": {"first": 0}}

    @pytest.mark.parametrize(
        ("facts", "name"),
        [
            (ZeroDivisionError("s3cret"), "ZeroDivisionError"),
            (["s3cret"], "TypeError"),
            ({"s3cret": object()}, "TypeError"),
        ],
        ids=["raises", "no dict", "no JSON"],
    )
    def test_what_fails_costs_only_the_facts(self, facts: Any, name: str, caplog: pytest.LogCaptureFixture) -> None:
        """The answer goes out, and the log has the class of the error and nothing of what it says."""
        assert json.loads(answer(facts=facts)) == ROWS
        assert [one.getMessage() for one in caplog.records] == [
            f"agent_facts failed ({name}) on tool Own; no facts are sent"
        ]

    @pytest.mark.parametrize("facts", [{}, 0])
    def test_no_facts_are_none(self, facts: Any) -> None:
        """A view may have nothing to say this time."""
        said = (lambda self, data, request: None) if facts == 0 else Counted.agent_facts
        assert json.loads(answer(facts=facts, agent_facts=said)) == ROWS


class SiteList(generics.ListAPIView[Site]):
    """Tells how many there are of what it shows a page of."""

    queryset = Site.objects.all()
    serializer_class = SiteSerializer
    renderer_classes = [AgentRenderer]
    agent_view = "name"

    def agent_facts(self, data: Any, request: Request) -> dict[str, Any]:
        return {"slugs": [row["identifier"] for row in data], "users": User.objects.count()}


@pytest.mark.django_db
class TestDatabase:
    def test_facts_see_what_the_view_left_out(self) -> None:
        """Facts are made of the whole data, before the agent view, and may ask the database."""
        Site.objects.create(name="Snits", slug="snits")
        content = SiteList.as_view()(APIRequestFactory().get("/")).render().content
        assert json.loads(content)["facts"] == {"slugs": ["snits"], "users": 0}


NOTE = "budget is a whole number of tokens from 60 to 999999999; the usual one holds"


class TestBudget:
    """A word of the caller's that cannot be taken is no error, since the view has answered, and no silence either."""

    @pytest.mark.parametrize("said", ["many", "59", "-1", "0", "", "1e3", "60.5", "1000000000", "200&budget=1"])
    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_one_that_is_none_is_told(self, said: str, method: str) -> None:
        """What is read has a note, and is what it would have been."""
        assert json.loads(answer(f"budget={said}", method, facts={})) == {"results": ROWS, "_notes": [NOTE]}
        one = answer(f"budget={said}", method, facts={}, data=ROWS[0])
        assert json.loads(one) == {**ROWS[0], "_notes": [NOTE]}

    @pytest.mark.parametrize("query", ["", "budget=60", "budget=999999999", "budget=x&budget=60", "Budget=x"])
    def test_any_other_is_not(self, query: str) -> None:
        """Silence, and a number that an answer could have, are not spoken of."""
        assert json.loads(answer(query, facts={})) == ROWS

    def test_it_comes_before_what_masks_have_to_say(self) -> None:
        """Notes on several words stand together."""
        told = json.loads(answer("budget=x&fields=name,nmae", facts={}))["_notes"]
        assert told == [NOTE, "unknown field: nmae (name?)"]

    @pytest.mark.parametrize(("method", "status", "data"), OTHERS)
    def test_nothing_else_speaks_of_it(self, method: str, status: int, data: Any) -> None:
        """A write, an error, a task or nothing at all, whose keys mean something, stays as it is."""
        assert b"budget" not in answer("budget=many", method, status=status, data=data, facts={})

    def test_other_renderers_have_none(self) -> None:
        """A client of JSON gets what it always got, byte for byte."""
        assert answer("budget=many", accept="application/json") == JSONRenderer().render(ROWS)
