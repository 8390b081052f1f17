"""Real requests through the renderers of the formats, from a real database."""

import csv
from io import StringIO
from typing import Any

import msgspec
import pytest
from django.test import override_settings
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient, APIRequestFactory
from rest_framework.views import APIView
from toon_format import loads

from frisian_pipeline import Pipeline, lean_writes
from frisian_pipeline.drf import (
    AgentRenderer,
    AutoRenderer,
    ColumnarRenderer,
    CsvRenderer,
    MarkdownRenderer,
    ToonRenderer,
    TronRenderer,
)
from frisian_pipeline.drf.renderers import WHOLE
from frisian_pipeline.formats import Json, columnar, tron
from frisian_pipeline.stages import Encode
from frisian_pipeline.stores import Store
from frisian_pipeline.tokens import exact
from tests.project import views
from tests.project.models import Device

pytestmark = pytest.mark.django_db

RENDERERS: tuple[type[AgentRenderer], ...] = (
    *(ColumnarRenderer, ToonRenderer, TronRenderer, CsvRenderer, MarkdownRenderer),
)
TYPES = {
    "columnar": "application/vnd.frisian.columnar+json",
    "toon": "text/toon; charset=utf-8",
    "tron": "application/vnd.tron",
    "csv": "text/csv; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
}
LOSSLESS = [(ColumnarRenderer, columnar.decode), (ToonRenderer, loads), (TronRenderer, tron.decode)]


def json_only(store: Store, *, json: Json) -> Pipeline:
    """A host's pipeline that knows no other format."""
    return lean_writes(store, json=json).without(Encode).after(object, Encode(json))


def failing(store: Store, *, json: Json) -> Pipeline:
    """A host's pipeline that fails."""
    raise LookupError


@pytest.fixture(autouse=True)
def _listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every view of the project offers all renderers."""
    offered = (JSONRenderer, AgentRenderer, *RENDERERS, AutoRenderer)
    monkeypatch.setattr(APIView, "renderer_classes", offered)
    monkeypatch.setattr(views.echo.cls, "renderer_classes", offered)


def answered(data: Any, renderer: type[AgentRenderer], status: int = 200) -> Response:
    """What a view without a serializer sends when it answers this."""

    def respond(self: APIView, request: Request) -> Response:
        return Response(data, status=status)

    view: Any = type("HandMade", (APIView,), {"renderer_classes": [renderer], "get": respond})
    response: Response = view.as_view()(APIRequestFactory().get("/")).render()
    return response


class TestNegotiation:
    @pytest.mark.parametrize(("name", "content_type"), TYPES.items())
    def test_who_asks_gets_it(self, plain: APIClient, devices: list[Device], name: str, content_type: str) -> None:
        """A client asks by media type or by the name of a format, and is told the type, and the charset of text."""
        by_type = plain.get("/devices/", HTTP_ACCEPT=content_type.partition(";")[0])
        by_name = plain.get(f"/devices/?format={name}")
        assert by_type.content == by_name.content
        assert b"edge-01" in by_type.content
        assert by_type.headers["Content-Type"] == by_name.headers["Content-Type"] == content_type

    def test_who_does_not_ask_gets_json(self, plain: APIClient, devices: list[Device]) -> None:
        """A client that asks for nothing gets what it always got."""
        assert plain.get("/devices/").headers["Content-Type"] == "application/json"

    @pytest.mark.parametrize(("renderer", "decode"), LOSSLESS)
    def test_the_data_is_the_agents(
        self, plain: APIClient, agent: APIClient, devices: list[Device], renderer: type[AgentRenderer], decode: Any
    ) -> None:
        """A lossless format holds what the agent format does."""
        made = plain.get("/devices/?view=full", HTTP_ACCEPT=renderer.media_type)
        assert decode(made.content) == agent.get("/devices/?view=full").json()

    def test_rows(self, plain: APIClient, devices: list[Device]) -> None:
        """CSV has a line for each device; a mask holds as everywhere."""
        content = plain.get("/devices/?format=csv&fields=name,site.name").content.decode()
        (first, *_) = csv.DictReader(StringIO(content))
        assert (first["name"], first["site.name"]) == ("edge-01", "Ljouwert")

    def test_even_rows(self, plain: APIClient, devices: list[Device]) -> None:
        """With an agent view TOON makes a table of rows that are not alike."""
        content = plain.get("/devices/?format=toon").content.decode()
        assert content.startswith("[3]{name,uid,")

    def test_notes(self, plain: APIClient, devices: list[Device]) -> None:
        """A note is part of the data, or a last line of text."""
        query = "fields=name,nope&format"
        assert loads(plain.get(f"/devices/?{query}=toon").content)["_notes"][0].startswith("unknown")
        assert b"\n\nunknown" in plain.get(f"/devices/?{query}=csv").content


class TestAuto:
    def test_the_cheapest(self, plain: APIClient, devices: list[Device]) -> None:
        """What is cheapest of what loses nothing is sent, under its own type, however it is asked for."""
        place = "/devices/?view=full"
        listed = [plain.get(f"{place}&format={name}") for name in ("columnar", "toon", "tron", "agent")]
        made, by_name = plain.get(place, HTTP_ACCEPT=AutoRenderer.media_type), plain.get(f"{place}&format=auto")
        cheapest = min(listed, key=lambda one: exact(one.content.decode()))
        sent = cheapest.headers["Content-Type"].replace("vnd.frisian+json", "json")
        assert made.content == by_name.content == cheapest.content
        assert made.headers["Content-Type"] == by_name.headers["Content-Type"] == sent

    def test_json_where_in_doubt(self, plain: APIClient) -> None:
        """A short answer is JSON, an error and an envelope as well."""
        made = plain.post("/sites/", {"identifier": "snits", "name": "Snits"}, HTTP_ACCEPT=AutoRenderer.media_type)
        assert (made.status_code, made.headers["Content-Type"], made.json()["name"]) == (
            201,
            "application/json",
            "Snits",
        )
        refused = plain.post("/sites/?format=auto", {"identifier": "no slug"})
        assert (refused.status_code, refused.headers["Content-Type"]) == (400, "application/json")

    def test_of_what_nothing_is_known(self) -> None:
        """A renderer by itself chooses, too."""
        rows = [{"id": n, "name": f"device {n}", "site": "HQ"} for n in range(30)]
        assert columnar.decode(AutoRenderer().render(rows)) == rows


class TestWritesAndErrors:
    @pytest.mark.parametrize(("renderer", "decode"), LOSSLESS)
    def test_an_envelope(self, plain: APIClient, renderer: type[AgentRenderer], decode: Any) -> None:
        """A write is confirmed in the format that its caller asks for."""
        made = plain.post("/sites/", {"identifier": "snits", "name": "Snits"}, HTTP_ACCEPT=renderer.media_type)
        assert made.status_code == 201
        assert decode(made.content)["name"] == "Snits"

    @pytest.mark.parametrize(("renderer", "decode"), LOSSLESS)
    def test_an_error(self, plain: APIClient, renderer: type[AgentRenderer], decode: Any) -> None:
        """An error is whole, in the format that its caller asks for."""
        refused = plain.post("/sites/", {"identifier": "no slug"}, HTTP_ACCEPT=renderer.media_type)
        assert refused.status_code == 400
        assert decode(refused.content) == plain.post("/sites/", {"identifier": "no slug"}).json()

    @pytest.mark.parametrize("renderer", RENDERERS)
    def test_nothing(self, plain: APIClient, devices: list[Device], renderer: type[AgentRenderer]) -> None:
        """A delete is answered with nothing."""
        made = plain.delete(f"/devices/{devices[0].pk}/", HTTP_ACCEPT=renderer.media_type)
        assert (made.status_code, made.content) == (204, b"")

    @pytest.mark.parametrize("renderer", RENDERERS)
    def test_for_somebody_who_shapes_it(self, renderer: type[AgentRenderer]) -> None:
        """Who has said on the request to shape the answer is given the whole of it, whatever the query asks for."""
        request = APIRequestFactory().get("/?fields=id")
        vars(request)[WHOLE] = True
        response = Response({"id": 1, "name": "x"}, status=201)
        context = {"view": APIView(), "request": Request(request), "response": response}
        assert renderer().render(response.data, None, context) == b'{"id":1,"name":"x"}'
        assert response.headers["Content-Type"] == "application/json"

    @pytest.mark.parametrize("renderer", RENDERERS)
    def test_without_a_view(self, renderer: type[AgentRenderer]) -> None:
        """Whoever renders by hand gets the format, too."""
        assert renderer().render({"id": 1}) == renderer.encode({"id": 1})


class TestJsonAfterAll:
    def test_what_a_format_refuses(self) -> None:
        """Data that has no form in a format is sent in JSON with a note, and said to be JSON."""
        made = answered([{"a": 1}, 2], CsvRenderer)
        assert made.headers["Content-Type"] == "application/json"
        assert msgspec.json.decode(made.content)["results"] == [{"a": 1}, 2]

    def test_by_hand(self) -> None:
        """The same holds where nothing is known of a request."""
        assert CsvRenderer().render([{"a": 1}, 2]) == b'[{"a":1},2]'

    @pytest.mark.parametrize("pipeline", [json_only, failing])
    def test_a_pipeline_of_the_hosts(self, plain: APIClient, devices: list[Device], pipeline: Any) -> None:
        """A pipeline that has no such format, or fails, sends JSON and says so."""
        with override_settings(FRISIAN_PIPELINE={"PIPELINE": f"tests.drf.test_formats.{pipeline.__name__}"}):
            made = plain.get("/devices/?format=csv")
        assert made.headers["Content-Type"] == "application/json"
        assert made.json()

    def test_inside_of_a_page(self) -> None:
        """A browser that is shown such data gets a page, and is told so."""

        def respond(self: APIView, request: Request) -> Response:
            return Response([{"a": 1}, 2])

        renderers = [BrowsableAPIRenderer, CsvRenderer]
        view: Any = type("HandMade", (APIView,), {"renderer_classes": renderers, "get": respond})
        made = view.as_view()(APIRequestFactory().get("/", headers={"Accept": "text/html"})).render()
        assert made.headers["Content-Type"].partition(";")[0] == "text/html"
        assert b"&quot;results&quot;" in made.content

    def test_the_agents_own(self, agent: APIClient, devices: list[Device]) -> None:
        """What the agent format sends is JSON by its own name."""
        assert agent.get("/devices/").headers["Content-Type"] == AgentRenderer.media_type
