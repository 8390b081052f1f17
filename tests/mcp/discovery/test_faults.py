"""What is wrong with arguments."""

from typing import Any

import pytest
from django.urls import path
from drf_spectacular.utils import extend_schema
from hypothesis import given
from hypothesis import strategies as st
from rest_framework import serializers
from rest_framework.decorators import api_view
from rest_framework.response import Response

from frisian_pipeline.mcp.discovery import Fault, Tools
from tests.mcp.discovery.hosts import the, tools_of, urlpatterns

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(), max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def found() -> Tools:
    """The tools of the host with views of every kind."""
    return tools_of(*urlpatterns)


class TestFaults:
    @pytest.mark.parametrize(
        ("name", "given_", "faults"),
        [
            ("sites_create", {}, ["slug is required", "name is required"]),
            ("sites_create", {"slug": None, "name": []}, ["name must be string", "slug must be string"]),
            (
                "sites_list",
                {"orderring": "name"},
                ["orderring is not known here; did you mean 'ordering'?"],
            ),
            (
                "sites_list",
                {"zzz": 1, "yyy": 2},
                ["zzz is not known here; known: ordering", "yyy is not known here; known: ordering"],
            ),
            ("gadgets_clear", {"zzz": 1}, ["zzz is not known here"]),
            ("gadgets_clear", {"verfy": True}, ["verfy is not known here; did you mean 'verify'?"]),
            ("gadgets_clear", {"verify": "true"}, ["verify must be boolean"]),
            ("gadgets_clear", {"verify": 1}, ["verify must be boolean"]),
            ("gadgets_create", {"name": "a", "uid": "x"}, ["uid is read-only; leave it out"]),
            ("gadgets_create", {"name": "a", "photo": "x"}, ["photo takes a file, which a tool cannot send"]),
            ("gadgets_create", {"name": "a", "scans": []}, ["scans takes a file, which a tool cannot send"]),
            (
                "gadgets_create",
                {"name": "a", "state": "onn", "rank": 3},
                ["rank must be one of 1, 2, None", "state must be one of on, off, ; did you mean 'on'?"],
            ),
            (
                "gadgets_create",
                {"name": "a", "places": [{"street": "b", "number": 1}, {"street": 7, "nummer": 1, "seen": "x"}]},
                [
                    "places[1].nummer is not known here; did you mean 'number'?",
                    "places[1].number is required",
                    "places[1].seen is read-only; leave it out",
                ],
            ),
            ("gadgets_create", {"name": "a", "count": 0}, ["count 0 is less than the minimum of 1"]),
            ("gadgets_create", {"name": "a", "count": "\ud800"}, ["arguments cannot be read"]),
            ("gadgets_create", [1], ["arguments must be object"]),
            ("gadgets_create", None, ["arguments must be object"]),
            (
                "gadgets_take_in",
                {"items": [{"name": []}], "name": 1},
                ["items[0].name must be string", "name is not known here"],
            ),
            ("gadgets_take_in", {}, ["items is required"]),
        ],
        ids=[
            *("required", "types", "near", "far", "nothing known", "near ours", "verify text", "verify number"),
            *(
                "read-only",
                "file",
                "files",
                "choices",
                "nested",
                "limit",
                "surrogate",
                "list",
                "null",
                "rows",
                "no rows",
            ),
        ],
    )
    def test_every_fault_is_named_with_its_path(self, found: Tools, name: str, given_: Any, faults: list[str]) -> None:
        """All faults come at once, each with where it is and what to do."""
        said = sorted(map(str, the(found, name).faults(given_)))
        assert [one[: len(fault)] for one, fault in zip(said, sorted(faults), strict=True)] == sorted(faults)

    def test_a_path_can_be_read(self) -> None:
        """A fault of the whole says so; otherwise its path is spelt like code."""
        assert str(Fault((), "is odd")) == "arguments is odd"
        assert str(Fault(("a", 0, "b"), "is odd")) == "a[0].b is odd"

    def test_a_long_list_of_choices_is_cut(self) -> None:
        """Of many choices the first twenty are named."""
        serializer = type("S", (serializers.Serializer,), {"it": serializers.ChoiceField(list(range(100, 150)))})
        view = extend_schema(request=serializer)(api_view(["POST"])(lambda request: Response()))
        (fault,) = the(tools_of(path("it/", view)), "it_post").faults({"it": 7})
        assert fault.message.endswith("118, 119 and 30 more")


class TestTolerance:
    @pytest.mark.parametrize(
        "given_",
        [
            {"count": "7"},
            {"count": 7.0},
            {"weight": " 1.5e3 "},
            {"weight": "-.5"},
            {"count": "٣"},
            {"count": "1_000"},
            {"price": "12.50"},
            {"price": 12.5},
            {"price": None},
            {"archived": "yes"},
            {"archived": 0},
            {"name": 7},
            {"name": 1.5},
            {"rank": "2"},
            {"site": "3"},
            {"site": None},
            {"twin": "0"},
            {"tags": ["a", 7]},
            {"place": None},
            {"mail": ""},
            {"config": {"any": [None, 1]}},
            {"config": None},
            {"sizes": {"a": "1"}},
        ],
        ids=str,
    )
    def test_what_rest_takes_is_taken(self, found: Tools, given_: dict[str, Any]) -> None:
        """A value that REST would convert is no fault: text for numbers, numbers for text, words for booleans."""
        assert the(found, "gadgets_partial_update").faults({"uid": "x", **given_}) == ()

    @pytest.mark.parametrize(
        "given_",
        [
            {"count": "seven"},
            {"count": "7 7"},
            {"count": True},
            {"archived": "maybe"},
            {"archived": 2},
            {"name": True},
            {"name": ["a"]},
            {"name": None},
            {"rank": True},
            {"rank": "3"},
            {"site": {}},
            {"tags": "a"},
            {"place": "x"},
            {"sizes": {"a": []}},
        ],
        ids=str,
    )
    def test_what_rest_refuses_is_refused(self, found: Tools, given_: dict[str, Any]) -> None:
        """A value that REST could make nothing of is a fault at once."""
        assert len(the(found, "gadgets_partial_update").faults({"uid": "x", **given_})) > 0

    @given(given_=JSON, name=st.sampled_from(["gadgets_create", "gadgets_activate", "gadgets_take_in", "sites_list"]))
    def test_nothing_breaks_it(self, found: Tools, given_: Any, name: str) -> None:
        """Whatever is sent, there are faults or it can be placed."""
        tool = the(found, name)
        assert tool.faults(given_) or tool.place(given_)
