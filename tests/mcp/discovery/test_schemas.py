"""What the published schemas say."""

from typing import Any

import jsonschema_rs
import pytest
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import IntegerChoices, TextChoices
from django.urls import include, path
from django.utils.functional import lazy
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.settings import patched_settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema, extend_schema_field
from rest_framework import filters, serializers, versioning, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.parsers import FormParser, JSONParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.schemas.openapi import AutoSchema as PlainAutoSchema
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from frisian_pipeline.mcp.discovery import Options, Tool, Tools
from tests.mcp.discovery.hosts import (
    STATES,
    GadgetViewSet,
    NameSerializer,
    PlaceSerializer,
    SiteSerializer,
    SiteViewSet,
    field,
    heir,
    registered,
    the,
    tools_of,
    urlpatterns,
    view_with,
)
from tests.project.models import Device, Site, Tag

PLACE = {
    "type": "object",
    "properties": {"street": {"type": "string"}, "number": {"type": ["integer", "null"]}},
    "required": ["street", "number"],
    "additionalProperties": False,
}


def late_choices(self: Any) -> None:
    """Ask for choices when a field is made."""
    serializers.ChoiceField.__init__(self, ["a"])


class Colour(TextChoices):
    RED = "red", "Red"
    DARK_RED = "dark_red", "Dark red"


class Level(IntegerChoices):
    LOW = 1, "Low"


@extend_schema_field(OpenApiTypes.BYTE)
class RawField(serializers.DecimalField):
    """Says its own type."""


@pytest.fixture(scope="module")
def found() -> Tools:
    """The tools of the host with views of every kind."""
    return tools_of(*urlpatterns)


def arguments(tool: Tool) -> Any:
    """The published arguments of a tool."""
    return tool.input_schema.get("properties", {})


def many_if_list(self: Any, *args: Any, **kwargs: Any) -> Any:
    """A get_serializer as many hosts write it."""
    kwargs.setdefault("many", isinstance(kwargs.get("data"), list))
    return viewsets.GenericViewSet.get_serializer(self, *args, **kwargs)


class TestFields:
    @pytest.mark.parametrize(
        ("made", "schema"),
        [
            (serializers.CharField(max_length=5, label="It's"), {"type": "string"}),
            (
                serializers.CharField(allow_null=True, help_text="Ask"),
                {"type": ["string", "null"], "description": "Ask"},
            ),
            (serializers.RegexField("^a$"), {"type": "string"}),
            (serializers.EmailField(allow_blank=True), {"type": "string", "format": "email"}),
            (
                serializers.EmailField(allow_blank=True, allow_null=True),
                {"type": ["string", "null"], "format": "email"},
            ),
            (serializers.UUIDField(), {"type": "string", "format": "uuid"}),
            (serializers.DateTimeField(), {"type": "string", "format": "date-time"}),
            (serializers.BooleanField(default=True), {"type": "boolean"}),
            (
                serializers.IntegerField(min_value=0, max_value=65535),
                {"type": "integer", "minimum": 0, "maximum": 65535},
            ),
            (serializers.IntegerField(min_value=-(2**31), max_value=2**31 - 1), {"type": "integer"}),
            (serializers.IntegerField(max_value=2**63 - 1), {"type": "integer"}),
            (serializers.FloatField(), {"type": "number"}),
            (serializers.DecimalField(5, 2), {"type": ["number", "string"]}),
            (serializers.DecimalField(5, 2, coerce_to_string=False), {"type": ["number", "string"]}),
            (serializers.DecimalField(5, 2, allow_null=True), {"type": ["number", "string", "null"]}),
            (serializers.ChoiceField(STATES[:2]), {"type": "string", "enum": ["on", "off"]}),
            (serializers.ChoiceField(Colour.choices), {"type": "string", "enum": ["red", "dark_red"]}),
            (serializers.ChoiceField(["a"], allow_null=True), {"type": ["string", "null"], "enum": ["a", None]}),
            (
                serializers.ChoiceField(Level.choices, help_text="How bad"),
                {"type": "integer", "enum": [1], "description": "How bad; 1: Low"},
            ),
            (
                serializers.MultipleChoiceField(choices=[(1, "One"), (2, "Two")]),
                {"type": "array", "items": {"type": "integer", "enum": [1, 2]}, "description": "1: One, 2: Two"},
            ),
            (serializers.JSONField(), {}),
            (serializers.JSONField(allow_null=True, help_text="Any"), {"description": "Any"}),
            (serializers.DictField(), {"type": "object"}),
            (
                serializers.DictField(child=serializers.IntegerField()),
                {"type": "object", "additionalProperties": {"type": "integer"}},
            ),
            (serializers.ListField(), {"type": "array"}),
            (serializers.ListField(child=serializers.UUIDField(), max_length=3), None),
            (PlaceSerializer(), PLACE),
            (PlaceSerializer(allow_null=True), {**PLACE, "type": ["object", "null"]}),
            (PlaceSerializer(many=True, help_text="Where"), {"type": "array", "items": PLACE, "description": "Where"}),
            (serializers.PrimaryKeyRelatedField(queryset=Site.objects.all()), {"type": "integer"}),
            (serializers.PrimaryKeyRelatedField(queryset=Device.objects.all()), {"type": "string", "format": "uuid"}),
            (serializers.PrimaryKeyRelatedField(queryset=Tag.objects.all()), {"type": "string"}),
            (
                serializers.PrimaryKeyRelatedField(queryset=Site.objects.all(), many=True),
                {"type": "array", "items": {"type": "integer"}},
            ),
            (serializers.SlugRelatedField(slug_field="slug", queryset=Site.objects.all()), {"type": "string"}),
            (
                serializers.HyperlinkedRelatedField(view_name="x", queryset=Site.objects.all()),
                {"type": "string", "format": "uri"},
            ),
            (serializers.FileField(), None),
            (serializers.FileField(required=False), None),
            (serializers.ImageField(), None),
            (serializers.ListField(child=serializers.FileField()), None),
            (serializers.CharField(read_only=True), None),
            (PlaceSerializer(read_only=True), None),
            (serializers.HiddenField(default=1), None),
            (RawField(5, 2), {"type": "string", "format": "byte"}),
            (
                serializers.IntegerField(validators=[MinValueValidator(lambda: 3), MaxValueValidator(9)]),
                {"type": "integer", "minimum": 3, "maximum": 9},
            ),
        ],
        ids=lambda value: type(value).__name__ if isinstance(value, serializers.Field) else "",
    )
    def test_a_field_is_published_as_what_may_be_sent(self, made: Any, schema: Any) -> None:
        """A field's schema is what REST takes for it, without titles, defaults, patterns and limits of databases."""
        if isinstance(made, serializers.ListField) and made.max_length:
            schema = {"type": "array", "items": {"type": "string", "format": "uuid"}, "maxItems": 3}
        assert field(made) == schema

    def test_a_host_that_says_null_as_openapi_31_does_has_the_same_tools(self) -> None:
        """The version of OpenAPI that the host chose for its own schema makes no difference."""
        made = (
            serializers.CharField(allow_null=True),
            serializers.ChoiceField(["a"], allow_null=True),
            PlaceSerializer(allow_null=True),
            serializers.DecimalField(5, 2, allow_null=True),
            serializers.IntegerField(min_value=1, allow_null=True),
        )
        before = [field(one) for one in made]
        with patched_settings({"OAS_VERSION": "3.1.1"}):
            assert [field(one) for one in made] == before


class EitherSerializer(PlaceSerializer):
    """Takes a key or an object, as many hosts' nested serializers do."""

    def to_internal_value(self, data: Any) -> Any:
        return data


class TestHints:
    @pytest.mark.parametrize(
        ("made", "schema"),
        [
            (EitherSerializer(), {"properties": PLACE["properties"]}),
            (
                EitherSerializer(allow_null=True, help_text="Where"),
                {"properties": PLACE["properties"], "description": "Where"},
            ),
            (
                heir(SiteSerializer, to_internal_value=str)(),
                {"properties": {"id": {"type": "integer"}, "slug": {"type": "string"}, "name": {"type": "string"}}},
            ),
            (EitherSerializer(many=True), {"type": "array", "items": {"properties": PLACE["properties"]}}),
            (heir(serializers.ChoiceField, to_internal_value=str)(["a"]), {"type": "string", "enum": ["a"]}),
            (heir(serializers.CharField, run_validation=str)(), {"type": "string"}),
            (
                serializers.ListField(child=heir(serializers.IntegerField, to_internal_value=str)()),
                {"type": "array", "items": {"type": "integer"}},
            ),
        ],
        ids=["nested", "nullable", "id", "several", "choice", "text", "list"],
    )
    @pytest.mark.parametrize("sent", [[3], [{"street": 1, "more": 2}], [None, "x"]], ids=str)
    def test_what_reads_by_hand_only_hints(self, made: Any, schema: Any, sent: list[Any]) -> None:
        """A field or serializer with a reading of its own is published as it looks, and takes what is sent."""
        serializer = type("OneSerializer", (serializers.Serializer,), {"it": made})
        tool = the(tools_of(registered(view_with(serializer))), "things_create")
        assert arguments(tool)["it"] == schema
        takes_list = schema.get("type") == "array"
        assert tool.faults({"it": sent if takes_list else sent[0]}) == ()
        assert bool(tool.faults({"it": 3})) is takes_list

    def test_a_whole_body_that_is_read_by_hand_is_open(self) -> None:
        """A serializer with a reading of its own shows its fields, requires none and takes anything."""
        tool = the(tools_of(registered(view_with(EitherSerializer))), "things_create")
        assert tool.loose
        assert list(arguments(tool)) == ["street", "number", "verify"]
        assert tool.faults({"street": [], "more": 1}) == ()
        assert tool.faults({"items": ["any", "rows"]}) == ()

    def test_a_field_that_says_its_schema_is_held_to_it(self) -> None:
        """What the host annotates is declared, however the field reads."""
        kind = extend_schema_field(OpenApiTypes.INT)(heir(serializers.CharField, to_internal_value=str))
        serializer = type("OneSerializer", (serializers.Serializer,), {"it": kind()})
        tool = the(tools_of(registered(view_with(serializer))), "things_create")
        assert [str(fault) for fault in tool.faults({"it": "x"})] == ["it must be integer"]


class CatSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(["cat"])
    name = serializers.CharField()
    age = serializers.IntegerField()
    nr = serializers.IntegerField(read_only=True)
    weight = serializers.FloatField(read_only=True)
    place = PlaceSerializer()


class DogSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(["dog"])
    name = serializers.CharField()
    age = serializers.CharField(required=False)
    tricks = serializers.ListField()
    weight = serializers.FloatField(allow_null=True)
    place = NameSerializer()


def one_field(made: Any, name: str = "One") -> Any:
    """A serializer with a field called ``it``."""
    return type(f"{name}Serializer", (serializers.Serializer,), {"it": made})


def said(schema: Any) -> Any:
    """A field whose schema the host says."""
    return extend_schema_field(schema)(heir(serializers.JSONField))


class TestFiles:
    def test_a_file_that_is_read_by_hand_is_a_text(self) -> None:
        """A field for files with a reading of its own may take one as text."""
        kind = heir(serializers.ImageField, to_internal_value=lambda self, data: data)
        tool = the(tools_of(registered(view_with(one_field(kind())))), "things_create")
        assert arguments(tool)["it"] == {"type": "string"}
        assert tool.faults({"it": "data:image/png;base64,AAAA"}) == ()

    def test_a_file_can_be_taken_away(self) -> None:
        """Null can be sent of a file that may be null, and nothing else."""
        tool = the(tools_of(registered(view_with(one_field(serializers.FileField(allow_null=True))))), "things_create")
        assert arguments(tool)["it"] == {"type": "null", "description": "A file; null takes it away"}
        assert [tool.faults({"it": value}) for value in (None, "")] == [(), ()]
        assert [str(fault) for fault in tool.faults({"it": "x"})] == [
            "it takes a file, which a tool cannot send; null takes it away"
        ]


class Rechosen(serializers.Serializer[Any]):
    it = serializers.ChoiceField(["a"])

    def get_fields(self) -> Any:
        fields = super().get_fields()
        fields["it"] = serializers.ChoiceField(["a", "b"])
        return fields


class Late(serializers.ModelSerializer[Site]):
    it = serializers.CharField(required=False)

    class Meta:
        model = Site
        fields = ["slug", "it"]

    def build_standard_field(self, field_name: str, model_field: Any) -> Any:
        return serializers.ChoiceField, {"choices": ["a"]}


def rechosen_by_view(self: Any, *args: Any, **kwargs: Any) -> Any:
    """A get_serializer that sets the choices of the day."""
    made: Any = viewsets.GenericViewSet.get_serializer(self, *args, **kwargs)
    made.fields["it"].choices = ["a", "b"]
    return made


def added_by_view(self: Any, *args: Any, **kwargs: Any) -> Any:
    """A get_serializer that adds a field."""
    made: Any = viewsets.GenericViewSet.get_serializer(self, *args, **kwargs)
    made.fields["it"] = serializers.ChoiceField(["a"])
    return made


class ListedSerializer(serializers.Serializer[Any]):
    it = serializers.ListField(child=serializers.ChoiceField(["a"]))


CHOSEN = one_field(serializers.ChoiceField(["a"]))


class TestChoices:
    @pytest.mark.parametrize(
        ("attributes", "given_", "fixed"),
        [
            ({"serializer_class": CHOSEN}, {"it": "z"}, True),
            ({"serializer_class": ListedSerializer}, {"it": ["z"]}, True),
            ({"serializer_class": Rechosen}, {"it": "z"}, False),
            ({"serializer_class": Late}, {"slug": "z"}, False),
            ({"serializer_class": CHOSEN, "get_serializer": rechosen_by_view}, {"it": "z"}, False),
            ({"serializer_class": NameSerializer, "get_serializer": added_by_view}, {"it": "z", "name": "a"}, False),
            (
                {"serializer_class": one_field(heir(serializers.ChoiceField, __init__=late_choices)())},
                {"it": "z"},
                False,
            ),
            ({"serializer_class": one_field(serializers.ChoiceField(lazy(lambda: ["a"], list)()))}, {"it": "z"}, False),
            ({"serializer_class": one_field(serializers.FilePathField("/", allow_folders=True))}, {"it": "z"}, False),
        ],
        ids=[
            *("declared", "list", "get_fields", "build", "set by the view", "added by the view", "own field", "lazy"),
            "files",
        ],
    )
    def test_choices_that_may_be_others_tomorrow_only_hint(
        self,
        attributes: Any,
        given_: dict[str, Any],
        fixed: bool,  # noqa: FBT001
    ) -> None:
        """Only choices that are declared once and for all are enforced; others are published as they are now."""
        tool = the(tools_of(registered(view_with(None, **attributes))), "things_create")
        assert "enum" in str(arguments(tool)) or "choices" in str(attributes)
        assert bool(tool.faults(given_)) is fixed

    @pytest.mark.parametrize("late", [False, True], ids=["static", "callable"])
    def test_the_choices_of_a_model_are_fixed_unless_it_asks_for_them(
        self,
        monkeypatch: pytest.MonkeyPatch,
        late: bool,  # noqa: FBT001
    ) -> None:
        """A model's choices are enforced where they are a list, not where they are a function."""
        choices = [("a", "A")]
        monkeypatch.setattr(Site._meta.get_field("name"), "choices", (lambda: choices) if late else choices)
        tool = the(tools_of(registered(view_with(SiteSerializer))), "things_create")
        assert arguments(tool)["name"]["enum"] == ["a"]
        assert bool(tool.faults({"slug": "a", "name": "z"})) is not late

    def test_a_field_alone_has_the_choices_that_it_has(self) -> None:
        """A field that stands for itself in ``@extend_schema`` is what it says."""
        kind = extend_schema_field(serializers.ChoiceField(["a"]))(heir(serializers.CharField))
        tool = the(tools_of(registered(view_with(one_field(kind())))), "things_create")
        assert tool.faults({"it": "z"})


class TestBodies:
    def test_what_is_required_is_so_only_for_the_whole_object(self, found: Tools) -> None:
        """Creating and replacing need the required fields; a partial update needs only the path."""
        required = {word: the(found, f"sites_{word}").input_schema["required"] for word in ("update", "partial_update")}
        assert required == {"update": ["slug", "body_slug", "name"], "partial_update": ["slug"]}
        assert the(found, "gadgets_create").input_schema["required"] == ["name"]

    def test_a_declared_body_is_strict(self, found: Tools) -> None:
        """What a standard action's serializer does not have is not taken."""
        assert the(found, "gadgets_create").input_schema["additionalProperties"] is False
        assert not the(found, "gadgets_create").loose

    def test_a_body_known_by_inheritance_is_a_hint(self, found: Tools) -> None:
        """An action without a serializer of its own shows its view's fields, requires none and takes anything."""
        tool = the(found, "gadgets_activate")
        assert tool.loose
        assert "additionalProperties" not in tool.input_schema
        assert tool.input_schema["required"] == ["uid"]
        assert "price" in arguments(tool)
        assert tool.faults({"uid": "x", "price": [], "whatever": 1}) == ()

    @pytest.mark.parametrize(
        ("name", "required"),
        [("gadgets_rename", ["uid", "name"]), ("gadgets_find", ["name", "body_name"]), ("gadgets_clear", [])],
        ids=["own serializer", "extend_schema", "no body"],
    )
    def test_an_action_that_declares_its_body_is_strict(self, found: Tools, name: str, required: list[str]) -> None:
        """An action's own serializer, or what ``@extend_schema`` says, is its body, no body included."""
        tool = the(found, name)
        assert not tool.loose
        assert tool.input_schema.get("required", []) == required

    def test_a_list_body_is_items(self, found: Tools) -> None:
        """A body declared with many=True is one argument with a list of strict rows."""
        rows = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
        assert the(found, "gadgets_take_in").input_schema == {
            "type": "object",
            "properties": {
                "items": {"type": "array", "items": {**rows, "additionalProperties": False}},
                "verify": {"type": "boolean"},
            },
            "required": ["items"],
            "additionalProperties": False,
        }

    @pytest.mark.parametrize(
        "attributes",
        [
            {"mcp_bulk": True},
            {"mcp_bulk": "create"},
            {"get_serializer": many_if_list},
        ],
        ids=["every action", "this action", "get_serializer"],
    )
    def test_a_view_that_takes_one_or_many_publishes_both(self, attributes: dict[str, Any]) -> None:
        """Where one or several are taken, the fields and items are published, and neither is required."""
        tool = the(tools_of(registered(view_with(SiteSerializer, **attributes))), "things_create")
        assert list(arguments(tool)) == ["slug", "name", "items", "verify"]
        assert "required" not in tool.input_schema
        assert arguments(tool)["items"]["description"].endswith(", instead of one. Each needs slug, name.")
        assert tool.faults({"slug": "a", "name": "b"}) == ()
        assert tool.faults({"items": [{"slug": "a", "name": "b"}]}) == ()
        assert [str(fault) for fault in tool.faults({})] == ["slug is required", "name is required"]
        assert [str(fault) for fault in tool.faults({"items": [{"slug": "a"}]})] == ["items[0].name is required"]

    def test_what_changes_one_object_publishes_no_list(self) -> None:
        """A get_serializer that would take a list is not believed where the path names one object."""
        view = view_with(SiteSerializer, get_serializer=many_if_list)
        assert "items" not in arguments(the(tools_of(registered(view)), "things_update"))

    def test_a_bulk_update_names_its_rows(self) -> None:
        """Rows that are changed in bulk may hold the fields that say which object each is."""
        view = view_with(SiteSerializer, queryset=Site.objects.all(), mcp_bulk="partial_update")
        tool = the(tools_of(path("sites/", view.as_view({"patch": "partial_update"}))), "sites_partial_update")
        assert tool.faults({"items": [{"id": 1, "name": "a"}, {"id": 2}]}) == ()

    def test_an_undeclared_list_of_rows_is_accepted(self, found: Tools) -> None:
        """Every body that has no such field takes items, without publishing it."""
        tool = the(found, "gadgets_create")
        assert "items" not in arguments(tool)
        assert tool.faults({"items": [{"name": "a"}]}) == ()

    def test_a_body_with_a_field_called_items_has_no_list(self) -> None:
        """The host's names win."""
        serializer = type("S", (serializers.Serializer,), {"items": serializers.IntegerField()})
        tool = the(tools_of(registered(view_with(serializer))), "things_create")
        assert arguments(tool)["items"] == {"type": "integer"}
        assert tool.place({"items": 1}).body == {"items": 1}

    @pytest.mark.parametrize(
        ("request_", "loose", "properties"),
        [
            (OpenApiTypes.OBJECT, True, {}),
            (OpenApiTypes.STR, True, {}),
            ({"application/json": {"type": "object", "properties": {"a": {"type": "integer"}}}}, False, {"a"}),
            ({"text/csv": OpenApiTypes.STR, "application/json": NameSerializer}, False, {"name"}),
            ({"multipart/form-data": NameSerializer}, False, {"name"}),
            (
                PolymorphicProxySerializer("Either", [NameSerializer, SiteSerializer], resource_type_field_name=None),
                False,
                {"name", "slug"},
            ),
            (
                {
                    "application/json": {
                        "allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}, "required": ["b"]}]
                    }
                },
                False,
                {"a", "b"},
            ),
            (type("EmptySerializer", (serializers.Serializer,), {}), False, set()),
        ],
        ids=["object", "text", "raw", "several types", "form", "either", "both", "empty"],
    )
    def test_whatever_extend_schema_says_is_understood(
        self,
        request_: Any,
        loose: bool,  # noqa: FBT001
        properties: set[str],
    ) -> None:
        """A body that is no object with fields is open; one of several is the fields of all."""
        tool = the(tools_of(path("it/", declared(request_))), "it_post")
        assert tool.loose is loose
        assert set(arguments(tool)) == {*properties, "verify"}

    @pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=str)
    def test_of_several_bodies_each_is_taken(self, order: tuple[int, int]) -> None:
        """What any alternative takes is taken, whichever comes last: fields, types, choices and discriminators."""
        both = [CatSerializer, DogSerializer]
        proxy = PolymorphicProxySerializer("Pet", [both[one] for one in order], resource_type_field_name="kind")
        tool = the(tools_of(path("it/", declared(proxy))), "it_post")
        cat = {"kind": "cat", "name": "a", "age": 1, "place": {"street": "b", "number": 1}}
        dog: dict[str, Any] = {
            "kind": "dog",
            "name": "a",
            "age": "old",
            "tricks": [],
            "weight": None,
            "place": {"name": "x"},
        }
        assert tool.faults(cat) == tool.faults(dog) == ()
        assert sorted(map(str, tool.faults({"kind": "cow", "age": [], "nr": 1, "place": {"x": 1}}))) == [
            "age must be integer or string",
            f"kind must be one of {', '.join(arguments(tool)['kind']['enum'])}",
            "name is required",
            "nr is read-only; leave it out",
            "place.x is not known here; known: " + ", ".join(arguments(tool)["place"]["properties"]),
        ]

    def test_alternatives_that_are_alike_in_nothing_are_each_taken(self) -> None:
        """A field that is described in one alternative and an object in another is either, and null where one is."""
        proxy = PolymorphicProxySerializer(
            "Any",
            [
                one_field(serializers.CharField(help_text="Its key")),
                one_field(NameSerializer(allow_null=True), "Other"),
            ],
            resource_type_field_name=None,
        )
        tool = the(tools_of(path("it/", declared(proxy))), "it_post")
        assert [tool.faults({"it": value}) for value in ("a", {"name": "b"}, None)] == [(), (), ()]
        assert [str(fault) for fault in tool.faults({"it": []})] == ["it has none of the forms that are taken here"]

    def test_null_is_taken_of_what_may_have_several_forms(self) -> None:
        """Where null is said beside the forms, it is one of them."""
        forms = {"oneOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}], "nullable": True}
        tool = the(tools_of(registered(view_with(one_field(said(forms)())))), "things_create")
        assert [tool.faults({"it": value}) for value in (1, [1], None)] == [(), (), ()]
        assert tool.faults({"it": {}})

    def test_of_several_bodies_only_what_all_require_is_required(self) -> None:
        """An argument is required where every alternative requires it."""
        proxy = PolymorphicProxySerializer("Either", [NameSerializer, SiteSerializer], resource_type_field_name=None)
        assert the(tools_of(path("it/", declared(proxy))), "it_post").input_schema["required"] == ["name"]

    def test_a_view_that_parses_only_forms_says_so(self) -> None:
        """What a view parses is kept for the call."""
        view = view_with(SiteSerializer, parser_classes=[MultiPartParser, FormParser])
        assert the(tools_of(registered(view)), "things_create").media_types == (
            "multipart/form-data",
            "application/x-www-form-urlencoded",
        )

    def test_a_handwritten_delete_is_open(self, found: Tools) -> None:
        """A DELETE that the host wrote may read a body, a stock one does not."""
        assert the(found, "gadgets_untag").loose
        assert the(found, "health_delete").place({"reason": "old"}).body == {"reason": "old"}
        assert not the(found, "gadgets_destroy").loose
        assert the(found, "gadgets_destroy").place({"uid": "x"}).body is None

    def test_patch_requires_nothing_even_where_the_host_splits_no_components(self) -> None:
        """A partial update is partial whatever the host's settings for its own schema are."""
        with patched_settings({"COMPONENT_SPLIT_PATCH": False, "COMPONENT_SPLIT_REQUEST": True}):
            tool = the(tools_of(registered(view_with(SiteSerializer))), "things_partial_update")
        assert tool.input_schema["required"] == ["uid"]

    def test_components_of_the_same_name_are_not_mixed_up(self) -> None:
        """Two serializers that are called the same keep their own fields."""
        one = type("SameSerializer", (serializers.Serializer,), {"a": serializers.CharField()})
        two = type("SameSerializer", (serializers.Serializer,), {"b": serializers.CharField()})
        found = tools_of(registered(view_with(one), "one"), registered(view_with(two), "two"))
        assert "a" in arguments(the(found, "one_create"))
        assert "b" in arguments(the(found, "two_create"))


def declared(request_: Any) -> Any:
    """A function view whose body is said by @extend_schema."""
    return extend_schema(request=request_)(api_view(["POST"])(lambda request: Response()))


class TestParameters:
    def test_filters_search_ordering_and_pages_are_typed(self, found: Tools) -> None:
        """A list's parameters are arguments; search and ordering say their fields where the view lists them."""
        assert arguments(the(found, "gadgets_list")) == {
            "ordering": {"type": "string"},
            "page": {"type": "integer"},
            "search": {"type": "string", "description": "name, serial"},
        }
        assert arguments(the(found, "sites_list")) == {"ordering": {"type": "string", "description": "name, slug"}}

    def test_paths_are_typed(self, found: Tools) -> None:
        """A path's parameter is an integer, a UUID or a text, as the model or the converter has it."""
        assert arguments(the(found, "gadgets_retrieve")) == {"uid": {"type": "string", "format": "uuid"}}
        assert arguments(the(found, "sites_retrieve")) == {"slug": {"type": "string"}}
        view = GadgetViewSet.as_view({"get": "list"})
        tool = the(tools_of(path("of/<int:year>/", view)), "of_list")
        assert arguments(tool)["year"] == {"type": "integer"}

    def test_the_key_is_called_as_the_objects_show_it(self) -> None:
        """A pk is published under the model's name for it, and reaches the view as pk."""
        tool = the(tools_of(registered(GadgetViewSet)), "things_retrieve")
        assert tool.place({"uid": "7"}).path == {"pk": "7"}

    def test_a_key_whose_name_is_taken_keeps_its_own(self) -> None:
        """Where the path already has a parameter of the model's name, pk stays pk."""
        view = view_with(SiteSerializer, queryset=Site.objects.all())
        tool = the(tools_of(path("<int:id>/sites/<int:pk>/", view.as_view({"get": "retrieve"}))), "sites_retrieve")
        assert list(arguments(tool)) == ["id", "pk"]

    @pytest.mark.parametrize(
        ("attributes", "loose"),
        [
            ({}, True),
            ({"filter_backends": [filters.SearchFilter]}, False),
            ({"pagination_class": GadgetViewSet.pagination_class}, False),
        ],
        ids=["nothing", "filters", "pages"],
    )
    def test_a_query_is_strict_where_the_view_declares_one(
        self,
        attributes: dict[str, Any],
        loose: bool,  # noqa: FBT001
    ) -> None:
        """Filters or pages declare what may be asked; a view without any may read what it likes."""
        found = tools_of(registered(view_with(SiteSerializer, **attributes)))
        assert the(found, "things_list").loose is loose
        assert the(found, "things_retrieve").loose is loose

    def test_a_reading_action_is_open_unless_it_says_what_it_reads(self) -> None:
        """An action may read parameters of its own, until ``@extend_schema`` names them."""

        class ReadingViewSet(GadgetViewSet):
            @action(detail=False)
            def bare(self, request: Request) -> Response:
                return Response()

            @extend_schema(parameters=[OpenApiParameter("q")])
            @action(detail=False)
            def said(self, request: Request) -> Response:
                return Response()

        found = tools_of(registered(ReadingViewSet))
        assert the(found, "things_bare").loose
        assert not the(found, "things_said").loose

    def test_any_filter_may_have_parameters(self) -> None:
        """A filter backend's own parameters are typed and described as it says."""

        class StateFilter(filters.BaseFilterBackend):
            def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
                schema = {"type": "string", "enum": ["on", "off"]}
                return [{"name": "state", "in": "query", "description": "Which", "schema": schema, "required": True}]

        tool = the(tools_of(registered(view_with(SiteSerializer, filter_backends=[StateFilter]))), "things_list")
        assert tool.input_schema == {
            "type": "object",
            "properties": {"state": {"type": "string", "enum": ["on", "off"], "description": "Which"}},
            "required": ["state"],
            "additionalProperties": False,
        }

    def test_a_filters_choices_only_hint(self) -> None:
        """Choices of a filter may come from rows, or have a word for null: the view is the judge."""

        class KindFilter(filters.BaseFilterBackend):
            def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
                kinds = {"type": "array", "items": {"type": "integer", "enum": [1, 2]}}
                return [
                    {"name": "kind", "in": "query", "schema": {"type": "integer", "enum": [1, 2]}},
                    {"name": "kinds", "in": "query", "schema": kinds},
                ]

        tool = the(tools_of(registered(view_with(SiteSerializer, filter_backends=[KindFilter]))), "things_list")
        assert arguments(tool)["kind"] == {"type": "integer", "enum": [1, 2]}
        assert tool.faults({"kind": "null", "kinds": [3]}) == ()

    @pytest.mark.parametrize("value", ["1,2", "x", 1, True, ["1", 2], []], ids=str)
    def test_a_list_in_the_query_may_be_the_text_that_rest_would_have(self, found: Tools, value: Any) -> None:
        """Where a query has a list, REST's own spelling of it and a single value are taken as well."""
        assert the(found, "gadgets_find").faults({"name": "a", "body_name": "b", "fields_": value}) == ()

    def test_a_list_in_the_query_is_no_object(self, found: Tools) -> None:
        """What REST cannot spell in a query is no list there."""
        assert the(found, "gadgets_find").faults({"name": "a", "body_name": "b", "fields_": {"a": 1}})

    @pytest.mark.parametrize(("words", "taken"), [(("last",), True), ((), False)], ids=["word", "no word"])
    def test_a_page_may_be_the_last(self, words: tuple[str, ...], taken: bool) -> None:  # noqa: FBT001
        """A page may be called by the word that the host's pages know for the last."""
        pages = heir(GadgetViewSet.pagination_class, last_page_strings=words, page_size_query_param="size")
        tool = the(tools_of(registered(view_with(SiteSerializer, pagination_class=pages))), "things_list")
        assert arguments(tool)["page"] == {"type": "integer"}
        assert (tool.faults({"page": "last"}) == ()) is taken
        assert tool.faults({"size": "last"})

    def test_headers_are_the_clients_own(self, found: Tools) -> None:
        """A header that the view reads is no argument."""
        assert "X-Client" not in arguments(the(found, "gadgets_find"))

    def test_a_list_in_one_text_is_marked(self, found: Tools) -> None:
        """A parameter that takes commas is told from one that is repeated."""
        joined = {one.target: one.joined for one in the(found, "gadgets_find").arguments}
        assert joined == {"fields": True, "name": False, "items": False}

    def test_the_renderers_format_is_no_argument(self, found: Tools) -> None:
        """DRF's own format parameter chooses renderers, which no agent needs."""
        assert "format" not in arguments(the(found, "gadgets_list"))
        assert "format_" not in arguments(the(found, "gadgets_list"))


class TestOurs:
    def test_verify_is_published_on_writes(self, found: Tools) -> None:
        """Every write has verify, a bare boolean; no read has, nor what the host declares one."""
        for tool in found:
            writes = tool.endpoint.method != "GET" and tool.name != "gadgets_find"
            assert arguments(tool).get("verify") == ({"type": "boolean"} if writes else None)

    @pytest.mark.parametrize(
        ("continues", "names"),
        [(frozenset(), set()), (frozenset({"read"}), {"it_get"}), (frozenset({"write"}), {"it_post"})],
        ids=["none", "reads", "writes"],
    )
    def test_a_slot_is_published_where_it_is_wanted(self, continues: frozenset[str], names: set[str]) -> None:
        """A continuation token has its slot on reads, on writes, or nowhere."""
        view = api_view(["GET", "POST"])(lambda request: Response())
        found = tools_of(path("it/", view), options=Options(continues=continues))
        assert {tool.name for tool in found if "continuation_token" in arguments(tool)} == names


class Versioned(APIView):
    def get(self, request: Request, version: str = "") -> Response:
        return Response()


def scheme(base: Any, **attributes: Any) -> Any:
    """A versioning class."""
    return type("Scheme", (base,), attributes)


class TestVersions:
    @pytest.mark.parametrize(
        ("attributes", "schema", "placed"),
        [
            (
                {"default_version": "v1", "allowed_versions": ["v1", "v2"]},
                {"properties": {"version": {"type": "string", "enum": ["v1", "v2"]}}},
                {"version": "v1"},
            ),
            (
                {"default_version": None, "allowed_versions": ["v1", "v2"]},
                {"properties": {"version": {"type": "string", "enum": ["v1", "v2"]}}, "required": ["version"]},
                {},
            ),
            ({"default_version": "v1", "allowed_versions": None}, {}, {"version": "v1"}),
            (
                {"default_version": None, "allowed_versions": None},
                {"properties": {"version": {"type": "string"}}, "required": ["version"]},
                {},
            ),
        ],
        ids=["default", "allowed", "one", "unknown"],
    )
    def test_a_version_in_the_path_is_an_argument_where_there_is_a_choice(
        self, attributes: dict[str, Any], schema: dict[str, Any], placed: dict[str, Any]
    ) -> None:
        """A version may be left out where the host has a default, and is no argument where there is only one."""
        versioned = Versioned.as_view(versioning_class=scheme(versioning.URLPathVersioning, **attributes))
        tool = the(tools_of(path("<str:version>/it/", versioned)), "it_get")
        assert tool.input_schema == {"type": "object", **schema}
        assert tool.place({}).path == placed

    def test_a_serializer_chosen_by_version_is_the_right_one(self) -> None:
        """Views that choose by request.version are asked with the version of their own namespace."""

        def by_version(self: Any) -> Any:
            return SiteSerializer if self.request.version == "v2" else NameSerializer

        view = view_with(None, get_serializer_class=by_version)
        view.versioning_class = scheme(versioning.NamespaceVersioning, allowed_versions=["v1", "v2"])
        made = [path(f"{v}/", include(([registered(view)], "app"), namespace=v)) for v in ("v1", "v2")]
        found = tools_of(*made)
        assert "slug" not in arguments(the(found, "v1_things_create"))
        assert "slug" in arguments(the(found, "v2_things_create"))

    def test_other_schemes_have_their_default(self) -> None:
        """A version in a header or the query is the host's default while its views are asked."""

        def by_version(self: Any) -> Any:
            return SiteSerializer if self.request.version == "1" else NameSerializer

        view = view_with(None, get_serializer_class=by_version)
        view.versioning_class = scheme(versioning.AcceptHeaderVersioning, default_version="1")
        assert "slug" in arguments(the(tools_of(registered(view)), "things_create"))


class TestEngines:
    @pytest.mark.parametrize(
        "schema",
        [AutoSchema(), PlainAutoSchema(), type("OwnSchema", (AutoSchema,), {})()],
        ids=["spectacular", "plain", "own"],
    )
    def test_every_schema_class_gives_the_same_tools(self, schema: Any) -> None:
        """A view whose schema class is not spectacular's is described by spectacular all the same."""
        view = view_with(SiteSerializer, schema=schema)
        assert list(arguments(the(tools_of(registered(view)), "things_create"))) == ["slug", "name", "verify"]

    @pytest.mark.parametrize("base", [AutoSchema, PlainAutoSchema], ids=["spectacular", "plain"])
    def test_extend_schema_counts_whatever_the_default_is(self, monkeypatch: pytest.MonkeyPatch, base: Any) -> None:
        """What the host says with ``@extend_schema`` counts, whether or not its default schema class knows it."""
        monkeypatch.setattr(api_settings, "DEFAULT_SCHEMA_CLASS", base)

        class SaidViewSet(SiteViewSet):
            @extend_schema(request=NameSerializer, description="Said.")
            def create(self, request: Request) -> Response:
                return Response()

        tool = the(tools_of(registered(SaidViewSet)), "things_create")
        assert (tool.description, "slug" in arguments(tool)) == ("Said.", False)

    def test_what_extend_schema_excludes_is_no_tool(self) -> None:
        """An operation that the host keeps out of its schema is kept from agents too."""
        view = extend_schema(exclude=True, methods=["POST"])(api_view(["GET", "POST"])(lambda request: Response()))
        assert [tool.name for tool in tools_of(path("it/", view))] == ["it_get"]

    def test_the_hosts_schemas_are_left_alone(self) -> None:
        """Discovery sets nothing on a view's own schema."""
        schema = AutoSchema()
        tools_of(registered(view_with(SiteSerializer, schema=schema)))
        assert type(schema) is AutoSchema
        assert not hasattr(schema, "fallback")

    def test_json_is_preferred(self) -> None:
        """A view that parses forms and JSON is described by its JSON body."""
        view = view_with(SiteSerializer, parser_classes=[FormParser, JSONParser])
        assert the(tools_of(registered(view)), "things_create").media_types[-1] == "application/json"


class TestLaws:
    def test_every_schema_is_valid(self, found: Tools) -> None:
        """Every published schema is JSON Schema 2020-12 of an object, and so is what arguments are checked by."""
        for tool in found:
            for schema in (tool.input_schema, tool.single.schema, tool.many.schema):
                assert schema["type"] == "object"
                jsonschema_rs.meta.validate({**schema, "$schema": "https://json-schema.org/draft/2020-12/schema"})

    def test_nothing_is_noise(self, found: Tools) -> None:
        """No published schema has titles, defaults, patterns, OpenAPI's own words or ours."""
        for tool in found:
            text = str(tool.input_schema)
            noise = ("'title'", "'default'", "'pattern'", "'nullable'", "'readOnly'", "maxLength", "x-", "oneOf")
            assert not [word for word in noise if word in text]
