"""What REST accepts of views that look at the request themselves, their tools accept."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import path
from rest_framework import generics, serializers
from rest_framework.decorators import api_view
from rest_framework.parsers import FormParser, JSONParser
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
    serializer_class: Any = SiteSerializer
    pagination_class = Pages
    lookup_field = "pk"


def called(both: Sides, tool: str, /, **given: Any) -> Answer:
    """The answer of a tool that finds no fault with the arguments."""
    assert the(tools(), tool).faults(given) == ()
    return both.call(tool, **given)


def by_data(self: Any) -> Any:
    """Choose a serializer by what is sent."""
    return NameSerializer if "slug" not in self.request.data else SiteSerializer


def titled(self: Any, request: Any) -> Response:
    """Read a body by hand."""
    return Response({"title": request.data["title"], "other": request.data.get("other")})


def told(self: Any, request: Any, pk: str) -> Response:
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


class PatchParser(JSONParser):
    media_type = "application/json-patch+json"


class TodaysSerializer(SiteSerializer):
    """Has the choices of the day."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = serializers.ChoiceField(list(Site.objects.values_list("slug", flat=True)))


class SwitchSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    on = serializers.BooleanField()


class EchoView(generics.GenericAPIView[Any]):
    serializer_class = SwitchSerializer

    def post(self, request: Request) -> Response:
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response(serializer.data)


class TestTaken:
    def test_choices_that_come_from_rows(self, sides: Make) -> None:
        """A choice that was added after the tools were discovered is taken."""
        both = sides(registered(heir(Stock, serializer_class=TodaysSerializer)))
        assert the(tools(), "things_create").input_schema["properties"]["name"].get("enum", []) == []
        Site.objects.create(slug="new")
        rest = both.rest("POST", "/things/", {"slug": "a", "name": "new"}, format="json")
        answer = called(both, "things_create", slug="b", name="new")
        assert (rest.status_code, answer.status) == (201, 201)
        refused = called(both, "things_create", slug="c", name="old")
        assert_same(both.rest("POST", "/things/", {"slug": "c", "name": "old"}, format="json"), refused)
        assert refused.status == 400

    def test_a_form_that_says_no_by_saying_nothing(self, sides: Make) -> None:
        """A truth that a form leaves out is false."""
        both = sides(path("echo/", EchoView.as_view(parser_classes=[FormParser])))
        answer = called(both, "echo_post", name="a")
        assert_same(both.rest("POST", "/echo/", "name=a", content_type="application/x-www-form-urlencoded"), answer)
        assert answer.data == {"name": "a", "on": False}

    def test_a_view_that_also_takes_patches(self, sides: Make) -> None:
        """An object is sent as an object where the view also takes a list of changes."""
        both = sides(path("echo/", EchoView.as_view(parser_classes=[PatchParser, JSONParser])))
        answer = called(both, "echo_post", name="a", on=True)
        assert answer.request.content_type == "application/json"
        assert_same(both.rest("POST", "/echo/", {"name": "a", "on": True}, format="json"), answer)

    @pytest.mark.parametrize("given", ["last", "٢", 2])
    def test_a_page(self, sides: Make, given: Any) -> None:
        """A page is called as REST calls it."""
        both = sides(registered(Stock))
        for slug in "abc":
            Site.objects.create(slug=slug)
        answer = called(both, "things_list", page=given)
        assert_same(both.rest("GET", "/things/", {"page": given}), answer)
        assert len(answer.data["results"]) == 1

    def test_a_field_of_the_same_name_as_the_path(self, sides: Make) -> None:
        """A field of an undeclared body reaches the view beside a parameter of its name."""

        def move(request: Any, name: str) -> Response:
            return Response({"from": name, "to": request.data["name"]})

        both = sides(path("move/<name>/", api_view(["POST"])(move)))
        answer = called(both, "move_post", name="a", body_name="b")
        assert_same(both.rest("POST", "/move/a/", {"name": "b"}, format="json"), answer)
        assert answer.data == {"from": "a", "to": "b"}
