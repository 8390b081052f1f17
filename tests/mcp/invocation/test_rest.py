"""A tool answers what REST answers, and does what REST does."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import Http404
from django.test import override_settings
from django.urls import include, path, re_path
from django.views.decorators.http import condition
from rest_framework import generics, mixins, parsers, permissions, serializers, throttling, versioning, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView, exception_handler

from frisian_pipeline.mcp.invocation.routes import match_of, path_of
from tests.mcp.discovery.hosts import heir, host, registered, tools_of, urlpatterns
from tests.mcp.invocation.sides import Sides, assert_same, shown
from tests.project.models import Device, Site
from tests.project.views import CursorViewSet, DeviceViewSet, OffsetViewSet, PageViewSet, SiteViewSet

Make = Callable[..., Sides]


class IsNamedLeeuw(permissions.BasePermission):
    """Lets one kind of object through."""

    message = "Only lions."

    def has_object_permission(self, request: Request, view: Any, obj: Any) -> bool:
        return bool(obj.name == "leeuw")


class Twice(throttling.AnonRateThrottle):
    rate = "2/min"


class GuardedViewSet(DeviceViewSet):
    """Guards one action by the router's initkwargs."""

    @action(detail=False, methods=["post"], permission_classes=[permissions.IsAdminUser])
    def wipe(self, request: Request) -> Response:
        return Response({"wiped": True})


def shouting(error: Exception, context: Any) -> Response | None:
    """The exception handler of a host with a voice of its own."""
    response = exception_handler(error, context)
    if response is not None:
        response.data = {"oh": str(response.status_code), "path": context["request"].path}
    return response


class ShoutingView(APIView):
    def get_exception_handler(self) -> Any:
        return shouting

    def get(self, request: Request) -> Response:
        raise Http404


class TestWrites:
    def test_a_create(self, sides: Make) -> None:
        """A tool creates what a POST creates."""
        both = sides(registered(SiteViewSet))
        body: dict[str, Any] = {"identifier": "a", "name": "Å", "description": None}
        rest = both.rest("POST", "/things/", body)
        Site.objects.all().delete()
        answer = both.call("things_create", **body)
        assert_same(rest, answer)
        assert answer.status == 201
        assert [(site.slug, site.name) for site in Site.objects.all()] == [("a", "Å")]

    def test_a_refusal(self, sides: Make) -> None:
        """What the serializer refuses, it refuses in its own words."""
        both = sides(registered(SiteViewSet))
        Site.objects.create(slug="a")
        body: dict[str, Any] = {"identifier": "a", "name": "b" * 101, "description": None}
        answer = both.call("things_create", **body)
        assert_same(both.rest("POST", "/things/", body), answer)
        assert answer.status == 400
        assert Site.objects.count() == 1

    def test_many_rows(self, sides: Make) -> None:
        """A list body reaches the view as a list."""
        both = sides(registered(DeviceViewSet))
        answer = both.call("things_create", items=[{"name": "a", "comments": None}, {"name": "b", "comments": None}])
        assert (answer.status, [row["name"] for row in answer.data]) == (201, ["a", "b"])
        assert Device.objects.count() == 2

    def test_an_update_and_a_delete(self, sides: Make) -> None:
        """A tool changes and deletes the object that its path names."""
        both = sides(registered(SiteViewSet))
        Site.objects.create(slug="a", name="A")
        Site.objects.create(slug="b", name="B")
        assert both.call("things_partial_update", slug="a", name="Z").status == 200
        assert (answer := both.call("things_destroy", slug="b")).status == 204
        assert answer.data is None
        assert list(Site.objects.values_list("slug", "name")) == [("a", "Z")]

    def test_the_serializer_comes_along(self, sides: Make) -> None:
        """The data still knows its serializer, and the answer its view and DRF request."""
        answer = sides(registered(SiteViewSet)).call("things_create", identifier="a", name="A", description=None)
        assert answer.data.serializer.instance == Site.objects.get()
        assert isinstance(answer.view, SiteViewSet)
        assert (answer.view.action, answer.request.method) == ("create", "POST")


class TestPath:
    @pytest.mark.parametrize(
        ("given", "status"),
        [("a", 200), ("zzz", 404), ("search", 404), ("", 404), ("a/b", 404), ("../things", 404), ("{slug}", 404)],
    )
    def test_a_parameter_names_an_object(self, sides: Make, given: str, status: int) -> None:
        """A parameter that spells another view's path, or none, is an object that is not there."""

        class SearchedViewSet(SiteViewSet):
            @action(detail=False)
            def search(self, request: Request) -> Response:
                return Response("found")

        both = sides(registered(SearchedViewSet))
        Site.objects.create(slug="a")
        assert both.call("things_retrieve", slug=given).status == status
        assert both.call("things_search").data == "found"

    def test_the_same_view_elsewhere(self, sides: Make) -> None:
        """A path that is another route of the same view is not this one's."""

        @api_view(["GET"])
        def show(request: Request, a: str, b: str = "") -> Response:
            return Response([a, b])

        both = sides(path("one/<str:a>/fix/", show), path("one/<path:a>/<str:b>/", show))
        assert both.call("one_get", a="x", b="fix").status == 404
        assert both.call("one_get", a="x", b="y").data == ["x", "y"]
        assert both.call("one_fix_get", a="é ?#%2F&").data == ["é ?#%2F&", ""]

    def test_it_is_converted(self, sides: Make) -> None:
        """A parameter reaches the view as the URL's converter makes it; what does not convert is not there."""

        @api_view(["GET"])
        def show(request: Request, number: int, extra: str) -> Response:
            return Response([number, extra, request.path])

        both = sides(path("n/<int:number>/", show, {"extra": "e"}))
        assert both.call("n_get", number=7).data == [7, "e", "/n/7/"]
        assert both.call("n_get", number=7.0).data == [7, "e", "/n/7/"]
        assert both.call("n_get", number="x").status == 404

    @pytest.mark.parametrize("view", [PageViewSet, OffsetViewSet, CursorViewSet])
    def test_pagination_links_keep_their_path(self, sides: Make, view: Any) -> None:
        """A page names its neighbours by the URLs that REST clients use."""
        both = sides(registered(view))
        Device.objects.bulk_create(Device(name=name) for name in "abcde")
        rest, answer = both.rest("GET", "/things/"), both.call("things_list")
        assert_same(rest, answer)
        assert shown(answer)["next"].startswith("http://testserver/things/?")

    def test_every_discovered_route_is_found_again(self) -> None:
        """However a route is spelt in the URL configuration, the path made of it is its own."""
        patterns = [*urlpatterns, re_path(r"^old/(?P<pk>[0-9]+)\.x/$", ShoutingView.as_view())]
        found = tools_of(*patterns)
        with override_settings(ROOT_URLCONF=host(*patterns)):
            for tool in found:
                path = path_of(tool.endpoint, dict.fromkeys(tool.endpoint.parameters, "1"))
                assert match_of(tool.endpoint, path).func is tool.endpoint.callback
        assert len(found) == 32

    def test_a_script_name(self, sides: Make) -> None:
        """Links begin where the host is mounted."""
        both = sides(registered(PageViewSet))
        Device.objects.bulk_create(Device(name=name) for name in "abc")
        both.client.defaults["SCRIPT_NAME"] = "/é".encode().decode("latin-1")
        assert shown(both.call("things_list"))["next"] == "http://testserver/%C3%A9/things/?page=2"


class TestQuery:
    def test_it_reaches_the_view(self, sides: Make) -> None:
        """Lists are repeated, null is not given, truths are spelt as in JSON."""

        @api_view(["GET"])
        def show(request: Request) -> Response:
            return Response(dict(request.query_params.lists()))

        answer = sides(path("q/", show)).call("q_get", a=[1, "b", None], c=None, d=True, e="é&", f={"g": 1})
        assert answer.data == {"a": ["1", "b"], "d": ["true"], "e": ["é&"], "f": ['{"g": 1}']}

    def test_a_joined_list(self, sides: Make) -> None:
        """A list that the view reads from one parameter comes in one; a name that was changed has its own again."""
        answer = sides(*urlpatterns).call("gadgets_find", name="a", fields_=[1, 2], body_name="b")
        assert dict(answer.request.query_params.lists()) == {"name": ["a"], "fields": ["1,2"]}
        assert answer.request.data == {"name": "b"}


class TestPermissions:
    @pytest.mark.parametrize(
        ("method", "tool", "status"),
        [("GET", "things_list", 200), ("POST", "things_create", 201), ("DELETE", "things_destroy", 403)],
    )
    def test_model_permissions(self, sides: Make, ann: User, method: str, tool: str, status: int) -> None:
        """What a user's model permissions refuse over REST, they refuse here."""
        both = sides(registered(heir(DeviceViewSet, permission_classes=[permissions.DjangoModelPermissions])))
        both.client.force_login(ann)
        device = Device.objects.create(name="edge")
        found = f"/things/{device.pk}/" if method == "DELETE" else "/things/"
        body: dict[str, Any] = {"name": "a", "comments": None} if method == "POST" else {}
        answer = both.call(tool, **({"uid": str(device.pk)} if method == "DELETE" else body))
        rest = both.rest(method, found, body or None)
        assert answer.status == rest.status_code == status
        assert Device.objects.count() == (3 if method == "POST" else 1)

    def test_per_action(self, sides: Make, ann: User) -> None:
        """The permissions that an action is routed with hold."""
        both = sides(registered(GuardedViewSet))
        both.client.force_login(ann)
        answer = both.call("things_wipe")
        assert_same(both.rest("POST", "/things/wipe/"), answer)
        assert answer.status == 403
        User.objects.update(is_staff=True)
        assert both.call("things_wipe").data == {"wiped": True}

    def test_per_object(self, sides: Make, ann: User) -> None:
        """The permissions on an object hold, with their message."""
        both = sides(registered(heir(SiteViewSet, permission_classes=[IsNamedLeeuw])))
        both.client.force_login(ann)
        for name in ("leeuw", "beer"):
            Site.objects.create(slug=name, name=name)
        assert both.call("things_destroy", slug="leeuw").status == 204
        answer = both.call("things_destroy", slug="beer")
        assert_same(both.rest("DELETE", "/things/beer/"), answer)
        assert (answer.status, shown(answer)) == (403, {"detail": "Only lions."})

    def test_read_only_views(self, sides: Make) -> None:
        """What anonymous callers may only read, they may not write."""
        both = sides(registered(heir(SiteViewSet, permission_classes=[permissions.IsAuthenticatedOrReadOnly])))
        body: dict[str, Any] = {"identifier": "a", "name": "A", "description": None}
        answer = both.call("things_create", **body)
        assert_same(both.rest("POST", "/things/", body), answer)
        assert (answer.status, both.call("things_list").status) == (403, 200)

    def test_a_view_that_cannot_write(self, sides: Make) -> None:
        """A method that the view does not have is no tool."""
        both = sides(registered(heir(mixins.ListModelMixin, viewsets.GenericViewSet, queryset=Site.objects.all())))
        with pytest.raises(AssertionError):
            both.call("things_create")

    def test_throttles_count_together(self, sides: Make) -> None:
        """A caller has one allowance for both ways in."""
        both = sides(registered(heir(SiteViewSet, throttle_classes=[Twice])))
        assert [both.rest("GET", "/things/").status_code, both.call("things_list").status] == [200, 200]
        answer = both.call("things_list")
        assert_same(both.rest("GET", "/things/"), answer)
        assert (answer.status, answer.headers["retry-after"]) == (429, "60")

    def test_the_hosts_exception_handler(self, sides: Make) -> None:
        """An error is told in the host's own words, with the view's own path."""
        both = sides(path("shout/", ShoutingView.as_view()))
        answer = both.call("shout_get")
        assert_same(both.rest("GET", "/shout/"), answer)
        assert shown(answer) == {"oh": "404", "path": "/shout/"}


class VersionView(APIView):
    def get(self, request: Request, **kwargs: Any) -> Response:
        return Response([request.version, reverse("v", kwargs=kwargs, request=request)])


class TestVersioning:
    def test_in_the_path(self, sides: Make) -> None:
        """A version in the path is found there."""
        view = VersionView.as_view(versioning_class=heir(versioning.URLPathVersioning, allowed_versions=["1", "2"]))
        both = sides(path("<str:version>/v/", view, name="v"))
        answer = both.call("v_get", version="2")
        assert_same(both.rest("GET", "/2/v/"), answer)
        assert answer.data == ["2", "http://testserver/2/v/"]

    def test_in_the_namespace(self, sides: Make) -> None:
        """A version that a namespace names is found in what the path resolves to."""
        view = VersionView.as_view(versioning_class=versioning.NamespaceVersioning)
        inside = [path("v/", view, name="v")]
        both = sides(path("1/", include((inside, "one"), namespace="one")))
        answer = both.call("v_get")
        assert_same(both.rest("GET", "/1/v/"), answer)
        assert answer.data == ["one", "http://testserver/1/v/"]

    def test_in_the_accept_header(self, sides: Make) -> None:
        """A version beside the type that a client accepts is carried."""
        view = VersionView.as_view(versioning_class=versioning.AcceptHeaderVersioning)
        both = sides(path("v/", view, name="v"))
        answer = both.call("v_get", accept="Application/JSON; version=3")
        assert_same(both.rest("GET", "/v/", headers={"Accept": "application/json; version=3"}), answer)
        assert answer.data[0] == "3"


class EchoSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    on = serializers.BooleanField()
    count = serializers.IntegerField(allow_null=True)
    words = serializers.ListField(child=serializers.CharField())
    place = serializers.DictField(child=serializers.CharField())


class EchoView(generics.GenericAPIView[Any]):
    serializer_class = EchoSerializer

    def post(self, request: Request) -> Response:
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response({"data": serializer.validated_data, "type": str(request.content_type).partition(";")[0]})


class PlainParser(parsers.BaseParser):
    media_type = "text/plain"


class TestParsers:
    @pytest.mark.parametrize(
        ("classes", "kind"),
        [
            ([parsers.FormParser, parsers.JSONParser], "application/json"),
            ([heir(parsers.JSONParser, media_type="application/x+json")], "application/x+json"),
            ([parsers.MultiPartParser, parsers.FormParser], "application/x-www-form-urlencoded"),
            ([parsers.MultiPartParser], "multipart/form-data"),
        ],
    )
    def test_the_body_comes_in_a_type_that_the_view_parses(self, sides: Make, classes: Any, kind: str) -> None:
        """The same values reach the serializer by any parser."""
        body: dict[str, Any] = {
            "name": 'é"\r\n--',
            "on": True,
            "count": None,
            "words": ["a", "b"],
            "place": {"street": "x"},
        }
        answer = sides(path("echo/", EchoView.as_view(parser_classes=classes))).call("echo_post", **body)
        assert answer.data == {"data": body, "type": kind}

    def test_a_type_that_nobody_can_write(self, sides: Make) -> None:
        """A view that parses neither JSON nor forms says so itself."""
        both = sides(path("echo/", EchoView.as_view(parser_classes=[PlainParser])))
        body: dict[str, Any] = {"name": "a", "on": True, "count": 1, "words": [], "place": {}}
        answer = both.call("echo_post", **body)
        assert_same(both.rest("POST", "/echo/", body, format="json"), answer)
        assert answer.status == 415


class TestConditions:
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("IF_NONE_MATCH", '"7"'),
            ("IF_MATCH", '"8"'),
            ("IF_MODIFIED_SINCE", "Fri, 01 Jan 2038 00:00:00 GMT"),
            ("IF_UNMODIFIED_SINCE", "Thu, 01 Jan 1970 00:00:01 GMT"),
            ("RANGE", "bytes=0-1"),
        ],
    )
    def test_those_of_the_outer_request_are_its_own(self, sides: Make, name: str, value: str) -> None:
        """What a client or proxy says of the endpoint's answer says nothing of the view's."""

        @api_view(["GET"])
        def show(request: Request) -> Response:
            return Response({"ranged": "Range" in request.headers})

        guarded: Any = condition(lambda request: '"7"', lambda request: datetime(2020, 1, 1, tzinfo=UTC))(show)
        both = sides(path("it/", guarded))
        assert both.rest("GET", "/it/").status_code == 200
        both.client.credentials(**{f"HTTP_{name}": value})
        answer = both.call("it_get")
        assert (answer.status, shown(answer)) == (200, {"ranged": False})
