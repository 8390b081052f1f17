"""Which of a host's routes become endpoints."""

from typing import Any

import pytest
from django.test import override_settings
from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.settings import spectacular_settings
from rest_framework import viewsets
from rest_framework.decorators import api_view
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DefaultRouter, SimpleRouter
from rest_framework.views import APIView

from frisian_pipeline.mcp.discovery import Options, mcp_ignore
from frisian_pipeline.mcp.discovery.endpoints import enumerate_endpoints
from tests.mcp.discovery.hosts import (
    GadgetViewSet,
    HealthView,
    PageView,
    SiteViewSet,
    TagView,
    heir,
    host,
    registered,
    the,
    tools_of,
    urlpatterns,
)


@pytest.fixture(scope="module")
def names() -> set[str]:
    """The names of all tools of the host."""
    return {tool.name for tool in tools_of(*urlpatterns)}


class TestEndpoints:
    @pytest.mark.parametrize(
        "name",
        ["gadgets_list", "gadgets_destroy", "gadgets_untag", "sites_gadgets_list", "health_get", "echo_post"],
        ids=["viewset", "delete", "keyword group", "nested", "APIView", "function"],
    )
    def test_views_that_answer_data_are_tools(self, names: set[str], name: str) -> None:
        """ViewSets, their actions, APIViews and function views are tools."""
        assert name in names

    @pytest.mark.parametrize("word", ["page", "schema", "plain", "agent", "continuation", "secret", "hidden", "root"])
    def test_what_no_agent_needs_is_left_out(self, names: set[str], word: str) -> None:
        """HTML pages, API schemas, plain Django views, our own views and what is marked are no tools."""
        assert not [name for name in names if word in name]

    def test_only_views_that_answer_nothing_but_html_are_left_out(self) -> None:
        """A view with any other renderer beside its HTML is a tool, also where its URL pattern gives it that."""
        both = PageView.as_view(renderer_classes=[BrowsableAPIRenderer, JSONRenderer])
        assert [tool.name for tool in tools_of(path("both/", both))] == ["both_get"]

    def test_an_action_that_answers_several_methods_is_a_tool_for_each(self, names: set[str]) -> None:
        """GET and POST of one action are two tools, that say which."""
        assert {"gadgets_password_get", "gadgets_password_post"} <= names
        assert "gadgets_password" not in names

    def test_routes_that_look_alike_are_kept_apart(self) -> None:
        """Two routes that differ only in the type of a parameter are two tools."""
        patterns = (path("tags/<int:pk>/", HealthView.as_view()), path("tags/<slug:pk>/", HealthView.as_view()))
        found = tools_of(*patterns)
        assert len(found) == 4
        assert {tool.endpoint.regex for tool in found} == {"tags/<int:pk>/", "tags/<slug:pk>/"}

    def test_the_same_route_twice_is_one(self) -> None:
        """Django only ever calls the first of two patterns that are the same, so only that one is a tool."""
        found = tools_of(path("it/", HealthView.as_view()), path("it/", TagView.as_view()))
        assert {tool.endpoint.view for tool in found} == {HealthView}

    @pytest.mark.parametrize("regex", [True, False], ids=["regex", "path"])
    def test_format_suffixes_are_no_tools(self, regex: bool) -> None:  # noqa: FBT001
        """The routes that a router adds for suffixes such as .json are left out."""
        router = DefaultRouter(use_regex_path=regex)
        router.register("sites", SiteViewSet)
        assert len(tools_of(*router.urls)) == 6

    def test_the_callback_is_the_patterns_own(self) -> None:
        """What is called later is what the URL pattern calls, with what the host wrapped around it."""
        callback = mcp_unaware(HealthView.as_view())
        assert the(tools_of(path("it/", callback)), "it_get").endpoint.callback is callback

    def test_routes_keep_the_names_of_their_parameters(self) -> None:
        """A route says its parameters as the view gets them, whatever they are published as."""
        tool = the(tools_of(registered(GadgetViewSet)), "things_retrieve")
        assert (tool.endpoint.route, tool.endpoint.parameters) == ("/things/{pk}/", ("pk",))

    def test_other_methods_are_no_tools(self) -> None:
        """OPTIONS, HEAD and TRACE are not for agents."""
        view = heir(APIView, get=answer, options=answer, trace=answer, head=answer)
        assert [tool.endpoint.method for tool in tools_of(path("any/", view.as_view()))] == ["GET"]

    def test_the_hosts_preprocessing_hooks_count(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What the host hides from spectacular's schema by a hook is no tool either."""

        def no_health(endpoints: list[tuple[str, str, str, object]]) -> list[tuple[str, str, str, object]]:
            return [endpoint for endpoint in endpoints if "health" not in endpoint[0]]

        monkeypatch.setattr(spectacular_settings, "PREPROCESSING_HOOKS", [no_health])
        with override_settings(ROOT_URLCONF=host(*urlpatterns)):
            assert "/api/health/" not in {endpoint.route for endpoint in enumerate_endpoints()}

    def test_they_are_sorted(self) -> None:
        """Endpoints come by route and method, whatever the order of the URL patterns."""
        patterns = [path("b/", HealthView.as_view()), path("a/", HealthView.as_view())]
        with override_settings(ROOT_URLCONF=host(*patterns)):
            found = [(endpoint.route, endpoint.method) for endpoint in enumerate_endpoints()]
        assert found == [("/a/", "GET"), ("/a/", "DELETE"), ("/b/", "GET"), ("/b/", "DELETE")]


def answer(self: object, request: Request) -> Response:
    """Answer nothing."""
    return Response()


def mcp_unaware(view: Any) -> Any:
    """A decorator of the host's, as csrf_exempt is one."""
    return csrf_exempt(view)


class TestMarks:
    def test_a_class_can_be_left_out_and_its_subclass_let_in(self) -> None:
        """@mcp_ignore on a class holds for its subclasses, until one says otherwise."""
        ignored = mcp_ignore(heir(HealthView))
        child, other = heir(ignored), heir(ignored, mcp_ignore=False)
        patterns = [path(f"{number}/", view.as_view()) for number, view in enumerate((ignored, child, other))]
        assert {tool.endpoint.view for tool in tools_of(*patterns)} == {other}

    def test_a_function_view_is_left_out_on_either_side_of_api_view(self) -> None:
        """A mark that stands below ``@api_view`` is seen through it."""
        above = mcp_ignore(api_view(["GET"])(lambda request: Response()))
        below = api_view(["GET"])(mcp_ignore(lambda request: Response()))
        assert len(tools_of(path("above/", above), path("below/", below))) == 0

    @pytest.mark.parametrize(
        ("attributes", "left"),
        [
            ({"mcp_include": "list"}, {"list"}),
            ({"mcp_include": ("list", "create")}, {"list", "create"}),
            ({"mcp_include": ()}, set()),
            ({"mcp_exclude": ["destroy", "update", "partial_update"]}, {"list", "create", "retrieve"}),
            ({"mcp_include": ("list", "create"), "mcp_exclude": "create"}, {"list"}),
        ],
        ids=["one", "several", "none", "exclude", "both"],
    )
    def test_a_view_says_which_of_its_actions_are_tools(self, attributes: dict[str, object], left: set[str]) -> None:
        """mcp_include and mcp_exclude name actions; what is in both is out."""
        view = heir(SiteViewSet, **attributes)
        assert {tool.endpoint.action for tool in tools_of(registered(view))} == left


class TestOptions:
    @pytest.mark.parametrize(
        ("options", "left"),
        [
            (Options(allow=("sites_*",)), {"sites_get", "sites_delete"}),
            (Options(allow=("sites.*",)), {"sites_get", "sites_delete"}),
            (Options(deny=("*_delete", "tags_*")), {"sites_get"}),
            (Options(allow=("sites_*",), deny=("*_get",)), {"sites_delete"}),
            (Options(allow=("/api/tags/*",)), {"tags_get", "tags_delete"}),
            (Options(deny=("/api/*",)), set()),
        ],
        ids=["allow", "dotted", "deny", "deny wins", "route", "all"],
    )
    def test_patterns_let_tools_in_and_keep_them_out(self, options: Options, left: set[str]) -> None:
        """ALLOW and DENY are shell patterns of names, or of routes where they begin with a slash."""
        patterns = [path(f"api/{name}/", HealthView.as_view()) for name in ("sites", "tags")]
        assert {tool.name for tool in tools_of(*patterns, options=options)} == left

    def test_patterns_do_not_rename_what_is_left(self) -> None:
        """A tool has the same name whatever else is allowed."""
        patterns = [path(f"api/{name}/", HealthView.as_view()) for name in ("a-b", "a_b", "c")]
        every = {tool.endpoint.route: tool.name for tool in tools_of(*patterns)}
        some = {tool.endpoint.route: tool.name for tool in tools_of(*patterns, options=Options(deny=("/api/a-b/",)))}
        assert some == {route: name for route, name in every.items() if route != "/api/a-b/"}


class TestViewKinds:
    def test_a_plain_viewset_is_as_good_as_any(self) -> None:
        """A ViewSet without model or serializer has tools, open ones."""
        view = heir(viewsets.ViewSet, list=answer, create=answer, activate=answer)
        router = SimpleRouter()
        router.register("bare", view, "bare")
        found = tools_of(re_path("", include(router.urls)), path("bare/on/", view.as_view({"post": "activate"})))
        assert [(tool.name, tool.loose) for tool in found] == [
            ("bare_create", True),
            ("bare_list", True),
            ("bare_on_activate", True),
        ]

    def test_a_function_view_that_answers_several_methods_is_several_tools(self) -> None:
        """Each method of a function view is a tool of its own."""
        view = api_view(["GET", "PUT"])(lambda request: Response())
        assert [tool.name for tool in tools_of(path("it/", view))] == ["it_get", "it_put"]
