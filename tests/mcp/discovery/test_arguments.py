"""Path, query and body as one object, and back."""

from typing import Any

import msgspec
import pytest
from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from hypothesis import given
from hypothesis import strategies as st
from rest_framework import serializers
from rest_framework.decorators import api_view
from rest_framework.response import Response

from frisian_pipeline.mcp.discovery import RESERVED, Argument, Placed, Tool, Tools
from frisian_pipeline.mcp.discovery.arguments import LEGAL, arrange
from tests.mcp.discovery.hosts import the, tools_of, urlpatterns

NAMES = st.sampled_from(["verify", "verify_", "fields", "id", "body_id", "query_id", "items", "name", "body_body_id"])
WANTED = st.tuples(*(st.lists(NAMES, unique=True, max_size=5) for _ in range(3)))


@pytest.fixture(scope="module")
def found() -> Tools:
    """The tools of the host with views of every kind."""
    return tools_of(*urlpatterns)


def arranged(in_path: list[str], in_query: list[str], in_body: list[str]) -> dict[str, tuple[str, str]]:
    """Where arguments go, by the names that they are published under."""
    places = [("path", name) for name in in_path] + [("query", name) for name in in_query]
    places += [("body", name) for name in in_body]
    return {
        one.name: (one.place, one.target) for one in arrange(Argument(name, place, name, {}) for place, name in places)
    }


class TestNames:
    @pytest.mark.parametrize(
        ("in_path", "in_query", "in_body", "published"),
        [
            (["id"], [], ["name"], {"id": ("path", "id"), "name": ("body", "name")}),
            (["id"], [], ["id"], {"id": ("path", "id"), "body_id": ("body", "id")}),
            ([], ["id"], ["id"], {"id": ("query", "id"), "body_id": ("body", "id")}),
            (["id"], ["id"], [], {"id": ("path", "id"), "query_id": ("query", "id")}),
            ([], [], ["verify", "name"], {"verify_": ("body", "verify"), "name": ("body", "name")}),
            ([], ["format"], [], {"format_": ("query", "format")}),
            (["view"], [], ["view"], {"view_": ("path", "view"), "body_view_": ("body", "view")}),
            ([], [], ["mode", "mode_"], {"mode_": ("body", "mode"), "body_mode_": ("body", "mode_")}),
            (["body_id", "id"], [], ["id"], None),
        ],
        ids=["apart", "body", "query", "path", "reserved", "query reserved", "both", "underscore", "prefix taken"],
    )
    def test_names_that_collide_are_told_apart(
        self, in_path: list[str], in_query: list[str], in_body: list[str], published: dict[str, tuple[str, str]] | None
    ) -> None:
        """The path keeps its names, then the query; a reserved name gets a trailing underscore."""
        expected = published or {
            "body_id": ("path", "body_id"),
            "id": ("path", "id"),
            "body_body_id": ("body", "id"),
        }
        assert arranged(in_path, in_query, in_body) == expected

    def test_a_hidden_list_yields_to_any_other_items(self) -> None:
        """A list of rows that nobody declared is not taken where the path or query has such a name."""
        wanted = [Argument("items", "query", "items", {}), Argument("items", "rows", "items", {}, shown=False)]
        assert [one.place for one in arrange(wanted)] == ["query"]

    def test_a_declared_list_gets_another_name(self) -> None:
        """A list of rows that is declared is published beside a parameter of its name."""
        wanted = [Argument("items", "path", "items", {}), Argument("items", "rows", "items", {})]
        assert [one.name for one in arrange(wanted)] == ["items", "body_items"]

    @given(WANTED)
    def test_nothing_is_lost_and_nothing_is_ours(self, wanted: tuple[list[str], ...]) -> None:
        """Every parameter and field has one published name, which is none of our own."""
        published = arranged(*wanted)
        places = [
            (place, name) for place, names in zip(("path", "query", "body"), wanted, strict=True) for name in names
        ]
        assert sorted(published.values()) == sorted(places)
        assert not set(published) & set(RESERVED)


ODD = st.sampled_from(["page[number]", "page[size]", "page_number", "größe", "日本", "a" * 64, "a" * 65, "b a", "b  a"])


class TestLegalNames:
    @pytest.mark.parametrize(
        ("name", "published"),
        [
            ("page[number]", "page_number"),
            ("größe", "gr_e_d353a2"),
            ("日本", "_cf2abf"),
            ("a" * 64, "a" * 64),
            ("a" * 65, "a" * 57 + "_635361"),
            ("a b", "a_b"),
            ("", "_e3b0c4"),
        ],
    )
    def test_a_name_that_clients_refuse_is_spelt_for_them(self, name: str, published: str) -> None:
        """A published name has at most 64 of the characters that every client takes, and is the same at any time."""
        shown, *others = arrange([Argument(name, "query", name, {}, required=True)])
        assert (shown.name, shown.target, shown.required) == (published, name, True)
        assert [(one.name, one.target, one.required, one.shown) for one in others] == (
            [] if name == published else [(name, name, False, False)]
        )

    @given(st.tuples(*(st.lists(ODD, unique=True, max_size=5) for _ in range(3))))
    def test_every_argument_has_a_legal_name_of_its_own(self, wanted: tuple[list[str], ...]) -> None:
        """Whatever the host calls its arguments, each is published once, under a name that all clients take."""
        places = [
            (place, name) for place, names in zip(("path", "query", "body"), wanted, strict=True) for name in names
        ]
        shown = [one for one in arrange(Argument(name, place, name, {}) for place, name in places) if one.shown]
        assert sorted((one.place, one.target) for one in shown) == sorted(places)
        assert len({one.name for one in shown}) == len(shown)
        assert all(LEGAL.fullmatch(one.name) for one in shown)

    def test_a_legal_name_is_never_given_up_for_another(self) -> None:
        """What is called as it may be keeps its name, though another before it is spelt so."""
        wanted = [Argument(name, "query", name, {}) for name in ("page[number]", "page_number")]
        assert {one.name: one.target for one in arrange(wanted)} == {
            "page_number": "page_number",
            "query_page_number": "page[number]",
            "page[number]": "page[number]",
        }

    def test_its_own_name_is_taken_as_well(self) -> None:
        """An argument that is published under another name is taken under its own, and required but once."""
        fields = {"page[number]": serializers.IntegerField(), "größe": serializers.IntegerField(required=False)}
        view = api_view(["POST"])(lambda request, **kwargs: Response())
        declared = extend_schema(request=type("OddSerializer", (serializers.Serializer,), fields))(view)
        tool = the(tools_of(path("it/", declared)), "it_post")
        assert list(tool.input_schema["properties"]) == ["page_number", "gr_e_d353a2", "verify"]
        assert tool.input_schema["required"] == ["page_number"]
        for name in ("page_number", "page[number]"):
            assert tool.faults({name: 1, "größe": 2}) == ()
            assert tool.place({name: 1, "größe": 2}).body == {"page[number]": 1, "größe": 2}
        assert [str(fault) for fault in tool.faults({"page[number]": "x"})] == ["page_number must be integer"]
        assert [str(fault) for fault in tool.faults({"page[number]": 1, "page_number": 1})] == [
            "page[number] is page_number; leave one of them out"
        ]


def field_of(kind: str) -> Any:
    """A serializer field."""
    kinds: dict[str, Any] = {
        "text": serializers.CharField(),
        "integer": serializers.IntegerField(),
        "any": serializers.JSONField(),
        "list": serializers.ListField(child=serializers.IntegerField()),
    }
    return kinds[kind]


class TestPlace:
    @pytest.mark.parametrize(
        ("name", "given_", "placed"),
        [
            ("gadgets_list", {"page": 2, "fields": "name"}, Placed({}, {"page": 2}, None, {"fields": "name"})),
            ("gadgets_clear", {"verify": True}, Placed({}, {}, {}, {"verify": True})),
            (
                "gadgets_create",
                {"name": "a", "verify": True, "verify_": False},
                Placed({}, {}, {"name": "a", "verify": False}, {"verify": True}),
            ),
            (
                "sites_update",
                {"slug": "a", "body_slug": "b", "name": "c"},
                Placed({"slug": "a"}, {}, {"slug": "b", "name": "c"}, {}),
            ),
            (
                "gadgets_find",
                {"name": "a", "body_name": "b", "fields_": [1], "fields": "x"},
                Placed({}, {"name": "a", "fields": [1]}, {"name": "b"}, {"fields": "x"}),
            ),
            ("gadgets_take_in", {"items": [{"name": "a"}]}, Placed({}, {}, [{"name": "a"}], {})),
            ("gadgets_take_in", {"items": []}, Placed({}, {}, [], {})),
            (
                "sites_create",
                {"items": [{"slug": "a", "name": "b"}], "verify": True},
                Placed({}, {}, [{"slug": "a", "name": "b"}], {"verify": True}),
            ),
            ("gadgets_activate", {"uid": "1", "why": "x"}, Placed({"pk": "1"}, {}, {"why": "x"}, {}, {"why": "x"})),
            ("gadgets_activate", {"uid": "1", "items": [1]}, Placed({"pk": "1"}, {}, [1], {})),
            (
                "gadgets_activate",
                {"uid": "1", "items": [1], "why": 1},
                Placed({"pk": "1"}, {}, {"items": [1], "why": 1}, {}, {"items": [1], "why": 1}),
            ),
            (
                "gadgets_activate",
                {"uid": "1", "items": "x"},
                Placed({"pk": "1"}, {}, {"items": "x"}, {}, {"items": "x"}),
            ),
            ("gadgets_activate", {"uid": "1", "body_uid": 2}, Placed({"pk": "1"}, {}, {"uid": 2}, {}, {"uid": 2})),
            ("health_get", {"deep": "yes"}, Placed({}, {"deep": "yes"}, None, {})),
            ("gadgets_untag", {"uid": "1", "tag": "a"}, Placed({"pk": "1", "tag": "a"}, {}, {}, {})),
        ],
        ids=[
            *("read", "no body", "reserved", "path and body", "query and body", "rows", "no rows", "one or many"),
            *(
                "open body",
                "open rows",
                "open field",
                "path and open body",
                "open no list",
                "open query",
                "keyword group",
            ),
        ],
    )
    def test_each_argument_goes_where_the_view_looks_for_it(
        self, found: Tools, name: str, given_: dict[str, Any], placed: Placed
    ) -> None:
        """Arguments are sorted to path, query, body and ourselves; what nobody declared goes where it can be read."""
        tool = the(found, name)
        assert tool.faults(given_) == ()
        assert tool.place(given_) == placed

    def test_values_are_what_they_were(self, found: Tools) -> None:
        """No value is converted, copied or rewritten."""
        config = {"a": [1, "1", None]}
        placed = the(found, "gadgets_create").place({"name": 7, "config": config})
        assert placed.body["config"] is config
        assert placed.body["name"] == 7


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a field's schema accepts."""
    return {
        "string": st.text(max_size=3),
        "integer": st.integers(-9, 9),
        "array": st.lists(st.integers(0, 9), max_size=2),
        "boolean": st.booleans(),
    }.get(schema.get("type", ""), st.none() | st.booleans() | st.dictionaries(st.text(max_size=2), st.integers()))


def tool_of(in_path: list[str], in_query: list[str], in_body: list[tuple[str, str]]) -> Tool:
    """A tool with these parameters and fields."""
    fields = {name: field_of(kind) for name, kind in in_body}
    view = api_view(["POST"])(lambda request, **kwargs: Response())
    said = extend_schema(
        request=type("MadeSerializer", (serializers.Serializer,), fields),
        parameters=[OpenApiParameter(name) for name in in_query],
    )(view)
    route = "it/" + "".join(f"<{name}>/" for name in in_path)
    return the(tools_of(path(route, said)), "it_post")


TOOLS: list[tuple[list[str], list[str], list[tuple[str, str]]]] = [
    ([], [], [("name", "text")]),
    (["id"], ["id"], [("id", "integer"), ("name", "text")]),
    (["verify"], ["fields"], [("verify", "any"), ("fields", "list"), ("body_id", "text")]),
    (["id", "name"], [], [("items", "list"), ("id", "any")]),
    ([], ["body_id", "id"], [("id", "text"), ("query_id", "text")]),
]


@pytest.fixture(scope="module")
def made() -> list[Tool]:
    """Tools whose names collide in every way."""
    return [tool_of(*one) for one in TOOLS]


class TestLaws:
    @given(data=st.data())
    def test_accepted_arguments_map_back_without_loss(self, made: list[Tool], data: st.DataObject) -> None:
        """Whatever a schema accepts arrives: each argument once, where the view looks for it, with its own value."""
        tool = data.draw(st.sampled_from(made))
        properties = {name: values(schema) for name, schema in tool.input_schema["properties"].items()}
        required = tool.input_schema.get("required", [])
        given_ = data.draw(
            st.fixed_dictionaries(
                {name: properties[name] for name in required},
                optional={name: made_ for name, made_ in properties.items() if name not in required},
            )
        )
        assert tool.faults(given_) == ()
        placed = msgspec.to_builtins(tool.place(given_))
        arrived = {(place, name): value for place, all_ in placed.items() for name, value in all_.items()}
        sent = {(one.place, one.target): given_[one.name] for one in tool.arguments if one.name in given_}
        ours = {("shaping", name): given_[name] for name in given_ if name in RESERVED}
        assert arrived == sent | ours
        assert len(arrived) == len(given_)
