"""What a form cannot say."""

from typing import Any

import pytest
from rest_framework import serializers
from rest_framework.parsers import FormParser, JSONParser, MultiPartParser

from frisian_pipeline.mcp.discovery import TOLD, Tool
from frisian_pipeline.mcp.discovery.forms import NOTHING, TOO_DEEP
from tests.mcp.discovery.hosts import PlaceSerializer, registered, the, tools_of, view_with


class InnerSerializer(PlaceSerializer):
    words = serializers.ListField(required=False)
    more = serializers.JSONField(required=False)


class AllSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    on = serializers.BooleanField()
    kinds = serializers.MultipleChoiceField(choices=["a"])
    words = serializers.ListField(child=serializers.CharField(), required=False)
    grid = serializers.ListField(child=serializers.ListField(), required=False)
    sizes = serializers.DictField(required=False)
    place = InnerSerializer(required=False)
    places = InnerSerializer(many=True, required=False)
    document = serializers.JSONField(required=False)


def tool_of(*parsers: Any, **attributes: Any) -> Tool:
    """A tool whose view has these parsers."""
    view = view_with(AllSerializer, parser_classes=parsers, **attributes)
    return the(tools_of(registered(view)), "things_create")


@pytest.fixture(scope="module")
def form() -> Tool:
    """A tool whose view takes forms alone."""
    return tool_of(MultiPartParser, FormParser)


PLACE: dict[str, Any] = {"street": "a", "number": 1}


class TestRequired:
    def test_a_form_says_no_by_saying_nothing(self, form: Tool) -> None:
        """What a form leaves out is false, or an empty list, and so it is required of no form."""
        assert form.input_schema["required"] == ["name"]
        assert form.faults({"name": "a"}) == ()
        assert tool_of(FormParser, JSONParser).input_schema["required"] == ["name", "on", "kinds"]


class TestLost:
    @pytest.mark.parametrize(
        ("given_", "said"),
        [
            ({"kinds": []}, f"kinds {NOTHING}"),
            ({"sizes": {}}, f"sizes {NOTHING}"),
            ({"place": {**PLACE, "words": []}}, f"place.words {NOTHING}"),
            ({"grid": [[1], [2]]}, f"grid[0] {TOO_DEEP}"),
            ({"sizes": {"a": {"b": 1}}}, f"sizes.a {TOO_DEEP}"),
            ({"places": [{**PLACE, "words": ["a", "b"]}]}, f"places[0].words {TOO_DEEP}"),
            ({"place": {**PLACE, "more": {"a": 1}}}, f"place.more {TOO_DEEP}"),
        ],
        ids=["list", "dict", "inner list", "list of lists", "dict of dicts", "list in rows", "inner document"],
    )
    def test_what_a_form_cannot_say_is_a_fault(self, form: Tool, given_: dict[str, Any], said: str) -> None:
        """What would be lost in a form is refused, and taken where the view parses JSON."""
        given = {"name": "a", "on": True, "kinds": ["a"], **given_}
        assert str(form.faults(given)[0]) == said
        assert tool_of(JSONParser).faults(given) == ()

    @pytest.mark.parametrize(
        "given_",
        [
            {"kinds": ["a"], "words": ["a", "b"]},
            {"sizes": {"a": 1}, "document": {"a": {"b": []}}},
            {"document": []},
            {"place": PLACE | {"words": ["a", "b"]}, "places": [PLACE, PLACE]},
        ],
        ids=["lists", "dicts", "document", "nested"],
    )
    def test_what_a_form_can_say_is_none(self, form: Tool, given_: dict[str, Any]) -> None:
        """Lists, nested objects and documents are said in forms."""
        assert form.faults({"name": "a", **given_}) == ()

    def test_of_an_open_body_only_what_is_sent_as_nothing_is_lost(self) -> None:
        """Nobody knows how a view of the host's own reads its form, but nothing is nothing."""
        view = {"create": lambda self, request: self.request.data["a"]}
        tool = tool_of(FormParser, **view)
        assert tool.loose
        assert tool.faults({"a": {"b": [{"c": [1, 2]}]}, "name": "x", "fields": []}) == ()
        assert [str(fault) for fault in tool.faults({"a": {"b": []}, "items": {}})] == [
            f"a.b {NOTHING}",
            f"items {NOTHING}",
        ]

    def test_rows(self) -> None:
        """Rows in a form are held to the same, and no more is told of them than of other faults."""
        tool = tool_of(FormParser, mcp_bulk=True)
        assert tool.faults({"items": [{"name": "a", "on": True, "kinds": ["a"]}]}) != ()
        rows = [{"name": "a", "on": True, "kinds": [], "sizes": {}}] * TOLD
        assert len(tool.faults({"items": rows})) == TOLD + 1
