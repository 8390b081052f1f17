"""When one description of a serializer does for all endpoints that use it."""

from typing import Any

import pytest
from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers

from frisian_pipeline.mcp.discovery import schemas
from frisian_pipeline.mcp.discovery.alike import alike
from frisian_pipeline.mcp.discovery.endpoints import enumerate_endpoints
from frisian_pipeline.mcp.discovery.engine import Engine, describe_one
from tests.mcp.discovery.hosts import (
    GadgetSerializer,
    PlaceSerializer,
    heir,
    host,
    registered,
    the,
    tools_of,
    view_with,
)
from tests.mcp.discovery.hosts import urlpatterns as everything
from tests.project.models import Site


def named(name: str, /, *bases: Any, **attributes: Any) -> Any:
    """A serializer class of this name."""
    return type(f"{name}Serializer", bases or (serializers.Serializer,), attributes)


def has(field: str) -> dict[str, Any]:
    """A text field of this name."""
    return {field: serializers.CharField()}


def by_action(self: Any) -> Any:
    """A field that is called like what the view does."""
    return has(self.context["view"].action)


class Dynamic(serializers.Serializer[Any]):
    """Has other fields for each action."""

    get_fields = by_action


class Initial(serializers.Serializer[Any]):
    """Makes its fields when it is made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update(by_action(self))


@extend_schema_field(Dynamic)
class Annotated(serializers.JSONField):
    """Says that it is like another."""


class Extended(serializers.Serializer[Any]):
    """Is described by an extension."""


class ExtendedField(serializers.JSONField):
    """Is described by an extension."""


class Node(serializers.Serializer[Any]):
    """Has children that are like itself."""

    name = serializers.CharField()


Node._declared_fields["children"] = Node(many=True)


def described(self: Any, auto_schema: Any, direction: str) -> Any:
    """An object with a field that is called like what the view does."""
    return {"type": "object", "properties": {auto_schema.view.action: {"type": "string"}}}


@pytest.fixture
def _extensions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Extensions of the host's, until the test is over."""
    for kind in (OpenApiSerializerExtension, OpenApiSerializerFieldExtension):
        monkeypatch.setattr(kind, "_registry", list(kind._registry))
    type("One", (OpenApiSerializerExtension,), {"target_class": Extended, "map_serializer": described})
    type("Two", (OpenApiSerializerFieldExtension,), {"target_class": ExtendedField, "map_serializer_field": described})


def changed_by_the_view(self: Any, **kwargs: Any) -> Any:
    """A serializer whose fields the view has changed."""
    made = self.get_serializer_class()(**{"context": {"view": self}, **kwargs})
    made.fields.update(by_action(made))
    return made


def described_by_the_view(self: Any, serializer: Any, direction: str) -> Any:
    """What the host's own schema class says."""
    return described(None, self, direction)


PLAIN = named("Plain", **has("name"))
LETTERS = named("Letters", get_fields=lambda self: has("letter"))

WHO_ASKS_MATTERS = {
    "get_fields": {"serializer_class": Dynamic},
    "init": {"serializer_class": Initial},
    "nested": {"serializer_class": named("Outer", inner=Dynamic())},
    "nested list": {"serializer_class": named("Outer", inner=Dynamic(many=True))},
    "in a list": {"serializer_class": named("Outer", inner=serializers.ListField(child=Dynamic()))},
    "annotated": {"serializer_class": named("Outer", inner=Annotated())},
    "extension": {"serializer_class": Extended},
    "extended field": {"serializer_class": named("Outer", inner=ExtendedField())},
    "get_serializer": {"serializer_class": PLAIN, "get_serializer": changed_by_the_view},
    "schema class": {
        "serializer_class": PLAIN,
        "schema": type("OwnSchema", (AutoSchema,), {"_map_basic_serializer": described_by_the_view})(),
    },
}


class TestAlike:
    @pytest.mark.parametrize(
        "kind",
        [PLAIN, PlaceSerializer, GadgetSerializer, Node, named("Saved", PLAIN, create=None, validate=None)],
        ids=["plain", "by hand", "of a model", "inside itself", "saved by hand"],
    )
    def test_what_reads_and_saves_by_hand_is_still_alike(self, kind: Any) -> None:
        """A host may write how values are read, checked and saved; the fields are the class's all the same."""
        assert alike(kind) is kind
        assert alike(kind()) is kind

    @pytest.mark.parametrize(
        "kind",
        [LETTERS, {"type": "object"}, None, serializers.CharField, PLAIN(many=True)],
        ids=["made by hand", "raw", "nothing", "another field", "list"],
    )
    def test_what_is_not_a_class_of_known_fields_is_not(self, kind: Any) -> None:
        """Fields that are made by hand, raw schemas, other fields and lists are asked each time."""
        assert alike(kind) is None

    @pytest.mark.usefixtures("_extensions")
    @pytest.mark.parametrize("view", WHO_ASKS_MATTERS.values(), ids=WHO_ASKS_MATTERS)
    def test_what_depends_on_who_asks_is_asked_each_time(self, view: dict[str, Any]) -> None:
        """A serializer that says something else to each action is described anew for each."""
        found = tools_of(registered(view_with(**{"serializer": None, **view})))
        for action in ("create", "update", "partial_update"):
            properties = the(found, f"things_{action}").input_schema["properties"]
            shown = str(properties.get("inner", properties))
            assert [one for one in ("create", "update", "partial_update") if f"'{one}'" in shown] == [action]


class TestSharing:
    def test_each_class_is_described_once(self) -> None:
        """However many endpoints take a serializer, it is described once whole and once in part."""
        engine = Engine()
        views = [registered(view_with(PLAIN), "one"), registered(view_with(PLAIN), "two")]
        documents = [describe_one(engine, one) for one in enumerate_endpoints(host(*views))]
        bodies = [one.components for one in documents if one is not None and one.components]
        assert len(bodies) == 6
        assert list(engine.kept) == [(PLAIN, False), (PLAIN, True)]

    def test_sharing_changes_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every tool is what it would be if each endpoint were described alone."""
        nodes, empty = registered(view_with(Node), "nodes"), registered(view_with(named("Empty")), "empty")
        patterns = (*everything, nodes, empty, registered(view_with(GadgetSerializer), "others"))
        shared = tools_of(*patterns)
        monkeypatch.setattr(schemas, "alike", lambda serializer: None)
        alone = tools_of(*patterns)
        assert [(one.name, one.input_schema) for one in shared] == [(one.name, one.input_schema) for one in alone]
        assert [one.single.schema for one in shared] == [one.single.schema for one in alone]
        assert [one.many.schema for one in shared] == [one.many.schema for one in alone]

    def test_a_name_that_two_classes_share_is_no_reason(self) -> None:
        """Two serializers of one name that differ stay two, and so do two nested ones."""
        kinds = {one: named("Same", **has(one), inner=named("Inner", **has(f"in_{one}"))()) for one in ("a", "b")}
        found = tools_of(*(registered(view_with(kind), name) for name, kind in kinds.items()))
        for name in kinds:
            properties = the(found, f"{name}_create").input_schema["properties"]
            assert list(properties) == [name, "inner", "verify"]
            assert list(properties["inner"]["properties"]) == [f"in_{name}"]

    def test_what_came_with_the_parameters_is_not_kept(self) -> None:
        """A nested serializer of the query that has the name of the body's reaches no other endpoint."""
        query = named("Query", inner=named("Inner", **has("asked"))())
        body = named("Body", inner=named("Inner", **has("sent"))())
        base = view_with(body)
        first = heir(base, create=extend_schema(parameters=[query])(lambda self, request: None))
        found = tools_of(registered(first, "a"), registered(base, "b"))
        inner = the(found, "b_create").input_schema["properties"]["inner"]
        assert list(inner["properties"]) == ["sent"]

    def test_a_partial_update_first_takes_no_requirement_away(self) -> None:
        """What is optional in a partial update stays required where an object is created."""

        class OneSite(serializers.ModelSerializer[Site]):
            class Meta:
                model = Site
                fields = ["name"]

        view = view_with(OneSite)
        found = tools_of(
            *(
                registered(heir(view, http_method_names=[method]), name)
                for name, method in (("a", "patch"), ("b", "post"))
            )
        )
        assert the(found, "a_partial_update").input_schema["required"] == ["uid"]
        assert the(found, "b_create").input_schema["required"] == ["name"]
