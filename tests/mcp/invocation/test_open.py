"""What REST accepts of views that look at the request themselves, their tools accept."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.request import Request
from rest_framework.response import Response

from frisian_pipeline.mcp.discovery import tools
from frisian_pipeline.mcp.invocation import Answer
from tests.mcp.discovery.hosts import NameSerializer, Pages, SiteSerializer, heir, registered, the
from tests.mcp.invocation.sides import Sides, assert_same
from tests.project.models import Site
from tests.project.views import SiteViewSet

Make = Callable[..., Sides]


class Stock(SiteViewSet):
    serializer_class = SiteSerializer
    pagination_class = Pages
    lookup_field = "pk"


def called(both: Sides, tool: str, /, **given: Any) -> Answer:
    """The answer of a tool that finds no fault with the arguments."""
    assert the(tools(), tool).faults(given) == ()
    return both.call(tool, **given)


def by_data(self: Any) -> Any:
    """Choose a serializer by what is sent."""
    return NameSerializer if "slug" not in self.request.data else SiteSerializer


def titled(self: Any, request: Request) -> Response:
    """Read a body by hand."""
    return Response({"title": request.data["title"], "other": request.data.get("other")})


def told(self: Any, request: Request, pk: str) -> Response:
    """Delete for a reason."""
    return Response({"deleted": pk, "why": request.data["why"]})


class TestOpen:
    @pytest.mark.parametrize(
        ("attributes", "body"),
        [
            ({"get_serializer_class": by_data, "perform_create": lambda self, serializer: None}, {"name": "a"}),
            ({"create": titled}, {"title": "a", "other": [1]}),
        ],
        ids=["chosen by the body", "read by hand"],
    )
    def test_a_body_that_the_hosts_code_looks_at(self, sides: Make, attributes: Any, body: dict[str, Any]) -> None:
        """What a view of the host's own reads from its body reaches it."""
        both = sides(registered(heir(Stock, **attributes)))
        rest = both.rest("POST", "/things/", body, format="json")
        answer = called(both, "things_create", **body)
        assert_same(rest, answer)
        assert answer.status < 300

    def test_a_delete_that_reads_its_body(self, sides: Make) -> None:
        """A destroy of the host's own gets its body."""
        both = sides(registered(heir(Stock, destroy=told)))
        rest = both.rest("DELETE", "/things/7/", {"why": "old"}, format="json")
        answer = called(both, "things_destroy", id="7", why="old")
        assert_same(rest, answer)
        assert answer.data == {"deleted": "7", "why": "old"}

    def test_a_query_that_the_hosts_code_reads(self, sides: Make) -> None:
        """A parameter that only the host's own code knows reaches it, beside pages and filters."""

        def chosen(self: Any) -> Any:
            return Site.objects.filter(slug__startswith=self.request.query_params.get("begins", "")).order_by("slug")

        both = sides(registered(heir(Stock, get_queryset=chosen)))
        for slug in ("a", "ab", "b"):
            Site.objects.create(slug=slug)
        answer = called(both, "things_list", begins="a")
        assert_same(both.rest("GET", "/things/?begins=a"), answer)
        assert answer.data["count"] == 2
