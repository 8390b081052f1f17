"""An API's version is found wherever DRF looks for it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import include, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import versioning
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.mcp.invocation.requests import accepted
from tests.mcp.discovery.hosts import Pages, SiteViewSet, heir, registered, the, tools_of
from tests.mcp.invocation.sides import Sides, assert_same
from tests.project.models import Site

Make = Callable[..., Sides]
VENDOR = heir(JSONRenderer, media_type="application/vnd.host+json")


class VersionView(APIView):
    def get(self, request: Request, **kwargs: Any) -> Response:
        return Response(request.version)


def view_of(scheme: Any, *, renderer: Any = JSONRenderer, **attributes: Any) -> Any:
    """A view of this versioning scheme."""
    return VersionView.as_view(versioning_class=heir(scheme, **attributes), renderer_classes=[renderer])


class TestQueryParameter:
    @pytest.mark.parametrize(
        ("attributes", "schema", "required"),
        [
            pytest.param({}, {"type": "string"}, False, id="any"),
            pytest.param({"default_version": "1"}, {"type": "string"}, False, id="any, one by default"),
            pytest.param({"allowed_versions": ["1", "2"]}, {"type": "string", "enum": ["1", "2"]}, True, id="some"),
            pytest.param(
                {"allowed_versions": ["1", "2"], "default_version": "2"},
                {"type": "string", "enum": ["2", "1"]},
                False,
                id="some, one by default",
            ),
        ],
    )
    def test_it_is_an_argument(self, attributes: Any, schema: Any, required: Any) -> None:
        """The version is an argument: one of those that are allowed, and required where there is no default."""
        scheme = heir(versioning.QueryParameterVersioning, version_param="v", **attributes)
        view = heir(SiteViewSet, versioning_class=scheme, pagination_class=Pages)
        tool = the(tools_of(registered(view)), "things_list")
        assert tool.input_schema["properties"]["v"] == schema
        assert ("v" in tool.input_schema.get("required", ())) is required
        assert not tool.faults({"v": "2"})
        assert tool.faults({"v": "3"} if "enum" in schema else {"w": "3"})

    def test_a_host_that_declares_it_is_believed(self) -> None:
        """What the host says of the version itself counts."""

        class DeclaredView(VersionView):
            versioning_class = versioning.QueryParameterVersioning

            @extend_schema(parameters=[OpenApiParameter("version", int, required=True)])
            def get(self, request: Request, **kwargs: Any) -> Response:
                return super().get(request)

        tool = the(tools_of(path("v/", DeclaredView.as_view())), "v_get")
        assert tool.input_schema["properties"] == {"version": {"type": "integer"}}

    def test_it_goes_into_the_query_of_a_write(self, sides: Make) -> None:
        """A write takes its version in the query, not in its body."""
        scheme = heir(versioning.QueryParameterVersioning, allowed_versions=["1", "2"])
        both = sides(registered(heir(SiteViewSet, versioning_class=scheme)))
        answer = both.call("things_create", version="2", slug="a", name="A")
        assert (answer.status, answer.request.version, dict(answer.request.data)) == (
            201,
            "2",
            {"slug": "a", "name": "A"},
        )
        assert Site.objects.count() == 1

    @pytest.mark.parametrize("given", [{"version": "2"}, {"version": "3"}, {}])
    def test_it_answers_as_over_rest(self, sides: Make, given: Any) -> None:
        """A version that is allowed is the view's; one that is not, or none, is refused as over REST."""
        both = sides(path("v/", view_of(versioning.QueryParameterVersioning, allowed_versions=["1", "2"])))
        assert_same(both.rest("GET", "/v/", given), both.call("v_get", **given))


class TestAcceptHeader:
    @pytest.mark.parametrize("renderer", [JSONRenderer, VENDOR], ids=["json", "vendor"])
    @pytest.mark.parametrize(
        ("accept", "version"),
        [
            ("application/json; version=2", "2"),
            ("*/*; version=2", "2"),
            ("application/*;q=0.5;version=2", "2"),
            ("application/json; version=3", None),
            ("application/json", "1"),
        ],
    )
    def test_it_is_carried(self, sides: Make, renderer: Any, accept: str, version: Any) -> None:
        """A version that the client accepts is the view's, by whatever type it comes."""
        scheme = versioning.AcceptHeaderVersioning
        view = view_of(scheme, renderer=renderer, allowed_versions=["1", "2"], default_version="1")
        both = sides(path("v/", view))
        answer = both.call("v_get", accept=accept)
        asked = accept.replace("application/json", renderer.media_type)
        assert_same(both.rest("GET", "/v/", headers={"Accept": asked}), answer)
        assert (answer.status, answer.data) == ((200, version) if version else (406, answer.data))

    @pytest.mark.parametrize(
        ("asked", "parameters"),
        [
            ("", ""),
            ("application/json, text/event-stream", ""),
            ("text/event-stream; version=1, application/json;q=0.9", ""),
            ("*/*; version=1, Application/JSON; a=b; version=2", "; a=b; version=2"),
            ("application/vnd.host+json; version=2, text/event-stream", "; version=2"),
        ],
    )
    def test_json_comes_first(self, asked: str, parameters: str) -> None:
        """The view is asked for JSON, with the parameters that JSON has, else any other type but the stream."""
        kinds = ("application/json", "application/*", "*/*")
        assert accepted(asked, alone=False) == ", ".join(f"{kind}{parameters}" for kind in kinds)
        assert accepted(asked, alone=True) == f"application/json{parameters}"


class TestHostName:
    @pytest.mark.parametrize("host", ["v2.example.com", "v3.example.com", "localhost"])
    def test_it_is_the_outer_requests(self, sides: Make, settings: Any, host: str) -> None:
        """The version is in the host's name that the endpoint was asked at."""
        settings.ALLOWED_HOSTS = ["*"]
        view = view_of(versioning.HostNameVersioning, allowed_versions=["v1", "v2"], default_version="v1")
        both = sides(path("v/", view))
        both.client.defaults["HTTP_HOST"] = host
        assert_same(both.rest("GET", "/v/"), both.call("v_get"))


class TestNamespace:
    def test_each_namespace_is_a_tool(self, sides: Make) -> None:
        """The same view under two namespaces is two tools, each in its own version, as deep as it is nested."""
        view = view_of(versioning.NamespaceVersioning, allowed_versions=["v1", "v2"])
        inside = ([path("it/", view)], "shop")
        nested = ([path("deep/", include(inside, namespace="shop"))], "v2")
        both = sides(path("v1/", include(inside, namespace="v1")), path("v2/", include(nested, namespace="v2")))
        for at, tool in (("/v1/it/", "v1_it_get"), ("/v2/deep/it/", "v2_deep_it_get")):
            answer = both.call(tool)
            assert_same(both.rest("GET", at), answer)
            assert answer.data == at[1:3]

    def test_a_namespace_that_is_no_version(self, sides: Make) -> None:
        """A namespace that is not among the versions is refused as over REST."""
        view = view_of(versioning.NamespaceVersioning, allowed_versions=["v1"])
        both = sides(path("it/", include(([path("", view)], "shop"), namespace="shop")))
        answer = both.call("it_get")
        assert_same(both.rest("GET", "/it/"), answer)
        assert answer.status == 404
