"""What a listing says beside the schema."""

from typing import Any

import msgspec
import pytest
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from frisian_pipeline.mcp.discovery import Tools
from tests.mcp.discovery.hosts import (
    GadgetViewSet,
    HealthView,
    SiteViewSet,
    heir,
    registered,
    the,
    tools_of,
    urlpatterns,
)


@pytest.fixture(scope="module")
def found() -> Tools:
    """The tools of the host with views of every kind."""
    return tools_of(*urlpatterns)


class TestDescription:
    @pytest.mark.parametrize(
        ("name", "title", "description"),
        [
            ("gadgets_list", "", "List gadgets. Gadgets of the shop."),
            ("gadgets_create", "", "Create one of gadgets."),
            ("gadgets_activate", "", "Activate: gadgets."),
            ("gadgets_rename", "Give a name", "Give a name."),
            ("gadgets_take_in", "Take many in", "Take many in."),
            ("gadgets_find", "", "Found by name."),
            ("gadgets_password_get", "", "Ask for or set the password."),
            ("sites_retrieve", "", "Get one of sites."),
            ("sites_gadgets_list", "", "List sites gadgets. Gadgets of the shop."),
            ("health_get", "", "Read health. How the host is doing."),
            ("echo_post", "", "Post to echo. Say it again."),
        ],
    )
    def test_it_says_what_the_host_says_or_what_is_known(
        self, found: Tools, name: str, title: str, description: str
    ) -> None:
        """An action's own words; else its title or a sentence, with the first line of the view's where it is new."""
        tool = the(found, name)
        assert (tool.title, tool.description) == (title, description)

    def test_a_summary_does_not_hide_a_description(self) -> None:
        """Where the host says both, the summary is the title."""

        class SaidViewSet(SiteViewSet):
            @extend_schema(summary="Make", description="Makes one.")
            def create(self, request: Request) -> Response:
                return Response()

        tool = the(tools_of(registered(SaidViewSet)), "things_create")
        assert (tool.title, tool.description) == ("Make", "Makes one.")

    def test_what_a_view_is_derived_from_does_not_speak_for_it(self) -> None:
        """The words of a base class are on the base, not on the host's objects."""
        assert the(tools_of(registered(heir(GadgetViewSet))), "things_list").description == "List things."

    def test_it_is_never_empty(self, found: Tools) -> None:
        """Every tool says something, at the root of the API too."""
        assert all(tool.description for tool in (*found, *tools_of(path("", HealthView.as_view()))))


class TestAnnotations:
    @pytest.mark.parametrize(
        ("name", "annotations"),
        [
            ("gadgets_list", {"readOnlyHint": True}),
            ("gadgets_create", {"destructiveHint": False}),
            ("gadgets_update", {"idempotentHint": True}),
            ("gadgets_partial_update", {}),
            ("gadgets_destroy", {"idempotentHint": True}),
            ("gadgets_activate", {}),
            ("gadgets_rename", {"title": "Give a name"}),
            ("gadgets_find", {"readOnlyHint": True}),
            ("tags_create", {"destructiveHint": False}),
            ("health_delete", {"idempotentHint": True}),
        ],
        ids=["read", "create", "replace", "change", "delete", "any post", "title", "declared", "generic", "by hand"],
    )
    def test_only_what_clients_do_not_assume_is_said(
        self, found: Tools, name: str, annotations: dict[str, Any]
    ) -> None:
        """Reads, creations and repeatable writes are marked; the host's word on an action counts."""
        assert msgspec.to_builtins(the(found, name).annotations) == annotations
