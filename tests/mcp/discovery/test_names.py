"""The published names."""

import re
import subprocess
import sys

import pytest
from django.urls import include, path, re_path
from hypothesis import given, settings
from hypothesis import strategies as st
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from frisian_pipeline.mcp.discovery import Options
from frisian_pipeline.mcp.discovery.endpoints import Endpoint
from frisian_pipeline.mcp.discovery.names import common, name_all, root_of
from tests.mcp.discovery.hosts import (
    HealthView,
    SiteViewSet,
    TagView,
    TagViews,
    heir,
    registered,
    the,
    tools_of,
    urlpatterns,
)

PARTS = st.sampled_from(["sites", "a-b", "a_b", "a.b", "größe", "日本", "{pk}", "{id}", "list", "get", "x" * 70, "api"])
ROUTES = st.lists(PARTS, max_size=4).map(lambda parts: "/" + "".join(f"{part}/" for part in parts))
HEALTH = HealthView.as_view()


def endpoint(route: str, method: str = "GET", regex: str = "") -> Endpoint:
    """An endpoint of a plain view."""
    return Endpoint(route, regex or route, method, HEALTH, method.lower())


def named(*endpoints: Endpoint, api_root: str = "") -> list[str]:
    """The names of endpoints, in their order."""
    names = name_all(endpoints, root_of(endpoints, api_root))
    return [names[one] for one in endpoints]


class TestNames:
    @pytest.mark.parametrize(
        ("routes", "api_root", "names"),
        [
            (["/api/sites/", "/api/tags/"], "", ["sites_get", "tags_get"]),
            (["/api/v1/dcim/sites/", "/api/v1/ipam/tags/"], "", ["dcim_sites_get", "ipam_tags_get"]),
            (["/api/sites/"], "", ["sites_get"]),
            (["/api/sites/", "/api/sites/{pk}/ports/"], "", ["sites_get", "sites_ports_get"]),
            (["/api/{version}/sites/", "/api/{version}/tags/"], "", ["sites_get", "tags_get"]),
            (["/api/sites/", "/health/"], "/api/", ["sites_get", "health_get"]),
            (["/api/sites/", "/health/"], "", ["api_sites_get", "health_get"]),
            (["/api/"], "/api/", ["root_get"]),
            (["/"], "", ["root_get"]),
            (["/dark-fibre/", "/a.b/"], "", ["dark_fibre_get", "a_b_get"]),
            (["/größe/", "/@{name}/"], "", ["gr__e_get", "root_get"]),
            (["/x/{year}-{month}/", "/y/"], "", ["x_get", "y_get"]),
        ],
        ids=[
            *("common prefix", "long prefix", "one resource", "nested", "version", "api root", "no prefix"),
            *("at the root", "empty", "hyphen and dot", "not ascii", "two in one"),
        ],
    )
    def test_a_name_is_the_resource_and_the_action(self, routes: list[str], api_root: str, names: list[str]) -> None:
        """A name is the path under the API root and the action, with underscores for all that is not a letter."""
        assert named(*map(endpoint, routes), api_root=api_root) == names

    @pytest.mark.parametrize(
        ("routes", "names"),
        [
            (["/a/tags/", "/a/tags/{pk}/"], ["tags_get", "tags_get_by_pk"]),
            (["/b/{x}/c/", "/b/{y}/c/"], ["c_get_by_x", "c_get_by_y"]),
            (["/b/{x}/{y}/", "/b/{x}/"], ["b_get_by_x_and_y", "b_get_by_x"]),
        ],
        ids=["list and detail", "two parents", "two parameters"],
    )
    def test_routes_that_share_a_name_are_told_apart_by_their_parameters(
        self, routes: list[str], names: list[str]
    ) -> None:
        """Where a name is taken twice, those with parameters in their path say them."""
        endpoints = [endpoint(route) for route in routes]
        root = ("a",) if routes[0].startswith("/a") else ("b",) if routes[0].endswith("c/") else ()
        found = name_all(endpoints, root)
        assert [found[one] for one in endpoints] == names

    def test_whoever_shares_a_name_gives_it_up(self) -> None:
        """Of two routes that nothing else tells apart each gets a digest, so that neither takes the other's name."""
        first, second = named(endpoint("/a-b/"), endpoint("/a_b/"))
        assert re.fullmatch(r"a_b_[0-9a-f]{6}_get", first)
        assert re.fullmatch(r"a_b_[0-9a-f]{6}_get", second)
        assert first != second

    def test_a_long_name_keeps_its_action(self) -> None:
        """A name over 64 characters is cut in the resource, and a digest keeps it apart."""
        (name,) = named(endpoint(f"/{'x' * 80}/"))
        assert len(name) == 64
        assert re.fullmatch(r"x+_[0-9a-f]{6}_get", name)

    def test_a_long_action_is_cut_too(self) -> None:
        """Even where the action alone is too long, the name is legal."""
        long = Endpoint("/sites/", "/sites/", "GET", HEALTH, "y" * 90)
        (name,) = named(long)
        assert len(name) <= 64
        assert re.fullmatch(r"sites|s_[0-9a-f]{6}_y+", name)

    @pytest.mark.parametrize(
        ("view", "names"),
        [
            (TagViews, ["tags_create", "tags_list"]),
            (TagView, ["tags_destroy", "tags_partial_update", "tags_retrieve", "tags_update"]),
            (HealthView, ["tags_delete", "tags_get"]),
        ],
        ids=["collection", "object", "by hand"],
    )
    def test_generic_views_are_named_like_viewsets(self, view: type[HealthView], names: list[str]) -> None:
        """A generic view's methods have the words of a ViewSet; those written by hand are named by their method."""
        assert [tool.name for tool in tools_of(path("api/tags/", view.as_view()))] == names

    def test_an_actions_path_is_not_said_twice(self) -> None:
        """An action is named by its function, whatever its URL path."""
        tool = the(tools_of(*urlpatterns), "gadgets_take_in")
        assert tool.endpoint.route == "/api/gadgets/take-in/"

    def test_an_action_mapped_elsewhere_keeps_its_path(self) -> None:
        """Where the route does not end with the action's own URL path, it is named by the whole route."""
        pattern = path("sites/now/", heir(ActionViewSet).as_view({"post": "halt"}))
        found = tools_of(pattern, options=Options(api_root="/"))
        assert [tool.name for tool in found] == ["sites_now_halt"]

    def test_mapped_methods_of_an_action_have_their_own_names(self) -> None:
        """What ``@action.mapping`` adds is named by its own function."""
        names = [tool.name for tool in tools_of(registered(ActionViewSet, "sites"))]
        assert names == ["sites_halt", "sites_resume"]

    @pytest.mark.django_db
    def test_names_do_not_depend_on_traffic(self) -> None:
        """What a view has answered before it is discovered changes no name."""
        pattern = registered(SiteViewSet)
        before = tools_of(pattern)
        the(before, "things_list").endpoint.callback(APIRequestFactory().get("/things/"))
        assert [tool.name for tool in tools_of(pattern)] == [tool.name for tool in before]

    def test_the_same_view_under_two_versions_is_two_sets_of_tools(self) -> None:
        """Namespaces in the path are part of the name."""
        names = {tool.name for tool in tools_of(*(path(v, include([registered(SiteViewSet)])) for v in ("v1/", "v2/")))}
        assert {"v1_things_list", "v2_things_list"} <= names

    def test_dots_are_accepted_for_underscores(self) -> None:
        """A tool is found by its name and by the name spelt with dots."""
        found = tools_of(*urlpatterns)
        assert found.find("sites.gadgets.list") is found.find("sites_gadgets_list") is not None
        assert found.find("sites.gadgets") is None

    def test_a_host_without_an_api_has_no_tools(self) -> None:
        """Nothing to name is no error."""
        assert list(tools_of()) == []
        assert common([]) == ()

    def test_the_api_root_is_an_option(self) -> None:
        """API_ROOT says what is left out of the names."""
        found = tools_of(re_path("^api/v1/sites/$", HealthView.as_view()), options=Options(api_root="/api/"))
        assert [tool.name for tool in found] == ["v1_sites_delete", "v1_sites_get"]


class TestLaws:
    @given(st.lists(st.tuples(ROUTES, st.sampled_from(["GET", "DELETE"])), unique=True, max_size=12))
    def test_names_are_legal_and_unique(self, routes: list[tuple[str, str]]) -> None:
        """However routes are spelt, every one has a name of its own that every client accepts."""
        names = named(*(endpoint(route, method) for route, method in routes))
        assert len(set(names)) == len(routes)
        assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) for name in names)

    @given(st.lists(ROUTES, unique=True, max_size=4))
    @settings(max_examples=25)
    def test_every_route_is_a_tool(self, routes: list[str]) -> None:
        """However a host spells its routes, each method of each is one tool, and is found by its name."""
        distinct = [route for route in routes if max(route.count("{pk}"), route.count("{id}")) < 2]
        found = tools_of(*(path(route.replace("{", "<").replace("}", ">")[1:], HEALTH) for route in distinct))
        assert len(found) == 2 * len(distinct)
        assert all(found.find(tool.name) is tool for tool in found)

    @given(st.lists(ROUTES, unique=True, min_size=1, max_size=8), st.randoms())
    def test_names_do_not_depend_on_order(self, routes: list[str], random: object) -> None:
        """The same routes in another order have the same names."""
        endpoints = [endpoint(route) for route in routes]
        shuffled = sorted(endpoints, key=lambda one: random.random())  # type: ignore[attr-defined]
        root = root_of(endpoints, "")
        assert root == root_of(shuffled, "")
        assert name_all(endpoints, root) == name_all(shuffled, root)

    @given(st.lists(ROUTES, unique=True, min_size=1, max_size=6), ROUTES)
    def test_a_new_route_never_takes_a_name(self, routes: list[str], new: str) -> None:
        """Under one API root, no name that meant one route comes to mean another."""
        before = name_all([endpoint(route) for route in routes], ("api",))
        after = name_all([endpoint(route) for route in {*routes, new}], ("api",))
        meant = {name: one.route for one, name in before.items()}
        assert all(meant.get(name, one.route) == one.route for one, name in after.items() if one in before)


class ActionViewSet(viewsets.GenericViewSet[object]):  # type: ignore[type-var]
    """Halts and resumes."""

    @action(detail=False, methods=["post"], url_path="running")
    def halt(self, request: Request) -> Response:
        return Response()

    @halt.mapping.delete
    def resume(self, request: Request) -> Response:
        return Response()


SCRIPT = """
import os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()
import msgspec
from tests.mcp.discovery.hosts import tools_of, urlpatterns
tools = [(tool.name, tool.description, tool.input_schema) for tool in tools_of(*urlpatterns)]
print(msgspec.json.encode(tools).hex())
"""


class TestDeterminism:
    def test_the_listing_does_not_depend_on_hashing(self) -> None:
        """Two processes with different hash seeds list the same, byte for byte."""
        outputs = {
            subprocess.run(
                [sys.executable, "-W", "ignore", "-c", SCRIPT],
                env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path)) + ":."},
                capture_output=True,
                check=True,
                text=True,
            ).stdout
            for seed in ("1", "2")
        }
        assert len(outputs) == 1
        assert outputs.pop()
