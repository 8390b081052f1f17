"""However a URL configuration spells a route, a tool comes to the view with what REST gives it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.decorators import login_required
from django.http import JsonResponse
from django.urls import include, path, re_path
from django.views import View
from django.views.decorators.cache import cache_page, never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import condition
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DefaultRouter, SimpleRouter
from rest_framework.urlpatterns import format_suffix_patterns
from rest_framework.views import APIView

from tests.mcp.discovery.hosts import heir, tools_of
from tests.mcp.invocation.sides import Sides, assert_same

Make = Callable[..., Sides]
UID = "6f9619ff-8b86-d011-b42d-00c04fc964ff"


class ShowView(APIView):
    """Shows what it was called with."""

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return Response([request.path, [repr(one) for one in args], {name: repr(one) for name, one in kwargs.items()}])


class ShowViewSet(viewsets.ViewSet):
    """Shows what it was called with, whatever it is asked to do."""

    def list(self, request: Request, **kwargs: Any) -> Response:
        return Response(kwargs)

    def retrieve(self, request: Request, **kwargs: Any) -> Response:
        return Response(kwargs)

    @action(detail=True, url_path=r"tags/(?P<tag>[^/.]+)/(?P<number>\d+)")
    def tag(self, request: Request, **kwargs: Any) -> Response:
        return Response(kwargs)


show: Any = ShowView.as_view()


class TestSpelling:
    @pytest.mark.parametrize(
        ("pattern", "tool", "given", "at"),
        [
            pytest.param(re_path(r"^a/(\d+)/$", show), "a_get", {"var": "7"}, "/a/7/", id="unnamed group"),
            pytest.param(
                re_path(r"^a/(\d+)/([a-z]+)/$", show), "a_get", {"var": "7", "var2": "b"}, "/a/7/b/", id="two of them"
            ),
            pytest.param(
                re_path(r"^a/(?P<b>\d+)/([a-z]+)/$", show), "a_get", {"b": "7", "var": "c"}, "/a/7/c/", id="mixed"
            ),
            pytest.param(
                re_path(r"^(\d)/", include([re_path(r"^(\d)/$", show)])),
                "root_get",
                {"var": 1, "var2": 2},
                "/1/2/",
                id="in parts",
            ),
            pytest.param(re_path(r"^a/(?:(?P<b>\d)/)?$", show), "a_get_by_b", {"b": "7"}, "/a/7/", id="optional"),
            pytest.param(re_path(r"^a/(?:(?P<b>\d)/)?$", show), "a_get", {}, "/a/", id="left out"),
            pytest.param(re_path(r"^(?:a|b)/(?P<c>\d)/$", show), "b_get", {"c": "7"}, "/b/7/", id="branches"),
            pytest.param(re_path(r"^a/(?P<b>x|y)/$", show), "a_get", {"b": "y"}, "/a/y/", id="choice"),
            pytest.param(re_path(r"^a\.b\-c/(?P<d>\d)/?$", show), "a_b_c_get", {"d": "1"}, "/a.b-c/1", id="escapes"),
            pytest.param(path("a/<uuid:b>/", show), "a_get", {"b": UID}, f"/a/{UID}/", id="uuid"),
            pytest.param(path("a/<slug:b>/", show), "a_get", {"b": "c-d_e"}, "/a/c-d_e/", id="slug"),
            pytest.param(path("a/<path:b>", show), "a_get", {"b": "c/d.e"}, "/a/c/d.e", id="path"),
            pytest.param(path("{a}/<int:a>/", show), "a_get", {"a": 7}, "/{a}/7/", id="braces"),
            pytest.param(path("a$/<int:b>/", show), "a__get", {"b": 7}, "/a$/7/", id="dollar"),
            pytest.param(path("brêge/<str:ò>/", show), "br_ge_get", {"ò": "ú"}, "/brêge/ú/", id="other letters"),
            pytest.param(path("a b/%41/", show), "a_b__41_get", {}, "/a b/%2541/", id="quoted"),
            pytest.param(path("a/", include(([path("b/", show)], "x"), "y")), "a_b_get", {}, "/a/b/", id="namespace"),
        ],
    )
    def test_it_is_found_again(self, sides: Make, pattern: Any, tool: str, given: Any, at: str) -> None:
        """The view gets the arguments that REST gives it, and the path."""
        both = sides(pattern, path("other/", show))
        assert_same(both.rest("GET", at), both.call(tool, **given))

    def test_what_fits_no_group(self, sides: Make) -> None:
        """An argument that the route's expression does not take is not there, as over REST."""
        both = sides(re_path(r"^a/(?P<b>x|y)/$", show))
        assert both.call("a_get", b="z").status == both.rest("GET", "/a/z/").status_code == 404

    def test_groups_in_the_path_of_an_action(self, sides: Make) -> None:
        """The groups in an action's ``url_path`` are arguments."""
        router = SimpleRouter()
        router.register("boats", ShowViewSet, "boat")
        answer = (both := sides(*router.urls)).call("boats_tag", id="1", tag="red", number="2")
        assert_same(both.rest("GET", "/boats/1/tags/red/2/"), answer)
        assert answer.data == {"pk": "1", "tag": "red", "number": "2"}

    def test_nested_routers(self, sides: Make) -> None:
        """The keys of the parents are arguments, as deep as routers are nested."""
        routers = [SimpleRouter() for _ in range(3)]
        for router, name in zip(routers, ("boats", "sails", "holes"), strict=True):
            router.register(name, ShowViewSet, name)
        inner = [path("sails/<sail_pk>/", include(routers[2].urls)), *routers[1].urls]
        both = sides(*routers[0].urls, path("boats/<boat_pk>/", include(inner)))
        answer = both.call("boats_sails_holes_retrieve", boat_pk="1", sail_pk="2", id="3")
        assert_same(both.rest("GET", "/boats/1/sails/2/holes/3/"), answer)
        assert answer.data == {"boat_pk": "1", "sail_pk": "2", "pk": "3"}
        assert_same(both.rest("GET", "/boats/1/sails/"), both.call("boats_sails_list", boat_pk="1"))


class TestWrappers:
    @pytest.mark.parametrize(
        "wrap",
        [csrf_exempt, csrf_protect, never_cache, cache_page(60), condition(lambda request: "4711")],
        ids=["csrf_exempt", "csrf_protect", "never_cache", "cache_page", "condition"],
    )
    def test_a_decorated_view(self, sides: Make, wrap: Any) -> None:
        """A view that the host has decorated is a tool, and its decorators are at work."""
        both = sides(path("it/", wrap(show)))
        rest, answer = both.rest("GET", "/it/"), both.call("it_get")
        assert_same(rest, answer)
        assert (answer.status, answer.headers.get("Cache-Control")) == (
            rest.status_code,
            rest.headers.get("Cache-Control"),
        )

    def test_a_login_page_is_no_secret(self, sides: Make) -> None:
        """Where a decorator sends the caller to a login page, the answer says so."""
        answer = sides(path("it/", login_required(show))).call("it_get")
        assert (answer.status, answer.data["location"]) == (302, "/accounts/login/?next=/it/")

    def test_what_spectacular_leaves_out(self) -> None:
        """Plain Django views, partial ones that hide their view, and views without a schema are no tools."""
        found = tools_of(
            path("plain/", heir(View, get=lambda self, request: JsonResponse({})).as_view()),
            path("partial/", partial(show)),
            path("none/", heir(ShowView, schema=None).as_view()),
            path("here/", ShowView.as_view(schema=None)),
            path("it/", show),
        )
        assert [tool.name for tool in found] == ["it_get"]

    @pytest.mark.parametrize(
        ("attributes", "initkwargs"),
        [({"http_method_names": ["get"]}, {}), ({}, {"http_method_names": ["get"]})],
        ids=["class", "URL pattern"],
    )
    def test_narrowed_methods(self, attributes: Any, initkwargs: Any) -> None:
        """A method that the host does not let through is no tool."""
        view = heir(ShowView, post=ShowView.get, **attributes).as_view(**initkwargs)
        many = heir(ShowViewSet, create=ShowViewSet.list, **attributes)
        bound = many.as_view({"get": "list", "post": "create"}, **initkwargs)
        assert [tool.name for tool in tools_of(path("one/", view), path("many/", bound))] == ["many_list", "one_get"]

    @pytest.mark.parametrize("options", [{}, {"allowed": ["json"]}, {"suffix_required": True}])
    @pytest.mark.parametrize("pattern", [path("it", show), re_path("^it$", show)])
    def test_format_suffixes(self, pattern: Any, options: Any) -> None:
        """A route that exists only for a suffix is no tool."""
        found = tools_of(*format_suffix_patterns([pattern], **options))
        assert [tool.endpoint.route for tool in found] == ([] if "suffix_required" in options else ["/it"])

    def test_optional_slashes(self, sides: Make) -> None:
        """A router that takes its paths with and without a slash is asked with one."""
        router = DefaultRouter()
        router.trailing_slash = "/?"
        router.register("boats", ShowViewSet, "boat")
        answer = (both := sides(*router.urls)).call("boats_retrieve", id="1")
        assert_same(both.rest("GET", "/boats/1/"), answer)
