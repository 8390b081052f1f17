"""What a result's own serializers tell of its fields."""

import json
from typing import Any

import pytest
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient, APIRequestFactory
from rest_framework.views import APIView

from frisian_pipeline.drf import AgentRenderer
from frisian_pipeline.drf.known import OPAQUE, known_by, known_of, masks_of
from frisian_pipeline.exchange import UNKNOWN, Known
from tests.project.models import Device, Site


class Free(serializers.Serializer[Any]):
    """Has a field of every kind whose keys are data."""

    config = serializers.JSONField()
    sizes = serializers.DictField()
    labels = serializers.HStoreField()
    logs = serializers.ListField(child=serializers.ListField(child=serializers.JSONField()))


class Inner(Free):
    """Is inside."""

    name = serializers.CharField(required=False)
    secret = serializers.CharField(write_only=True)


class Outer(serializers.Serializer[Any]):
    """Has it inside."""

    id = serializers.IntegerField()
    one = Inner()
    several = Inner(many=True)
    listed = serializers.ListField(child=Inner())
    made = serializers.SerializerMethodField()
    config = serializers.JSONField()

    def get_made(self, obj: Any) -> Any:
        return {"a": 1, "b": 2}


class Own(Outer):
    """Shows what it likes."""

    def to_representation(self, instance: Any) -> Any:
        return {**super().to_representation(instance), "more": {"a": 1, "b": 2}}


FREE = dict.fromkeys(("config", "sizes", "labels", "logs"), OPAQUE)
INNER = Known({**FREE, "name": UNKNOWN}, closed=True)
OUTER = dict.fromkeys(("id", "one", "several", "listed", "made"), UNKNOWN) | {"config": OPAQUE}
VALUE = {"config": {"a": 1, "b": 2}, "sizes": {"a": 1}, "labels": {"a": "x"}, "logs": [[{"a": 1, "b": 2}]]}
ROW = {"id": 1, "one": VALUE, "several": [VALUE], "listed": [VALUE], "config": {"a": 1, "b": 2}}


class TestKnownBy:
    def test_a_serializer(self) -> None:
        """Its fields that are sent, those of free-form data among them; what a method makes is not known."""
        assert known_by(Outer(), masks_of("id")) == Known(OUTER, closed=True)

    @pytest.mark.parametrize("name", ["one", "several", "listed"])
    def test_one_inside(self, name: str) -> None:
        """Nested serializers are looked at where a mask reaches into them, lists or not."""
        for masks in (masks_of(f"{name}.name"), masks_of("id", f"{name}(x,y)")):
            assert known_by(Outer(), masks) == Known({**OUTER, name: INNER}, closed=True)

    def test_all_inside(self) -> None:
        """A star reaches into all of them."""
        found = known_by(Outer(), masks_of("*.name")).names
        assert found["one"] == found["several"] == found["listed"] == INNER

    def test_one_that_shows_what_it_likes(self) -> None:
        """A representation of its own may have other names."""
        assert known_by(Own(), masks_of("id")) == Known(OUTER)

    @pytest.mark.parametrize("field", [None, Outer, serializers.CharField(), serializers.BaseSerializer()])
    def test_nothing(self, field: Any) -> None:
        """What has no fields tells nothing."""
        assert known_by(field, masks_of("a.b")) is UNKNOWN


class TestKnownOf:
    def test_rows(self) -> None:
        """Of a list as of an object it is what made the rows."""
        known = Known(OUTER, closed=True)
        assert known_of(Outer(ROW).data, masks_of("id")) == known
        assert known_of(Outer([ROW], many=True).data, masks_of("id")) == known

    def test_a_dict_of_them(self) -> None:
        """Of a page, or any other dict, each value may have been made."""
        data = {"count": 1, "results": Outer([ROW], many=True).data, "first": Outer(ROW).data}
        found = known_of(data, masks_of("one.name", "results.several.name"))
        assert found == Known(
            {
                "results": Known({**OUTER, "one": INNER, "several": INNER}, closed=True),
                "first": Known({**OUTER, "one": INNER}, closed=True),
            }
        )

    @pytest.mark.parametrize("data", [None, [ROW], "text", 5])
    def test_what_nobody_made(self, data: Any) -> None:
        """Data made by hand tells nothing."""
        assert known_of(data, masks_of("id")) is UNKNOWN

    def test_masks_that_cannot_be_read(self) -> None:
        """They are none."""
        assert masks_of("a((", "", None) == []


class OuterView(APIView):
    """Answers rows that a serializer made."""

    renderer_classes = [AgentRenderer, JSONRenderer]

    def get(self, request: Request) -> Response:
        return Response(Outer([ROW], many=True).data)


def answer(query: str) -> Any:
    """What an agent reads."""
    return json.loads(OuterView.as_view()(APIRequestFactory().get(f"/?{query}")).render().content)


class TestMasks:
    @pytest.mark.parametrize(
        ("query", "row", "whole"),
        [
            pytest.param("fields=config.a", {"id": 1, "config": ROW["config"]}, "config", id="fields"),
            pytest.param("fields=one.sizes.b", {"id": 1, "one": {"sizes": {"a": 1}}}, "one.sizes", id="nested"),
            pytest.param(
                "fields=several.logs.b", {"id": 1, "several": [{"logs": VALUE["logs"]}]}, "several.logs", id="several"
            ),
            pytest.param("fields=made.a", {"id": 1, "made": {"a": 1}}, "", id="what a method made"),
            pytest.param(
                "exclude=config.a,several,one.labels.a,one.logs,listed",
                {
                    "id": 1,
                    "one": {name: VALUE[name] for name in ("config", "sizes", "labels")},
                    "made": {"a": 1, "b": 2},
                    "config": ROW["config"],
                },
                "config, one.labels",
                id="exclude",
            ),
        ],
    )
    def test_they_do_not_reach_into_free_form_data(self, query: str, row: Any, whole: str) -> None:
        """It is shown whole or not at all, and the agent hears of it."""
        notes = [f"kept whole, since its keys are data: {whole}"] if whole else []
        assert answer(query) == ({"results": [row], "_notes": notes} if notes else [row])

    @pytest.mark.django_db
    def test_an_empty_list(self, agent: APIClient) -> None:
        """A name that the serializer declares is known where there is no row, and one that it does not is told."""
        assert agent.get("/devices/?fields=serial,site.slug").json() == []
        assert agent.get("/devices/?fields=seral,site.slgu").json()["_notes"] == [
            "unknown fields: seral (serial?), site.slgu (slug?)"
        ]
        assert agent.get("/paged-devices/?fields=serial,config.x").json()["_notes"] == [
            "kept whole, since its keys are data: config"
        ]

    @pytest.mark.django_db
    def test_a_page(self, agent: APIClient) -> None:
        """Rows of a page are known, too."""
        Device.objects.create(name="edge-01", site=Site.objects.create(name="HQ", slug="hq"), config={"a": {"b": 1}})
        page = agent.get("/paged-devices/?fields=config.a.b,nmae").json()
        assert page["results"][0]["config"] == {"a": {"b": 1}}
        assert page["_notes"] == ["unknown field: nmae (name?)", "kept whole, since its keys are data: config"]
