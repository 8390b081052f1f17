"""What masks leave out is not computed, and nobody could tell from the answer."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import F, Prefetch, QuerySet
from django.db.models.signals import post_init
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import path
from django.views.decorators.cache import cache_page
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from rest_framework import generics, pagination, serializers, viewsets
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from frisian_pipeline import Operation
from frisian_pipeline.drf.calls import call_of
from frisian_pipeline.drf.projection import Asked
from frisian_pipeline.drf.shaping import shaped
from frisian_pipeline.mcp.invocation.projected import ASKED, projecting
from tests.project.models import Device, Part, Profile, Site, Tag

pytestmark = pytest.mark.django_db
QUIET = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


class Pages(pagination.PageNumberPagination):
    page_size = 3
    page_size_query_param = "size"


class Offsets(pagination.LimitOffsetPagination):
    default_limit = 2


class Cursors(pagination.CursorPagination):
    page_size = 2
    ordering = "name"


class Brief(Struct):
    """An agent view as a class."""

    name: str
    state: str = ""


def model(kind: Any, **declared: Any) -> Any:
    """A serializer of a model: declared fields, and the model's own where one is None."""
    meta = type("Meta", (), {"model": kind, "fields": [*declared]})
    own = {name: field for name, field in declared.items() if field is not None}
    return type(f"Some{kind.__name__}", (serializers.ModelSerializer,), {"Meta": meta, **own})


SITE = model(Site, id=None, name=None, slug=None, description=None)
TAG = model(Tag, code=None, label=None)


class LoudSite(serializers.ModelSerializer[Site]):
    """Has a method that reads another field."""

    loud = serializers.SerializerMethodField()

    class Meta:
        model = Site
        fields = ["id", "loud", "slug"]

    def get_loud(self, site: Site) -> str:
        return site.name.upper()


class OwnSite(serializers.ModelSerializer[Site]):
    """Shows what it likes."""

    class Meta:
        model = Site
        fields = ["id", "name"]

    def to_representation(self, instance: Site) -> Any:
        shown = super().to_representation(instance)
        return {**shown, "both": f"{shown['id']} {shown['name']}"}


class ShoutField(serializers.CharField):
    """The host's own field, which looks around."""

    def to_representation(self, value: Any) -> Any:
        return f"{value}!"


class Looks(serializers.ReadOnlyField):
    """The host's own field, which reads what it likes."""

    def get_attribute(self, instance: Any) -> Any:
        return instance.name


DEVICE = model(
    Device,
    uid=None,
    name=None,
    config=None,
    site=SITE(),
    tags=TAG(many=True),
    tag_codes=serializers.PrimaryKeyRelatedField(source="tags", many=True, read_only=True),
    where=serializers.CharField(source="site.slug", default=""),
)
FIELDS: dict[str, Callable[[], Any]] = {
    "id": lambda: None,
    "key": lambda: serializers.IntegerField(source="pk"),
    "name": lambda: None,
    "rank": lambda: None,
    "state": lambda: None,
    "shown_state": lambda: serializers.CharField(source="get_state_display"),
    "price": lambda: None,
    "specs": lambda: None,
    "sizes": lambda: None,
    "deep": lambda: serializers.ReadOnlyField(source="specs.a"),
    "shout": lambda: ShoutField(source="name"),
    "looks": Looks,
    "site": SITE,
    "site_pk": lambda: serializers.PrimaryKeyRelatedField(source="site", read_only=True),
    "site_id": lambda: serializers.IntegerField(allow_null=True),
    "site_slug": lambda: serializers.SlugRelatedField("slug", source="site", read_only=True),
    "site_text": lambda: serializers.StringRelatedField[Any](source="site"),
    "site_name": lambda: serializers.CharField(source="site.name", default=None),
    "loud_site": lambda: LoudSite(source="site"),
    "own_site": lambda: OwnSite(source="site"),
    "device": DEVICE,
    "device_name": lambda: serializers.SlugRelatedField("name", source="device", read_only=True),
    "device_site": lambda: serializers.CharField(source="device.site.name", default=None),
    "tag": TAG,
    "me": serializers.SerializerMethodField,
    "url": lambda: serializers.HyperlinkedIdentityField("part-detail"),
    "twice": lambda: serializers.IntegerField(required=False),
    "absent": lambda: serializers.CharField(required=False),
    "secret": lambda: serializers.CharField(source="maker", write_only=True),
}


def serializer(names: Any, **members: Any) -> Any:
    """A serializer of parts with these fields."""
    members.setdefault("get_me", lambda self, part: f"{part.name} {part.site}")
    kind = model(Part, **{name: FIELDS[name]() for name in names})
    return type("SomePart", (kind,), {"Meta": kind.Meta, **members})


def joined_to_everything() -> Any:
    """What ``select_related()`` without names gives."""
    queryset = Part.objects.all()
    queryset.query.select_related = True
    return queryset


def evaluated(queryset: Any) -> Any:
    """A query that has been asked."""
    assert len(queryset) == 5
    return queryset


QUERIES: dict[str, Callable[[], Any]] = {
    "all": Part.objects.all,
    "joined": lambda: Part.objects.select_related("site", "device__site", "tag"),
    "partly joined": lambda: Part.objects.select_related("device"),
    "joined to everything": joined_to_everything,
    "prefetched": lambda: Part.objects.prefetch_related("site", "device__tags", "device__site"),
    "both": lambda: Part.objects.select_related("device").prefetch_related("device__tags", "device__site"),
    "prefetched by hand": lambda: Part.objects.prefetch_related(Prefetch("site", Site.objects.order_by("-pk"))),
    "annotated": lambda: Part.objects.annotate(twice=F("id") * 2),
    "only": lambda: Part.objects.only("name"),
    "deferred": lambda: Part.objects.defer("price"),
    "distinct": Part.objects.distinct,
    "ordered": lambda: Part.objects.order_by("-site__name", "price", "pk"),
    "filtered": lambda: Part.objects.filter(site__slug="hq", price__gt=1),
    "in no order": Part.objects.order_by,
    "joined in no order": Part.objects.order_by().select_related("site").all,
    "in no one order": lambda: Part.objects.order_by("state"),
    "at random": lambda: Part.objects.order_by("?").filter(name="part 1"),
    "by an expression": lambda: Part.objects.order_by(F("name").desc(), "id"),
    "none": Part.objects.none,
    "sliced": lambda: Part.objects.all()[1:4],
    "union": lambda: Part.objects.order_by().filter(state="on").union(Part.objects.order_by().filter(state="off")),
    "list": lambda: list(Part.objects.all()),
    "extra": lambda: Part.objects.extra(select={"twice": "project_part.id * 2"}),
    "evaluated": lambda: evaluated(Part.objects.all()),
}


urlpatterns = [path("parts/<int:pk>/", lambda request, pk: HttpResponse(), name="part-detail")]


@pytest.fixture(autouse=True)
def parts(settings: Any) -> list[Part]:
    """Five parts that differ in what they lack."""
    settings.ROOT_URLCONF = __name__
    hq = Site.objects.create(name="HQ", slug="hq", description="head")
    other = Site.objects.create(name="Snits", slug="snits")
    tag = Tag.objects.create(code="a", label="A")
    device = Device.objects.create(name="edge", site=other, config={"vlan": {"id": 1}})
    device.tags.add(tag, Tag.objects.create(code="b"))
    facts: list[dict[str, Any]] = [
        {"site": hq, "device": device, "tag": tag, "rank": 1, "state": "on", "price": "1.500"},
        {"site": hq, "specs": {"a": {"b": [1]}}, "sizes": [1, 2], "maker": {"x": 1}, "price": "2.500"},
        {"device": device, "state": "off"},
        {"site": other, "device": Device.objects.create(name="bare")},
        {},
    ]
    return [Part.objects.create(name=f"part {number}", **one) for number, one in enumerate(facts)]


def view(made: Any, query: Any, *bases: Any, **attributes: Any) -> Any:
    """A ViewSet that reads parts."""
    members = {
        "renderer_classes": [JSONRenderer],
        "serializer_class": made,
        "get_queryset": lambda self: query(),
        "pagination_class": None,
        **attributes,
    }
    return type("PartViewSet", (*bases, viewsets.ReadOnlyModelViewSet), members)


def read(callback: Any, action: str, words: dict[str, str], **kwargs: Any) -> tuple[bytes, int, Any]:
    """What an agent is shown, how many queries that took, and what the view answered."""
    request = APIRequestFactory().get(f"/?{urlencode(words)}")
    said = {name: words.get(name, "") for name in ("fields", "exclude")}
    vars(request)[ASKED] = Asked(action=action, **said, wants_all=words.get("view") == "full")
    connection.queries_log.clear()
    with CaptureQueriesContext(connection) as queries:
        response = callback(request, **kwargs)
        data, context = response.data, response.renderer_context
    return (
        shaped(
            lambda: call_of(context["view"], context["request"], data, response.status_code), data, response.status_code
        )[0],
        len(queries),
        data,
    )


def both(kind: Any, words: dict[str, str], action: str = "list", **kwargs: Any) -> tuple[Any, Any]:
    """
    The plain view and the projected one, held to each other; returns what each answered.

    Neither shows anything that the serializer would not have sent.
    """
    callback = kind.as_view({"get": action})
    plain, queries, whole = read(callback, action, words, **kwargs)
    shown, fewer, less = read(projecting(callback), action, words, **kwargs)
    assert shown == plain
    assert fewer <= queries
    assert is_part(without_notes(json.loads(shown), whole), json.loads(JSONRenderer().render(whole)))
    return whole, less


def without_notes(shown: Any, whole: Any) -> Any:
    """What an agent is shown of the data."""
    if not isinstance(shown, dict):
        return shown
    data = {name: value for name, value in shown.items() if name not in ("_notes", "facts")}
    return data["results"] if isinstance(whole, list) else data


def is_part(shown: Any, whole: Any) -> bool:
    """Tell whether everything here was sent there, in its place."""
    if isinstance(shown, dict):
        return isinstance(whole, dict) and all(name in whole and is_part(shown[name], whole[name]) for name in shown)
    if isinstance(shown, list):
        return isinstance(whole, list) and len(shown) == len(whole) and all(map(is_part, shown, whole))
    return bool(shown == whole)


NAMES = [*FIELDS, "nope", "results", "count"]
INNER = ("id", "name", "slug", "site", "tags", "code", "label", "config", "loud", "both", "nope", "a", "where", "*")
paths = st.lists(st.sampled_from([*NAMES, "*"]), min_size=1, max_size=1).flatmap(
    lambda first: st.lists(st.sampled_from(INNER), max_size=2).map(lambda rest: ".".join([*first, *rest]))
)
masks = st.lists(paths, min_size=1, max_size=4).map(",".join)
words = st.fixed_dictionaries(
    {}, optional={"fields": masks | st.just("a(("), "exclude": masks, "view": st.just("full"), "size": st.just("2")}
)
views: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({}),
    masks.map(lambda mask: {"agent_view": mask}),
    st.just({"agent_view": Brief}),
    st.just({"agent_view": {"list": "name,site(name)", "retrieve": "id"}}),
)


def both_but_computed(made: Any, asked: dict[str, str]) -> tuple[Any, Any]:
    """The projected view alone, since the plain one would fail."""
    callback = projecting(view(made, QUERIES["joined"]).as_view({"get": "list"}))
    return None, read(callback, "list", asked)[2]


class TestSame:
    """The same bytes, from no more queries."""

    @QUIET
    @given(
        st.sets(st.sampled_from([*FIELDS]), min_size=1),
        st.sampled_from(sorted(QUERIES)),
        views,
        words,
        st.sampled_from([None, Pages, Offsets, Cursors]),
        st.one_of(st.none(), st.tuples(st.sampled_from(["agent_fields", "agent_exclude"]), masks)),
    )
    def test_lists(  # noqa: PLR0913, PLR0917  all that may differ
        self, names: Any, query: str, said: Any, asked: Any, pages: Any, meta: Any
    ) -> None:
        """Whatever the serializer, the query, the paginator and the masks."""
        order = [name for name in FIELDS if name in names and (name != "twice" or query != "union")]
        made = serializer(order)
        if meta:
            made.Meta = type("Meta", (made.Meta,), dict([meta]))
        if pages and query in ("sliced", "union", "list", "in no order", "joined in no order"):
            pages = None
        both(view(made, QUERIES[query], pagination_class=pages, **said), asked)

    @QUIET
    @given(st.sets(st.sampled_from([*FIELDS]), min_size=1), views, words, st.integers(0, 4))
    @example(set(FIELDS), {}, {"fields": "name"}, 0)
    def test_single_objects(self, names: Any, said: Any, asked: Any, place: int) -> None:
        """The same of one object."""
        made = serializer([name for name in FIELDS if name in names])
        key = Part.objects.order_by("name")[place].pk
        both(view(made, QUERIES["joined"], **said), asked, "retrieve", pk=key)


def columns(kind: Any, asked: dict[str, Any]) -> Iterator[str]:
    """The columns that a projected list reads."""
    callback = projecting(kind.as_view({"get": "list"}))
    request = APIRequestFactory().get("/")
    vars(request)[ASKED] = Asked(action="list", **asked)
    with CaptureQueriesContext(connection) as queries:
        callback(request)
    for query in queries.captured_queries:
        head = query["sql"].partition(" FROM ")[0]
        yield ", ".join(part.split('"')[-2] for part in head.split(",") if '"' in part)


OF_SITES = "id, name, slug, description, secret"
JOINED = ", ".join(f"site__{name}" for name in OF_SITES.split(", "))
ALL = "id, name, site_id, device_id, tag_id, rank, state, price, specs, sizes, maker"


class TestLess:
    """What is left out is neither computed nor read."""

    def test_serializer_fields(self) -> None:
        """Fields, nested ones too, that the masks leave out are not computed."""
        made = serializer(["id", "name", "me", "site", "device"], get_me=lambda self, part: pytest.fail("computed"))
        _, less = both_but_computed(made, {"fields": "name,site.name,device(name,tags.code)"})
        assert json.loads(json.dumps(less[0])) == {
            "id": less[0]["id"],
            "name": "part 0",
            "site": {"name": "HQ"},
            "device": {"name": "edge", "tags": [{"code": "a"}, {"code": "b"}]},
        }

    @pytest.mark.parametrize(
        ("query", "asked", "read_"),
        [
            pytest.param("all", {"fields": "name"}, ["id, name"], id="columns"),
            pytest.param("joined", {"fields": "name"}, ["id, name"], id="joins"),
            pytest.param("joined", {"fields": "site.name"}, ["id, site__id, site__name"], id="joined objects"),
            pytest.param("joined", {"fields": "site_pk,url"}, ["id, site_id"], id="keys of joined objects"),
            pytest.param("joined", {"fields": "url,site.name"}, ["id, site_id, id, name"], id="objects with objects"),
            pytest.param(
                "joined",
                {"fields": "device_site"},
                ["id, device__uid, device__site__id, device__site__name"],
                id="paths",
            ),
            pytest.param("joined", {"fields": "site_slug"}, [f"id, site_id, {OF_SITES}"], id="whole objects"),
            pytest.param(
                "joined", {"fields": "site_slug,site.name"}, [f"id, site_id, {OF_SITES}"], id="whole ones and parts"
            ),
            pytest.param(
                "joined",
                {"fields": "device_name"},
                [f"id, device_id, uid, name, serial, comments, site_id, config, archived, {OF_SITES}"],
                id="whole ones and what they are joined to",
            ),
            pytest.param("in no order", {"fields": "name"}, [ALL], id="no order"),
            pytest.param("joined in no order", {"fields": "name"}, [f"{ALL}, {JOINED}"], id="joins in no order"),
            pytest.param("in no one order", {"fields": "name"}, [ALL], id="no one order"),
            pytest.param("by an expression", {"fields": "name"}, [ALL], id="an order that nobody can tell"),
            pytest.param("in no order", {"fields": "url"}, [ALL], id="objects in no order"),
            pytest.param("distinct", {"fields": "name"}, [ALL], id="different rows"),
            pytest.param("all", {"fields": "me"}, [ALL, *["id, name, slug, description, secret"] * 3], id="a method"),
            pytest.param("prefetched", {"fields": "name"}, ["id, name"], id="prefetched objects"),
            pytest.param("annotated", {"fields": "name,twice"}, ["id, name, twice"], id="annotations stay"),
            pytest.param("all", {"fields": "specs.a"}, ["id, specs"], id="free-form data"),
        ],
    )
    def test_columns(self, query: str, asked: dict[str, str], read_: list[str]) -> None:
        """The database is asked for what is shown, for keys and for nothing else."""
        names = [
            "id",
            "name",
            "site",
            "site_pk",
            "site_slug",
            "device_site",
            "device_name",
            "twice",
            "specs",
            "me",
            "url",
        ]
        assert list(columns(view(serializer(names), QUERIES[query]), asked)) == read_

    @pytest.mark.parametrize("pages", [Pages, Offsets])
    def test_pages(self, pages: Any) -> None:
        """Pages are taken of the narrow query."""
        kind = view(serializer(["id", "name", "price"]), QUERIES["all"], pagination_class=pages)
        assert list(columns(kind, {"fields": "name"}))[1:] == ["id, name"]

    def test_many(self) -> None:
        """Objects that are linked, and what points to others, are found by keys alone."""
        owner = model(Site, id=None, slug=None, devices=model(Device, uid=None, name=None)(many=True))
        assert list(columns(view(owner, Site.objects.prefetch_related("devices").all), {"fields": "devices.name"})) == [
            "id",
            "uid, name, serial, comments, site_id, config, archived",
        ]
        kind = view(DEVICE, Device.objects.select_related("site").prefetch_related("tags", "site__devices").all)
        assert next(columns(kind, {"fields": "tags.code,tag_codes"})) == "uid"
        assert next(columns(kind, {"fields": "tags.code,site.name"})).startswith("uid, name, serial")
        kind = view(DEVICE, Device.objects.select_related("site").prefetch_related("tags").all)
        assert next(columns(kind, {"fields": "tags.code,site.name"})) == "uid, site_id, id, name"


class TestReverse:
    """Lists of other models, whose objects lead to many."""

    @QUIET
    @given(masks, masks | st.none(), st.sampled_from(["joined", "prefetched", "both", "all"]), st.booleans())
    def test_devices(self, fields: str, exclude: str | None, query: str, paged: Any) -> None:
        """Of devices, their sites and tags."""
        queries = {
            "joined": Device.objects.select_related("site").all,
            "prefetched": Device.objects.prefetch_related("site", "tags").all,
            "both": Device.objects.select_related("site").prefetch_related("tags", "site__devices").all,
            "all": Device.objects.all,
        }
        asked = {"fields": fields, **({"exclude": exclude} if exclude else {})}
        both(view(DEVICE, queries[query], pagination_class=Pages if paged else None), asked)

    @QUIET
    @given(masks, st.booleans())
    def test_sites(self, fields: str, prefetched: Any) -> None:
        """Of sites and the devices at them, which know their site again."""
        inner = model(Device, uid=None, name=None, where=serializers.CharField(source="site.slug"), site=None)
        owner = model(
            Site,
            id=None,
            slug=None,
            devices=inner(many=True),
            several=serializers.PrimaryKeyRelatedField(source="devices", many=True, read_only=True),
            texts=serializers.StringRelatedField[Any](source="devices", many=True),
        )
        query = Site.objects.prefetch_related("devices") if prefetched else Site.objects.order_by("slug")
        both(view(owner, query.all), {"fields": fields})


class TestFields:
    def test_what_is_no_object_of_the_model(self) -> None:
        """A view may list what it likes: dicts, and objects whose relations lead nowhere."""
        made = serializer(["id", "name", "site", "site_pk"])
        lost = Part(pk=7, name="lost", site_id=99)
        rows: list[Any] = [{"id": 1, "name": "a", "site": None}, lost]
        kind = view(serializer(["id", "name"]), lambda: rows)
        assert both(kind, {"fields": "name"})[1] == [{"id": 1, "name": "a"}, {"id": 7, "name": "lost"}]
        assert both(view(made, lambda: [lost]), {"fields": "site,name"})[1] == [{"id": 7, "name": "lost", "site": None}]

    def test_one_that_holds_its_own_kind(self) -> None:
        """A serializer without end is not followed to it."""

        def get_fields(self: Any) -> Any:
            return {"name": serializers.CharField(), "site": type(self)(), "devices": type(self)(many=True)}

        endless = type("Endless", (SITE,), {"get_fields": get_fields})
        part = model(Part, id=None, name=None, site=endless())
        for fields in ("name", "site.name", "site.devices.name", "*.*.*.name"):
            both(view(part, lambda: Part.objects.filter(site=None)), {"fields": fields})

    def test_fields_that_are_left_out_are_still_there(self) -> None:
        """A field's method may use another field of its serializer."""
        get_me = lambda self, part: self.fields["name"].to_representation(part.name) + str(len(self.fields))  # noqa: E731
        made = serializer(["id", "name", "price", "me"], get_me=get_me)
        assert both(view(made, QUERIES["all"]), {"fields": "me"})[1][0] == {"id": both_id(0), "me": "part 04"}


def both_id(place: int) -> int:
    """The key of a part."""
    return Part.objects.order_by("name")[place].pk


class Summing(viewsets.ReadOnlyModelViewSet[Part]):
    """Sums up what it lists."""

    def list(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        response: Response = super().list(request, *args, **kwargs)
        response.data = [{"id": 0, "name": "all", "ranks": sum(row["rank"] or 0 for row in response.data)}]
        return response


class Finalizing(viewsets.ReadOnlyModelViewSet[Part]):
    """Looks at what it has answered."""

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        response["X-Ranks"] = str([row["rank"] for row in response.data])
        return super().finalize_response(request, response, *args, **kwargs)


class Paging(viewsets.ReadOnlyModelViewSet[Part]):
    """Looks at its pages."""

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"count": len(data), "results": data, "ranks": [row["rank"] for row in data]})


class Facts(viewsets.ReadOnlyModelViewSet[Part]):
    """Has something to say beside its answer."""

    def agent_facts(self, data: Any, request: Any) -> dict[str, Any]:
        return {"ranks": [row["rank"] for row in data]}


class Dispatching(viewsets.ReadOnlyModelViewSet[Part]):
    """Looks at its answers from outside."""

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().dispatch(request, *args, **kwargs)
        response["X-Ranks"] = str([row["rank"] for row in response.data])  # type: ignore[attr-defined]
        return response


class Writing(viewsets.ReadOnlyModelViewSet[Part]):
    """Says that its list is a write, whose answer is not masked."""

    mcp_operations = {"list": Operation.UPDATE}


class RankedPages(Pages):
    """Look at their rows."""

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"count": len(data), "results": data, "ranks": [row["rank"] for row in data]})


class Renamed(JSONRenderer):
    """Shows ranks under another name."""

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return super().render([{"level": row["rank"], **row} for row in data], *args, **kwargs)


class TestViews:
    """Nobody is shown less who might look at what is left out."""

    @pytest.mark.parametrize("kind", [Summing, Finalizing, Facts, Dispatching])
    def test_one_that_looks(self, kind: Any) -> None:
        """A view that does more than DRF's is run as it is."""
        both(view(serializer(["id", "name", "rank"]), QUERIES["all"], kind), {"fields": "name"})

    def test_one_that_writes(self) -> None:
        """What a write answers is not masked, but confirmed, and its size is that of all of it."""
        callback = view(serializer(["id", "name", "rank"]), QUERIES["all"], Writing).as_view({"get": "list"})
        assert read(projecting(callback), "list", {"fields": "name"})[::2] == read(callback, "list", {})[::2]

    @pytest.mark.parametrize(
        "attributes",
        [{"pagination_class": RankedPages}, {"bases": (Paging,), "pagination_class": Pages}],
        ids=["paginator", "view"],
    )
    def test_pages_that_are_looked_at(self, attributes: dict[str, Any]) -> None:
        """So is one whose pages do."""
        kind = view(serializer(["id", "name", "rank"]), QUERIES["all"], *attributes.pop("bases", ()), **attributes)
        both(kind, {"fields": "name"})

    def test_a_renderer_that_looks(self) -> None:
        """An answer that is not rendered as DRF does is whole."""
        kind = view(serializer(["id", "name", "rank"]), QUERIES["all"], renderer_classes=[Renamed])
        assert set(both(kind, {"fields": "name"})[1][0]) == {"id", "name", "rank"}

    def test_one_that_is_wrapped(self) -> None:
        """What the host has put around a view may look at its answer."""
        kind = view(serializer(["id", "name"]), QUERIES["all"])
        other: Any = APIView.as_view()
        for wrapped in (cache_page(60)(kind.as_view({"get": "list"})), other):
            assert projecting(wrapped) is wrapped

    @pytest.mark.parametrize("base", [generics.ListAPIView, generics.ListCreateAPIView])
    def test_generic_views(self, base: Any) -> None:
        """DRF's generic views list as its ViewSets do."""
        members = {
            "serializer_class": serializer(["id", "name", "rank"]),
            "get_queryset": lambda self: QUERIES["all"](),
        }
        kind = type("Parts", (base,), {**members, "renderer_classes": [JSONRenderer], "pagination_class": None})
        callback: Any = kind.as_view()  # type: ignore[attr-defined]
        assert read(projecting(callback), "get", {"fields": "name"})[2][0].keys() == {"id", "name"}
        assert read(callback, "get", {"fields": "name"})[0] == read(projecting(callback), "get", {"fields": "name"})[0]

    def test_a_view_that_makes_its_own_serializers(self) -> None:
        """Its fields are left out, too; its pages are taken as it would."""

        def get_serializer(self: Any, *args: Any, **kwargs: Any) -> Any:
            return viewsets.ReadOnlyModelViewSet.get_serializer(self, *args, **kwargs)

        kind: Any = view(serializer(["id", "name", "me"]), QUERIES["all"], pagination_class=Pages)
        kind.get_serializer = get_serializer
        assert list(columns(kind, {"fields": "name"}))[1:] == [ALL]
        assert both(kind, {"fields": "name"})[1]["results"][0].keys() == {"id", "name"}

    def test_serializers_that_are_made_in_their_own_way(self) -> None:
        """One that looks at what it is made of is made as late as ever."""
        seen: list[Any] = []

        def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807
            seen.append(type(args[0]) if args else None)
            super(made, self).__init__(*args, **kwargs)

        made = serializer(["id", "name", "me"])
        made.__init__ = __init__
        both(view(made, QUERIES["all"], pagination_class=Pages), {"fields": "name"})
        assert list in seen

    def test_errors(self) -> None:
        """What fails on the way to less fails nobody: the view is left to meet it."""

        def get_agent_view(self: Any) -> Any:
            raise ZeroDivisionError

        kind = view(serializer(["id", "name"]), QUERIES["all"], get_agent_view=get_agent_view, pagination_class=Pages)
        assert both(kind, {})[1]["results"][0].keys() == {"id", "name"}

    def test_pages_that_are_not_there(self) -> None:
        """A page that is no page is what it always was, and so is none."""
        kind = view(serializer(["id", "name"]), QUERIES["all"], pagination_class=Pages)
        shown, _, data = read(projecting(kind.as_view({"get": "list"})), "list", {"page": "9"})
        assert (json.loads(shown), data) == ({"detail": "Invalid page."}, {"detail": "Invalid page."})
        kind.pagination_class = type("Unlimited", (Pages,), {"page_size": None})
        assert both(kind, {"fields": "name"})[1][0].keys() == {"id", "name"}


def again(function: Any) -> Any:
    """Another function that does the same."""

    def copied(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return copied


class TestSerializers:
    """Nor any who shows something in a way of its own."""

    @pytest.mark.parametrize("name", ["to_representation", "data", "_readable_fields"])
    def test_one_that_overrides(self, name: str) -> None:
        """A serializer with one of these of its own shows all of its fields."""
        own = getattr(serializers.ModelSerializer, name)
        copied = property(again(own.fget)) if isinstance(own, property) else again(own)
        kind = view(serializer(["id", "name", "rank"], **{name: copied}), QUERIES["all"])
        assert both(kind, {"fields": "name"})[1][0].keys() == {"id", "name", "rank"}

    def test_a_list_that_overrides(self) -> None:
        """So does one whose lists are the host's own."""

        class Own(serializers.ListSerializer[Any]):
            def to_representation(self, data: Any) -> Any:
                return sorted(super().to_representation(data), key=lambda row: -(row["rank"] or 0))

        made = serializer(["id", "name", "rank"])
        made.Meta.list_serializer_class = Own
        for pages in (None, Pages):
            both(view(made, QUERIES["all"], pagination_class=pages), {"fields": "name"})


class TestModels:
    """A model that looks at its own columns is read with all of them."""

    def test_signals(self) -> None:
        """Somebody hears when an object is made."""
        heard: list[Any] = []

        def hear(sender: Any, instance: Part, **_: Any) -> None:
            heard.append(instance.rank)

        kind = view(serializer(["id", "name"]), QUERIES["all"])
        post_init.connect(hear, Part)
        try:
            assert list(columns(kind, {"fields": "name"})) == [ALL]
        finally:
            post_init.disconnect(hear, Part)
        assert len(heard) == 5

    @pytest.mark.parametrize("name", ["__init__", "refresh_from_db", "from_db"])
    def test_methods(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is made, or read again, in its own way."""
        own = getattr(Part, name)
        copied: Any = classmethod(again(own.__func__)) if name == "from_db" else again(own)
        monkeypatch.setattr(Part, name, copied)
        assert list(columns(view(serializer(["id", "name"]), QUERIES["all"]), {"fields": "name"})) == [ALL]

    def test_a_column_that_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is called like a column may be something else."""
        monkeypatch.setattr(Part, "name", property(lambda part: f"{part.rank}", lambda part, value: None))
        kind = view(serializer(["id", "name", "price"]), QUERIES["all"])
        assert both(kind, {"fields": "name"})[1][0]["name"] == "1"

    def test_a_query_of_its_own(self) -> None:
        """A QuerySet class with a way of its own to read fewer columns is left alone."""

        class Own(QuerySet[Part]):
            def only(self, *fields: Any) -> Any:
                pytest.fail("asked")

        kind = view(serializer(["id", "name", "url"]), lambda: Own(Part))
        assert list(columns(kind, {"fields": "name,url"})) == [ALL]

    def test_a_join_that_may_lose_rows(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where nothing holds a row to the object that it names, a join stays."""
        field = Part._meta.get_field("site")
        monkeypatch.setattr(field, "null", False)
        monkeypatch.setattr(field, "db_constraint", False)
        kind = view(serializer(["id", "name"]), Part.objects.select_related("site").all)
        assert next(columns(kind, {"fields": "name"})).startswith(ALL)

    def test_a_pair(self) -> None:
        """Of two objects that know each other both are whole."""
        user = User.objects.create(username="ann")
        Profile.objects.create(user=user, motto="x")
        made = model(Profile, motto=None, user=model(User, username=None)())
        kind = view(made, lambda: Profile.objects.select_related("user").order_by("pk"))
        assert both(kind, {"fields": "user.username"})[1] == [{"user": {"username": "ann"}}]
        assert "password" in next(columns(kind, {"fields": "user.username"}))
