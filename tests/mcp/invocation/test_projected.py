"""What masks leave out is not computed, and nobody could tell from the answer."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.db.models import F, Prefetch
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import path
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from rest_framework import pagination, serializers, viewsets
from rest_framework.renderers import JSONRenderer
from rest_framework.test import APIRequestFactory

from frisian_pipeline.drf.calls import call_of
from frisian_pipeline.drf.projection import Asked
from frisian_pipeline.drf.shaping import shape
from frisian_pipeline.mcp.invocation.projected import ASKED, projecting
from tests.project.models import Device, Part, Site, Tag

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
        shape(
            lambda: call_of(context["view"], context["request"], data, response.status_code), data, response.status_code
        ),
        len(queries),
        data,
    )


def both(kind: Any, words: dict[str, str], action: str = "list", **kwargs: Any) -> tuple[Any, Any]:
    """The plain view and the projected one, held to each other; returns what each answered."""
    callback = kind.as_view({"get": action})
    plain, queries, whole = read(callback, action, words, **kwargs)
    shown, fewer, less = read(projecting(callback), action, words, **kwargs)
    assert shown == plain
    assert fewer <= queries
    return whole, less


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
        if pages and query in ("sliced", "union", "list", "in no order"):
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
            pytest.param("in no order", {"fields": "name"}, [ALL], id="no order"),
            pytest.param("in no one order", {"fields": "name"}, [ALL], id="no one order"),
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
        names = ["id", "name", "site", "site_pk", "device_site", "twice", "specs", "me", "url"]
        assert list(columns(view(serializer(names), QUERIES[query]), asked)) == read_

    @pytest.mark.parametrize("pages", [Pages, Offsets])
    def test_pages(self, pages: Any) -> None:
        """Pages are taken of the narrow query."""
        kind = view(serializer(["id", "name", "price"]), QUERIES["all"], pagination_class=pages)
        assert list(columns(kind, {"fields": "name"}))[1:] == ["id, name"]


def both_but_computed(made: Any, asked: dict[str, str]) -> tuple[Any, Any]:
    """The projected view alone, since the plain one would fail."""
    callback = projecting(view(made, QUERIES["joined"]).as_view({"get": "list"}))
    return None, read(callback, "list", asked)[2]
