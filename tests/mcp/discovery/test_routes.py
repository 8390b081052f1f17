"""How URL patterns are spelt as paths."""

from typing import Any

import pytest
from django.urls import include, path, re_path, register_converter
from django.urls.converters import IntConverter, StringConverter

from frisian_pipeline.mcp.discovery.routes import is_translated, regex_of, routes_of, walk
from tests.mcp.discovery.hosts import HealthView, the, tools_of

view = HealthView.as_view()


class TestRoutes:
    @pytest.mark.parametrize(
        ("pattern", "routes"),
        [
            pytest.param(path("a/<int:b>/<c>", view), ["/a/{b}/{c}"], id="path"),
            pytest.param(re_path(r"^a/(?P<b>\d+)/$", view), ["/a/{b}/"], id="named group"),
            pytest.param(re_path(r"^a/(\d+)/(\w+)/$", view), ["/a/{var}/{var2}/"], id="unnamed groups"),
            pytest.param(re_path(r"^a/(?P<var>x)/(\w+)/$", view), ["/a/{var}/{var2}/"], id="a group called var"),
            pytest.param(re_path(r"^a/(?P<b>(x|y)+)/$", view), ["/a/{b}/"], id="group in a group"),
            pytest.param(re_path(r"^a\.b\-c/(?P<b>\d{4})$", view), ["/a.b-c/{b}"], id="escapes"),
            pytest.param(re_path(r"^a/(?P<b>\d+)/?$", view), ["/a/{b}/"], id="optional slash"),
            pytest.param(re_path(r"^a/(?:(?P<b>\d+)/)?$", view), ["/a/", "/a/{b}/"], id="optional group"),
            pytest.param(re_path(r"^(?:a|b)/(?:c|d)/$", view), ["/a/c/", "/a/d/", "/b/c/", "/b/d/"], id="branches"),
            pytest.param(re_path(r"^(?:a|b)+/$", view), ["/"], id="more than Django spells"),
            pytest.param(re_path(r"^(?i:a)/$", view), ["/{var}/"], id="flags"),
            pytest.param(path("{a}/<a>/%41/", view), ["/%7Ba%7D/{a}/%41/"], id="braces"),
            pytest.param(path("a$/^b/<a>/", view), ["/a$/^b/{a}/"], id="characters of regular expressions"),
            pytest.param(path("ò/<str:ä>/", view), ["/ò/{ä}/"], id="other letters"),
            pytest.param(path("", view), ["/"], id="root"),
        ],
    )
    def test_a_pattern_is_spelt(self, pattern: Any, routes: list[str]) -> None:
        """A path has a slot for every group, and is one that Django finds its way back from, where it can."""
        ((pieces, callback),) = walk([pattern])
        assert (list(routes_of(pieces)), callback) == (routes, view)

    def test_pieces_are_joined(self) -> None:
        """The pieces of included patterns are one path, and each unnamed group in it has a name of its own."""
        inside: list[Any] = [re_path(r"^(\d+)/$", view), re_path("^x/", include([path("<int:a>/", view)]))]
        found = [pieces for pieces, _ in walk([path("out/", include(inside)), re_path(r"^(\d)/", include(inside))])]
        assert [routes_of(pieces) for pieces in found] == [
            ("/out/{var}/",),
            ("/out/x/{a}/",),
            ("/{var}/{var2}/",),
            ("/{var}/x/{a}/",),
        ]
        assert regex_of(found[1]) == "out/^x/<int:a>/"
        assert not any(map(is_translated, found[1]))


class YearConverter(IntConverter):
    regex = "[0-9]{4}"


class HexConverter(StringConverter):
    def to_python(self, value: str) -> Any:
        return int(value, 16)


register_converter(YearConverter, "year_for_tests")
register_converter(HexConverter, "hex_for_tests")


class TestTools:
    @pytest.mark.parametrize(
        ("converter", "schema"),
        [
            ("int", {"type": "integer"}),
            ("str", {"type": "string"}),
            ("slug", {"type": "string"}),
            ("path", {"type": "string"}),
            ("uuid", {"type": "string", "format": "uuid"}),
            ("year_for_tests", {"type": "string"}),
            ("hex_for_tests", {"type": "string"}),
        ],
    )
    def test_parameters_are_typed(self, converter: str, schema: Any) -> None:
        """A parameter has the type of its converter, one of the host's own that of a text."""
        tool = the(tools_of(path(f"it/<{converter}:one>/", view)), "it_get")
        assert tool.input_schema["properties"]["one"] == schema

    def test_each_way_of_a_route_is_a_tool(self) -> None:
        """A route of which a part may be left out is a tool with it and one without."""
        found = tools_of(re_path(r"^a/(?:(?P<b>\d+)/)?$", view))
        assert {tool.name: tool.endpoint.parameters for tool in found if tool.endpoint.reads} == {
            "a_get": (),
            "a_get_by_b": ("b",),
        }

    def test_braces_are_no_words(self) -> None:
        """Braces of the path's own are in no name."""
        assert {tool.name for tool in tools_of(path("{a}/<b>/", view))} == {"a_get", "a_delete"}

    def test_long_names_of_one_route(self) -> None:
        """Two ways of one route whose names are cut still have a name each."""
        word = "a" * 70
        assert len(tools_of(re_path(rf"^x/(?:(?P<{word}>\d+)/)?(?:y/(?P<{word}b>\d+)/)?$", view))) == 8
