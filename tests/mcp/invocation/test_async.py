"""Asynchronous views, as the package adrf makes them and as hosts wrap them, answer as over REST."""
# mypy: disallow-subclassing-any=False, disallow-untyped-decorators=False

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from adrf.decorators import api_view
from adrf.routers import SimpleRouter
from adrf.serializers import ModelSerializer
from adrf.views import APIView
from adrf.viewsets import ModelViewSet
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth.models import User
from django.db import connections
from django.test import AsyncClient
from django.urls import include, path
from rest_framework import filters, permissions
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tests.mcp.discovery.hosts import HealthView, Pages, heir, the, tools_of
from tests.mcp.invocation.sides import Sides, answers, assert_same
from tests.project.models import Site

Make = Callable[..., Sides]


class SitesView(APIView):
    async def get(self, request: Request) -> Response:
        return Response({"count": await Site.objects.acount(), "path": request.path})

    async def post(self, request: Any) -> Response:
        site = await Site.objects.acreate(slug=request.data["slug"])
        if site.slug == "bad":
            raise ValueError("4711")
        return Response({"slug": site.slug}, status=201)


class SiteSerializer(ModelSerializer):
    class Meta:
        model = Site
        fields = ["id", "slug", "name"]


class SiteViewSet(ModelViewSet):
    queryset = Site.objects.order_by("slug")
    serializer_class = SiteSerializer
    pagination_class = Pages
    filter_backends = [filters.SearchFilter]
    search_fields = ["slug"]

    @action(detail=True, methods=["post"])  # type: ignore[type-var]
    async def ring(self, request: Request, pk: str) -> Response:
        return Response({"rung": pk})


@api_view(["GET", "POST"])
async def echo(request: Request) -> Response:
    """Say it again."""
    return Response([request.method, request.data])


def awaited(view: Any) -> Any:
    """A decorator of the host's that makes a view asynchronous."""

    @wraps(view)
    async def wrapper(request: Any, *args: Any, **kwargs: Any) -> Any:
        return await sync_to_async(view)(request, *args, **kwargs)

    return wrapper


def unaware(view: Any) -> Any:
    """A decorator of the host's that knows nothing of asynchronous views."""

    @wraps(view)
    def wrapper(request: Any, *args: Any, **kwargs: Any) -> Any:
        return view(request, *args, **kwargs)

    return wrapper


def forgetful(view: Any, made: list[Any]) -> Any:
    """One that does not even keep the mark of an asynchronous view."""

    def wrapper(request: Any) -> Any:
        made.append(view(request))
        return made[-1]

    vars(wrapper).update(cls=view.cls, initkwargs={})
    return wrapper


def patterns() -> list[Any]:
    """A host whose views are all asynchronous."""
    router = SimpleRouter()
    router.register("sites", SiteViewSet)
    return [
        path("", include(router.urls)),
        path("all/", SitesView.as_view()),
        path("echo/", echo),
        path("plain/", awaited(HealthView.as_view())),
    ]


class TestDiscovery:
    def test_every_kind_is_found(self) -> None:
        """Asynchronous views are tools, and an action has one name whether it is asynchronous or not."""
        assert {tool.name for tool in tools_of(*patterns())} == {
            *(
                f"sites_{word}"
                for word in ("list", "retrieve", "create", "update", "partial_update", "destroy", "ring")
            ),
            *("all_get", "all_post", "echo_get", "echo_post", "plain_get", "plain_delete"),
        }

    def test_an_asynchronous_action_is_described_as_its_twin(self) -> None:
        """A list has its pages and filters, and a create its fields, also where they are asynchronous."""
        found = tools_of(*patterns())
        listing, creating, deleting = (the(found, f"sites_{word}") for word in ("list", "create", "destroy"))
        assert (set(listing.input_schema["properties"]), listing.loose) == ({"page", "search"}, False)
        assert creating.input_schema["required"] == ["slug", "name"]
        assert not deleting.endpoint.has_body


class TestInvocation:
    @pytest.mark.parametrize(
        ("tool", "method", "at", "given"),
        [
            ("all_get", "GET", "/all/", {}),
            ("echo_get", "GET", "/echo/", {}),
            ("echo_post", "POST", "/echo/", {"a": 1}),
            ("plain_get", "GET", "/plain/", {}),
            ("sites_list", "GET", "/sites/", {}),
            ("sites_ring", "POST", "/sites/7/ring/", {"id": "7"}),
        ],
    )
    def test_it_answers_as_over_rest(self, sides: Make, tool: str, method: str, at: str, given: Any) -> None:
        """An asynchronous view is awaited, and its answer is REST's."""
        both = sides(*patterns())
        Site.objects.create(slug="a")
        rest = both.rest(method, at, given) if method == "POST" else both.rest(method, at)
        answer = both.call(tool, **given)
        assert_same(rest, answer)
        assert answer.status == 200

    @pytest.mark.parametrize("tool", ["all_get", "echo_get", "plain_get", "sites_list"])
    def test_under_a_loop(self, sides: Make, tool: str) -> None:
        """Under ASGI, where a loop is running already, it is awaited as well."""
        sides(*patterns())
        send: Any = async_to_sync(AsyncClient().post)
        assert send("/mcp/", {"tool": tool, "arguments": {}}, content_type="application/json").status_code == 200
        assert answers.pop().status == 200

    def test_it_writes(self, sides: Make) -> None:
        """What an asynchronous view writes is there when it has answered."""
        both = sides(*patterns())
        assert both.call("sites_create", slug="a", name="A").status == 201
        assert both.call("all_post", slug="b").status == 201
        assert list(Site.objects.values_list("slug", flat=True)) == ["a", "b"]

    def test_its_permissions_hold(self, sides: Make, ann: User) -> None:
        """What an asynchronous view refuses over REST, it refuses here."""
        both = sides(path("all/", heir(SitesView, permission_classes=[permissions.IsAuthenticated]).as_view()))
        answer = both.call("all_get")
        assert_same(both.rest("GET", "/all/"), answer)
        assert answer.status == 403
        both.client.force_login(ann)
        assert both.call("all_get").status == 200

    def test_atomic_requests_are_refused(self, sides: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        """Django calls no asynchronous view under ATOMIC_REQUESTS, and neither do we."""
        monkeypatch.setitem(connections.settings["default"], "ATOMIC_REQUESTS", True)  # noqa: FBT003
        both = sides(*patterns())
        assert both.call("all_post", slug="a").status == both.rest("POST", "/all/", {"slug": "a"}).status_code == 500
        assert not Site.objects.exists()

    def test_without_them_every_write_stays(self, sides: Make) -> None:
        """What an asynchronous view wrote before it failed stays, as over REST."""
        both = sides(*patterns())
        assert both.call("all_post", slug="bad").status == 500
        assert Site.objects.count() == 1

    def test_a_wrapper_that_knows_nothing_of_it(self, sides: Make) -> None:
        """A wrapper that hands on a coroutine, and the view's mark, is awaited as over REST."""
        both = sides(path("all/", unaware(SitesView.as_view())))
        assert_same(both.rest("GET", "/all/"), both.call("all_get"))

    def test_one_that_nobody_awaits(self, sides: Make) -> None:
        """Where nothing says that a view is asynchronous, it fails as it fails over REST."""
        made: list[Any] = []
        both = sides(path("all/", forgetful(SitesView.as_view(), made)))
        assert both.call("all_get").status == both.rest("GET", "/all/").status_code == 500
        for coroutine in made:
            coroutine.close()
