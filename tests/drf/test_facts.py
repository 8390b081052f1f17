"""What serializers and views know about a result."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct
from rest_framework import serializers
from rest_framework.utils.serializer_helpers import ReturnDict

from frisian_pipeline import Operation
from frisian_pipeline.drf import facts
from tests.project.models import Device, Profile, Site, SystemTag, Tag
from tests.project.serializers import (
    BriefDeviceSerializer,
    DeviceSerializer,
    LinkedSiteSerializer,
    ProfileSerializer,
    SiteSerializer,
    SystemTagSerializer,
    TagSerializer,
)


class Brief(Struct):
    name: str


class Demanding(serializers.Serializer[Any]):
    """Cannot be made without a request."""

    name = serializers.CharField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = self.context["request"]


class Faulty(serializers.ModelSerializer[Any]):
    """Names a field that its model lacks, which shows when its fields are asked for."""

    class Meta:
        model = Site
        fields = ["nonsense"]


def view(**attributes: Any) -> Any:
    """A view with these attributes."""
    return SimpleNamespace(**attributes)


def naming(make: Any, **attributes: Any) -> Any:
    """A view that names a serializer class."""
    return view(get_serializer_class=lambda: make, **attributes)


def fields(**declared: Any) -> Any:
    """A serializer with these fields."""
    return type("Declared", (serializers.Serializer,), declared)()


def modelled(kind: Any, **declared: Any) -> Any:
    """A serializer of a model with these fields and no others."""
    meta = type("Meta", (), {"model": kind, "fields": [*declared]})
    return type("Modelled", (serializers.ModelSerializer,), {"Meta": meta, **declared})()


class TestSerializerOf:
    def test_the_one_that_made_the_data(self) -> None:
        """The data's own serializer counts, whatever the view names."""
        made = BriefDeviceSerializer(Device(name="a"))
        assert facts.serializer_of(made.data, naming(DeviceSerializer)) is made

    def test_the_one_that_made_each_row(self) -> None:
        """Of a list it is the one that made the rows."""
        made = BriefDeviceSerializer([Device(name="a")], many=True)
        assert isinstance(facts.serializer_of(made.data, naming(DeviceSerializer)), BriefDeviceSerializer)

    def test_the_one_that_made_a_page(self) -> None:
        """Of a page it is the one that made its results."""
        made = BriefDeviceSerializer([], many=True)
        page = {"count": 0, "next": None, "previous": None, "results": made.data}
        assert isinstance(facts.serializer_of(page, naming(DeviceSerializer)), BriefDeviceSerializer)

    @pytest.mark.parametrize("data", [None, {}, {"results": [1]}, [], [{"id": 1}], "text", 5, {"results": None}])
    def test_the_one_that_the_view_names(self, data: Any) -> None:
        """For data made by hand the view is asked for its class."""
        assert facts.serializer_of(data, naming(DeviceSerializer)) is DeviceSerializer

    @pytest.mark.parametrize(
        "unhelpful",
        [
            pytest.param(view(), id="no serializer"),
            pytest.param(None, id="no view"),
            pytest.param(naming(None), id="no class"),
            pytest.param(view(get_serializer_class=lambda: 1 / 0), id="an error"),
        ],
    )
    def test_none(self, unhelpful: Any) -> None:
        """A view that cannot name a serializer has none, and that is no error."""
        assert facts.serializer_of({}, unhelpful) is None


class TestMeta:
    def test_an_attribute(self) -> None:
        """An attribute of the serializer's Meta."""
        assert facts.meta(DeviceSerializer(), "mcp_light_key") == "serial"

    @pytest.mark.parametrize("serializer", [None, SiteSerializer(), Demanding])
    def test_nothing(self, serializer: Any) -> None:
        """Where there is none it is empty."""
        assert facts.meta(serializer, "mcp_light_key") == ()


class TestNames:
    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            pytest.param("serial", ("serial",), id="one"),
            pytest.param(("serial", "name"), ("serial", "name"), id="a tuple"),
            pytest.param(["serial"], ("serial",), id="a list"),
            pytest.param((), (), id="none"),
            pytest.param(None, (), id="null"),
        ],
    )
    def test_one_or_several(self, value: Any, expected: tuple[str, ...]) -> None:
        """A name alone is one name."""
        assert facts.names(value) == expected


class TestAgentView:
    @pytest.mark.parametrize(
        ("chosen", "expected"),
        [
            pytest.param("id,name", "id,name", id="a mask"),
            pytest.param(["id", "site(name)"], "id,site(name)", id="a list of paths"),
            pytest.param(Brief, Brief, id="a Struct"),
            pytest.param({"list": "id"}, "id", id="a mask for this action"),
            pytest.param({"list": ("id", "name")}, "id,name", id="paths for this action"),
            pytest.param({"list": Brief}, Brief, id="a Struct for this action"),
        ],
    )
    def test_the_views(self, chosen: Any, expected: Any) -> None:
        """The view's word counts, and the serializer is not asked."""
        assert facts.agent_view(view(agent_view=chosen), "list", TagSerializer()) == (expected, "")
        assert facts.agent_view(view(get_agent_view=lambda: chosen), "list", TagSerializer()) == (expected, "")

    @pytest.mark.parametrize("chosen", [None, "", {}, {"retrieve": "id"}, {"list": None}])
    def test_the_serializers(self, chosen: Any) -> None:
        """Where the view says nothing about this action, the serializer's Meta counts."""
        assert facts.agent_view(view(agent_view=chosen), "list", TagSerializer()) == ("label", "")
        assert facts.agent_view(view(), "list", DeviceSerializer()) == ("", "config")

    def test_none(self) -> None:
        """Where nobody says anything, everything is shown."""
        assert facts.agent_view(view(), "list", None) == ("", "")

    def test_the_view_is_asked_first(self) -> None:
        """A view with both is asked by its method."""
        both = view(agent_view="id", get_agent_view=lambda: "name")
        assert facts.agent_view(both, "list", None) == ("name", "")


class TestDeclaredOperation:
    @pytest.mark.parametrize(
        ("attributes", "expected"),
        [
            pytest.param({}, None, id="nothing"),
            pytest.param({"mcp_operations": None}, None, id="null"),
            pytest.param({"mcp_operations": {"burn": "delete"}}, None, id="another action"),
            pytest.param({"mcp_operations": {"archive": Operation.UPDATE}}, Operation.UPDATE, id="an operation"),
            pytest.param({"mcp_operations": {"archive": "create"}}, Operation.CREATE, id="its name"),
            pytest.param({"mcp_operations": {"archive": "creat"}}, None, id="no operation"),
        ],
    )
    def test_the_hosts_word(self, attributes: dict[str, Any], expected: Operation | None) -> None:
        """What the view says of its action."""
        assert facts.declared_operation(view(**attributes), "archive") is expected


class TestLookupField:
    @pytest.mark.parametrize(
        ("attributes", "serializer", "expected"),
        [
            pytest.param({"lookup_field": "pk"}, DeviceSerializer(), "uid", id="a key that is not called id"),
            pytest.param({"lookup_field": "uid"}, DeviceSerializer(), "uid", id="the key by its name"),
            pytest.param({"lookup_field": "pk"}, TagSerializer(), "code", id="a slug as key"),
            pytest.param({"lookup_field": "pk"}, SystemTagSerializer(), "code", id="the parent's key"),
            pytest.param({"lookup_field": "pk"}, ProfileSerializer(), "user", id="the key of another model"),
            pytest.param({"lookup_field": "slug"}, SiteSerializer(), "identifier", id="another name by its source"),
            pytest.param({"lookup_field": "pk"}, LinkedSiteSerializer(), "self", id="only a URL"),
            pytest.param({"lookup_field": "slug"}, LinkedSiteSerializer(), "self", id="only a URL, looked up by slug"),
            pytest.param({"lookup_field": "pk"}, SiteSerializer(), "", id="neither key nor URL"),
            pytest.param({"lookup_field": "slug"}, None, "slug", id="no serializer"),
            pytest.param({"lookup_field": "pk"}, None, "", id="no serializer, looked up by key"),
            pytest.param({}, None, "", id="no lookup"),
            pytest.param({"lookup_field": None}, DeviceSerializer(), "", id="null lookup"),
            pytest.param({"lookup_field": "slug"}, Faulty(), "slug", id="fields that cannot be built"),
            pytest.param({"lookup_field": "slug"}, object(), "slug", id="no fields"),
            pytest.param({"lookup_field": "pk"}, DeviceSerializer, "uid", id="a class that has made nothing yet"),
            pytest.param({"lookup_field": "slug"}, Demanding, "slug", id="a class that cannot be made"),
            pytest.param(
                {"lookup_field": "name", "get_serializer_context": lambda: {"request": "it"}},
                Demanding,
                "name",
                id="a class that needs the view's context",
            ),
            pytest.param(
                {"lookup_field": "uid"},
                modelled(Device, key=serializers.UUIDField(source="pk")),
                "key",
                id="a key whose source is pk",
            ),
            pytest.param(
                {"lookup_field": "pk", "queryset": Device.objects.all()},
                fields(uid=serializers.UUIDField()),
                "uid",
                id="the view's model where the serializer has none",
            ),
            pytest.param(
                {"lookup_field": "user__username"},
                fields(login=serializers.CharField(source="user.username")),
                "login",
                id="a field of a related object",
            ),
            pytest.param(
                {"lookup_field": "slug"},
                fields(id=serializers.IntegerField(), slug=serializers.CharField(write_only=True)),
                "",
                id="id where the lookup field is not shown",
            ),
            pytest.param(
                {"lookup_field": "slug"},
                fields(pk=serializers.IntegerField(), self=serializers.HyperlinkedIdentityField("site-detail")),
                "",
                id="pk before the URL",
            ),
            pytest.param(
                {"lookup_field": "pk"},
                fields(
                    ports=serializers.HyperlinkedIdentityField("ports"),
                    url=serializers.HyperlinkedIdentityField("site-detail"),
                ),
                "url",
                id="the URL that DRF would name",
            ),
            pytest.param(
                {"lookup_field": "pk"},
                fields(
                    self=serializers.HyperlinkedIdentityField("site-detail"),
                    ports=serializers.HyperlinkedIdentityField("ports"),
                ),
                "self",
                id="else the first URL",
            ),
        ],
    )
    def test_what_a_retrieve_takes(self, attributes: dict[str, Any], serializer: Any, expected: str) -> None:
        """The field that holds what the view looks up, else id or pk, else the object's own URL."""
        assert facts.lookup_field(view(**attributes), serializer) == expected

    @pytest.mark.parametrize(
        "relation",
        [
            pytest.param(serializers.SlugRelatedField("username", read_only=True), id="slug"),
            pytest.param(serializers.StringRelatedField[Any](), id="text"),
            pytest.param(serializers.HyperlinkedRelatedField("user-detail", read_only=True), id="URL"),
            pytest.param(serializers.PrimaryKeyRelatedField(many=True, read_only=True), id="many"),
            pytest.param(serializers.Serializer[Any](), id="nested"),
            pytest.param(serializers.Serializer[Any](many=True), id="nested rows"),
        ],
    )
    def test_a_relation_is_not_the_key(self, relation: Any) -> None:
        """A relation that shows another object in some other way does not show this one's key."""
        serializer = modelled(Profile, user=relation, motto=serializers.CharField())
        assert facts.lookup_field(view(lookup_field="pk"), serializer) == ""


class TestKeyNames:
    @pytest.mark.parametrize(
        ("model", "expected"),
        [
            pytest.param(Site, ["id", "id"], id="integer"),
            pytest.param(Device, ["uid", "uid"], id="uuid"),
            pytest.param(Tag, ["code", "code"], id="slug"),
            pytest.param(SystemTag, ["tag_ptr", "tag_ptr_id", "code", "code"], id="inherited"),
            pytest.param(Profile, ["user", "user_id"], id="another model's, which is no parent"),
        ],
    )
    def test_every_name(self, model: Any, expected: list[str]) -> None:
        """A key is known by its name and its column's, and an inherited one by the parent's too."""
        assert list(facts.key_names(model)) == expected


class TestFieldsOf:
    def test_only_what_is_sent(self) -> None:
        """Fields that are only written are in no result."""
        assert list(facts.fields_of(SiteSerializer())) == ["identifier", "name", "description"]

    def test_data_may_have_a_serializer_of_another_kind(self) -> None:
        """What is called a serializer and is none has no fields."""
        data: Any = ReturnDict({}, serializer=view(fields={"a": object()}))
        assert facts.fields_of(facts.serializer_of(data, None)) == {}
