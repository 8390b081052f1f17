"""What the host's own code looks at, and what is therefore not known beforehand."""

from typing import Any

import pytest
from django.db.transaction import atomic
from django.urls import path
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from rest_framework import filters, generics, pagination, serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from frisian_pipeline.mcp.discovery import Tool
from frisian_pipeline.mcp.discovery.looks import asked_of_query
from tests.mcp.discovery.hosts import NameSerializer, Pages, SiteSerializer, heir, registered, the
from tests.mcp.discovery.hosts import tools_of as discover
from tests.project.models import Site


class Stock(viewsets.ModelViewSet[Site]):
    queryset = Site.objects.all()
    serializer_class = SiteSerializer
    pagination_class = Pages


def tool_of(view: Any, name: str) -> Tool:
    """A tool of this ViewSet."""
    return the(discover(registered(view)), f"things_{name}")


class ByUser(Stock):
    def get_serializer_class(self) -> Any:
        return NameSerializer if self.request.user.is_staff else SiteSerializer


class ByUserFarAway(Stock):
    def get_serializer_class(self) -> Any:
        return NameSerializer if self.is_known else SiteSerializer

    @property
    def is_known(self) -> Any:
        return self.who().is_staff

    def who(self) -> Any:
        return self.request.user


class ByQuery(Stock):
    def get_serializer(self, *args: Any, **kwargs: Any) -> Any:
        return super().get_serializer(*args, **kwargs) if "short" in self.request.GET else NameSerializer(**kwargs)


class ByData(Stock):
    def get_serializer_class(self) -> Any:
        return NameSerializer if "name" in self.request.data else SiteSerializer


class ByKeyword(Stock):
    def get_serializer_class(self) -> Any:
        return NameSerializer if self.kwargs.get("kind") else SiteSerializer


class NarrowedByContext(SiteSerializer):
    def get_fields(self) -> Any:
        fields = super().get_fields()
        return fields if self.context else {"name": fields["name"]}


class NarrowedByKeyword(SiteSerializer):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        short = kwargs.get("context", {}).get("short")
        super().__init__(*args, **kwargs)
        if short:
            self.fields.pop("slug")


class Narrowed(SiteSerializer):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("id", None)


class OwnContext(Stock):
    def get_serializer_context(self) -> Any:
        return {**super().get_serializer_context(), "staff": self.request.user.is_staff}


class Listens(Stock):
    @method_decorator(never_cache)
    @atomic
    def create(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        return Response({"name": request.data["title"]})


class ListensThrough(Stock):
    def create(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        return Response({"name": self.named(request.data)})

    def named(self, data: Any) -> Any:
        return data["title"]


class ListensWhileItSaves(Stock):
    def perform_create(self, serializer: Any) -> None:
        sent: Any = self.request.data
        serializer.save(name=sent.get("title"))


class Renames(Stock):
    def create(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        serializer = self.get_serializer(data={**request.data, "slug": "x"})
        return Response(serializer.initial_data)


class TakesOther(Stock):
    def create(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        serializer = NameSerializer(data=request.data)
        return Response(self.get_serializer(serializer).data)


class TakesAPart(Stock):
    def create(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        serializer = self.get_serializer(data=request.data.get("site"))
        return Response(serializer.initial_data)


class Supers(Stock):
    def create(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        response = super().create(request, *args, **kwargs)
        response.data["more"] = self.request.user.pk
        return response


class HandsOn(Stock):
    def create(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response(serializer.data, status=201)


class HandsRowsOn(Stock):
    def create(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        serializer = self.get_serializer(data=request.data, many=isinstance(request.data, list))
        return Response(serializer.initial_data)


class AsksForRows(Stock):
    def create(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        many = isinstance(request.data, list)
        serializer = self.get_serializer(self.get_queryset(), data=self.request.data, many=many)
        return Response(serializer.initial_data)


class NamesItsClass(Stock):
    def create(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        serializer = SiteSerializer(data=request.data)
        other = self.serializer_class(data=request.data, partial=True)
        return Response([serializer.initial_data, other.initial_data])


class DeletesFor(Stock):
    def perform_destroy(self, instance: Any) -> None:
        sent: Any = self.request.data
        instance.delete(sent["reason"])


class DeletesIf(Stock):
    def destroy(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return Response(request.query_params)


class TestBodies:
    @pytest.mark.parametrize(
        "view",
        [ByUser, ByUserFarAway, ByQuery, ByData, ByKeyword]
        + [heir(Stock, serializer_class=one) for one in (NarrowedByContext, NarrowedByKeyword)]
        + [heir(OwnContext, serializer_class=Narrowed)]
        + [Listens, ListensThrough, ListensWhileItSaves, Renames, TakesOther, TakesAPart],
        ids=lambda view: f"{view.__name__} {view.serializer_class.__name__}",
    )
    def test_what_depends_on_the_request_is_open(self, view: Any) -> None:
        """Where the host's code looks at the request to choose or read the body, its fields are hints."""
        tool = tool_of(view, "create")
        assert tool.loose
        assert "required" not in tool.input_schema
        assert tool.faults({"title": 1, "name": []}) == ()

    @pytest.mark.parametrize(
        "view",
        [
            *(Stock, Supers, HandsOn, HandsRowsOn, AsksForRows, NamesItsClass, OwnContext),
            heir(Stock, serializer_class=Narrowed),
        ],
        ids=lambda view: f"{view.__name__} {view.serializer_class.__name__}",
    )
    def test_what_leaves_the_body_to_the_serializer_is_strict(self, view: Any) -> None:
        """Where the host's code only hands the body on, the serializer says what it is."""
        tool = tool_of(view, "create")
        assert not tool.loose
        assert tool.input_schema["required"]
        assert str(*tool.faults({"slug": "a", "name": "b", "titel": 1})).startswith("titel is not known here")

    def test_a_nested_serializer_that_depends_on_its_context_is_a_hint(self) -> None:
        """What is inside a body may depend on the request as well."""
        outer = type("OuterSerializer", (serializers.Serializer,), {"site": NarrowedByContext()})
        tool = tool_of(heir(Stock, serializer_class=outer), "create")
        assert not tool.loose
        assert tool.faults({"site": {"name": "a", "more": 1}}) == ()

    def test_a_generic_view_is_like_an_action(self) -> None:
        """A method that the host wrote on a generic view, and in which it reads the body itself, is open."""

        class Reads(generics.GenericAPIView[Any]):
            serializer_class = NameSerializer

            def post(self, request: Request) -> Response:
                return Response(request.POST.get("other"))

        assert the(discover(path("it/", Reads.as_view())), "it_post").loose

    @pytest.mark.parametrize(
        ("view", "query", "body"),
        [(DeletesFor, {}, {"reason": "old"}), (DeletesIf, {"reason": "old"}, None)],
        ids=["body", "query"],
    )
    def test_a_delete_of_the_hosts_own_takes_what_it_reads(self, view: Any, query: Any, body: Any) -> None:
        """A destroy that reads a body has one, and one that reads the query takes any."""
        tool = tool_of(view, "destroy")
        given = {"id": 1, "reason": "old"}
        assert tool.faults(given) == ()
        placed = tool.place(given)
        assert (placed.query, placed.body) == (query, body)


class Searches(Stock):
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return Response(request.query_params)


class SearchesInItsRows(Stock):
    def get_queryset(self) -> Any:
        return super().get_queryset().filter(name=self.request.GET.get("name", ""))


class Silent(filters.BaseFilterBackend):
    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        return queryset.filter(name=request.query_params.get("name", ""))


class Says(Silent):
    def get_schema_operation_parameters(self, view: Any) -> Any:
        return [{"name": "name", "in": "query", "schema": {"type": "string"}, "required": False}]


class SilentPages(pagination.PageNumberPagination):
    def get_page_size(self, request: Request) -> int | None:
        return int(request.query_params.get("size", 3))


class TestQueries:
    @pytest.mark.parametrize(
        ("view", "loose"),
        [
            (Searches, True),
            (SearchesInItsRows, True),
            (heir(Stock, filter_backends=[Silent]), True),
            (heir(Stock, pagination_class=SilentPages), True),
            (heir(Stock, filter_backends=[Says]), False),
            (Stock, False),
        ],
        ids=["list", "rows", "filter", "pages", "filter that says so", "stock"],
    )
    def test_a_query_that_the_hosts_code_reads_is_open(self, view: Any, loose: bool) -> None:  # noqa: FBT001
        """Where the host's own code reads the query, nobody knows all that it reads."""
        tool = tool_of(view, "list")
        assert tool.loose is loose
        assert bool(tool.faults({"page": 1, "size": 3})) is not loose


class Asking(viewsets.ViewSet):
    """Looks for names in its query in whichever way a method is called."""

    def item(self, request: Any) -> Any:
        return request.query_params["name"], request.data["other"]

    def getter(self, request: Any) -> Any:
        return request.data.get("other") or request.GET.get("name", "other")

    def several(self, request: Request) -> Any:
        return request.query_params.getlist("name")

    def inside(self, request: Request) -> Any:
        return "name" in request.query_params and "other" in request.data

    def own(self, request: Request) -> Any:
        return "name" in self.request.query_params

    def further(self, request: Request) -> Any:
        return self.item(request)

    def body(self, request: Any) -> Any:
        return request.data["name"]

    def get_queryset(self) -> Any:
        return self.request.query_params["name"]

    def narrowed(self, request: Request) -> Any:
        return self.get_queryset()


class TestAskedOfQuery:
    @pytest.mark.parametrize("method", ["item", "getter", "several", "inside", "own", "further"])
    def test_a_name_that_is_looked_for(self, method: str) -> None:
        """A name is looked for in the query where the code says both together."""
        assert asked_of_query(Asking, method) == {"name"}

    @pytest.mark.parametrize("method", ["body", "narrowed", "list"])
    def test_what_is_looked_for_elsewhere(self, method: str) -> None:
        """What a body is asked for is not, nor is what narrows the queryset, nor anything in DRF's own code."""
        assert asked_of_query(Asking, method) == frozenset()
