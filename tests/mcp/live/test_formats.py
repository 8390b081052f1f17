"""Answers in other formats, where the host offers them."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import path
from django.views.decorators.cache import cache_page
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from toon_format import loads

from frisian_pipeline.drf import AgentRenderer, ColumnarRenderer, CsvRenderer, ToonRenderer
from frisian_pipeline.formats import columnar, tron
from frisian_pipeline.mcp import mcp_action, mcp_dispatcher, mcp_tool
from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import OPEN, Agent
from tests.mcp.live.test_answers import AnsweringView, answering
from tests.project.models import Device
from tests.project.views import DeviceViewSet

Make = Callable[..., Agent]
SEVERAL = ["columnar", "toon", "tron", "csv", "markdown", "auto"]
LOSSLESS = [("columnar", columnar.decode), ("toon", loads), ("tron", tron.decode)]
ARE_JSON = [("json", True), ("columnar", True), ("markdown", False), ("csv", False)]
ROWS = [{"id": n, "name": f"device {n}", "site": "HQ"} for n in range(30)]

pytestmark = pytest.mark.usefixtures("written")


@pytest.fixture
def several(settings: Any) -> None:
    """A host that offers every format."""
    settings.FRISIAN_PIPELINE = OPEN | {"FORMATS": SEVERAL}


def text(client: Agent, tool: str, **arguments: Any) -> str:
    """What a tool answers, as it comes."""
    result = client.result("tools/call", name=tool, arguments=arguments)
    assert not result.get("isError"), result
    return str(result["content"][0]["text"])


def rows(*attributes: Any) -> Any:
    """A view that answers rows."""
    return answering(lambda: Response(ROWS))


class TestOffer:
    def test_nothing_by_default(self, agent: Make) -> None:
        """By default there is no such argument, and asking for another format is refused."""
        client = agent(rows())
        assert "format" not in client.tools()["it_get"]["inputSchema"].get("properties", {})
        assert "format writes" not in str(client.ask("server/discover").content)
        called = client.call("it_get", format="toon")
        assert called.data == {"status_code": 400, "error": {"format": ["'toon' is not offered here; known: json"]}}
        assert client.call("it_get", format="json").data == ROWS

    @pytest.mark.usefixtures("several")
    def test_of_reads(self, agent: Make) -> None:
        """Where the host offers several, tools that read publish them; JSON is always one."""
        tools = agent(rows()).tools()
        published = tools["it_get"]["inputSchema"]["properties"]["format"]
        assert published == {"type": "string", "enum": ["json", *SEVERAL]}
        assert "format" not in tools["it_post"]["inputSchema"].get("properties", {})

    @pytest.mark.usefixtures("several")
    def test_an_unknown_one(self, agent: Make) -> None:
        """A format that nobody knows is refused before anything is run, and the known ones are named."""
        ran: list[int] = []

        def run() -> Response:
            ran.append(1)
            return Response([])

        client = agent(answering(run))
        for tool in ("it_get", "it_post"):
            (said,) = client.call(tool, format="xml").data["error"]["format"]
            assert said == f"'xml' is not offered here; known: json, {', '.join(SEVERAL)}"
        assert client.call("it_get", format=5).is_error
        assert ran == []


@pytest.mark.usefixtures("several")
class TestAnswers:
    @pytest.mark.parametrize(
        ("name", "decode"), [("columnar", columnar.decode), ("toon", loads), ("tron", tron.decode)]
    )
    def test_lossless_ones(self, agent: Make, name: str, decode: Any) -> None:
        """An asked format is honoured, for reads and for writes."""
        client = agent(rows())
        assert decode(text(client, "it_get", format=name)) == ROWS
        assert decode(text(client, "it_post", format=name)) == ROWS

    def test_the_cheapest(self, agent: Make) -> None:
        """What is chosen for an answer is what it would be by its own name."""
        client = agent(rows())
        assert text(client, "it_get", format="auto") == text(client, "it_get", format="columnar")

    def test_even_rows(self, agent: Make) -> None:
        """With an agent view TOON makes tables."""
        for name in ("edge-01", "edge-02"):
            Device.objects.create(name=name)
        client = agent(registered(DeviceViewSet, "devices"))
        assert text(client, "devices_list", format="toon").startswith("[2]{name,uid,")

    def test_even_rows_of_what_is_kept(self, agent: Make) -> None:
        """So it does of rows that a token buys, as long as fields are left out."""
        odd = [{"id": n, "at": {"x": n} if n % 2 else None, "tags": ["a"] * (n % 3), "note": ""} for n in range(99)]
        client = agent(answering(lambda: Response(odd)))
        begun = loads(text(client, "it_get", format="toon", fields="id,at,tags", budget=300))
        said = {"continuation_token": begun["next"], "cursor": "50", "format": "toon", "budget": 300}
        masked = loads(text(client, "it_get", **said, fields="id,at,tags"))["results"]
        assert masked[:2] == [{"id": 50, "tags": "a;a", "at.x": None}, {"id": 51, "tags": None, "at.x": 51}]
        assert loads(text(client, "it_get", **said))["results"][0] == odd[50]

    def test_an_envelope(self, agent: Make) -> None:
        """A write is confirmed in the format that its caller asks for."""
        client = agent(registered(DeviceViewSet, "devices"))
        envelope = loads(text(client, "devices_create", name="edge", format="toon"))
        assert (envelope["name"], envelope["status_code"]) == ("edge", 201)

    def test_without_a_body(self, agent: Make) -> None:
        """An answer without a body is a few facts, which stay JSON."""
        client = agent(answering(lambda: Response(None, status=201, headers={"Location": "/it/7/"})))
        assert client.call("it_post", format="toon").data == {"status_code": 201, "location": "/it/7/"}

    def test_an_error(self, agent: Make) -> None:
        """An error is what it always is."""
        client = agent(answering(lambda: Response({"a": ["wrong"]}, status=400)))
        assert client.call("it_get", format="toon").data == {"status_code": 400, "error": {"a": ["wrong"]}}

    def test_what_a_format_refuses(self, agent: Make) -> None:
        """Data that has no form in a format is JSON with a note."""
        client = agent(answering(lambda: Response([{"a": 1}, 2])))
        data = client.call("it_get", format="csv").data
        assert (data["results"], len(data["_notes"])) == ([{"a": 1}, 2], 1)

    def test_the_hosts_own_argument(self, agent: Make) -> None:
        """An argument of the host's keeps its trailing underscore."""
        view = heir(AnsweringView, post=lambda view, request: Response(request.data))
        client = agent(path("it/", view.as_view()))
        assert text(client, "it_post", format_="a", format="toon") == "format: a"


class TestRenderers:
    @pytest.mark.parametrize("through", [False, True])
    @pytest.mark.parametrize("renderer", [AgentRenderer, ColumnarRenderer, ToonRenderer, CsvRenderer])
    def test_ours_alone(self, agent: Make, settings: Any, renderer: Any, *, through: bool) -> None:
        """A view that has nothing but our renderers answers over MCP as any other does: it is shaped there alone."""
        settings.FRISIAN_PIPELINE = OPEN | {"FORMATS": SEVERAL, "THROUGH_MIDDLEWARE": through}
        client = agent(registered(heir(DeviceViewSet, renderer_classes=[renderer]), "devices"))
        whole = client.call("devices_create", name="edge", config={"ports": [1.5]}, verify=True).data
        assert (whole["config"], len(whole)) == ({"ports": [1.5]}, 7)
        assert client.call("devices_create", name="edge").data["data_size"] == 129
        assert list(client.call("devices_list", view="full").data[0]) == list(whole)
        assert whole in columnar.decode(text(client, "devices_list", view="full", format="columnar"))
        assert client.call("devices_create", name="x" * 2_000).data["error"]["name"]

    @pytest.mark.parametrize("said", [property(lambda view: [JSONRenderer]), [partial(JSONRenderer)]])
    def test_of_requests(self, agent: Make, said: Any) -> None:
        """A view may list renderers anew at each request, or whatever makes them; it is a tool as any other is."""
        client = agent(answering(lambda: Response(ROWS), renderer_classes=said))
        assert client.call("it_get").data == ROWS

    @pytest.mark.parametrize("through", [False, True])
    def test_no_cache_keeps_what_is_for_mcp(self, agent: Make, settings: Any, *, through: bool) -> None:
        """What REST answers from the host's cache is what it rendered itself, whoever called the view before."""
        caching = [f"django.middleware.cache.{name}CacheMiddleware" for name in ("Update", "FetchFrom")]
        settings.FRISIAN_PIPELINE = OPEN | {"FORMATS": SEVERAL, "THROUGH_MIDDLEWARE": through}
        settings.MIDDLEWARE = [*(caching[:1] * through), *settings.MIDDLEWARE, *(caching[1:] * through)]
        view = heir(AnsweringView, make=staticmethod(lambda: Response(ROWS)), renderer_classes=[CsvRenderer])
        client = agent(path("it/", view.as_view() if through else cache_page(60)(view.as_view())))
        cache.clear()
        assert client.call("it_get").data == ROWS
        for _ in range(2):
            sent = client.send("GET", "/it/")
            assert (sent.headers["Content-Type"], sent.content[:4]) == ("text/csv; charset=utf-8", b"id,n")


@pytest.mark.usefixtures("several")
class TestSurfaces:
    @pytest.mark.parametrize("beside", [True, False])
    def test_groups(self, agent: Make, settings: Any, *, beside: bool) -> None:
        """A dispatcher takes it beside the parameters or among them."""
        settings.FRISIAN_PIPELINE |= {"SURFACE": "groups"}
        client = agent(rows())
        (tool,) = client.tools()
        given: dict[str, Any] = {"format": "csv"} if beside else {"params": {"format": "csv"}}
        assert text(client, tool, resource="it", action="get", **given).startswith("id,name,site\r\n")

    def test_search(self, agent: Make, settings: Any) -> None:
        """So does the tool that calls what a search has found."""
        settings.FRISIAN_PIPELINE |= {"SURFACE": "search"}
        client = agent(rows())
        assert text(client, "call", name="it_get", format="csv") == text(
            client, "call", name="it_get", arguments={"format": "csv"}
        )

    def test_hand_written_ones(self, agent: Make) -> None:
        """So do functions and dispatchers that the host has written; their errors are what they always are."""
        mcp_tool("it", description="Rows.")(lambda arguments, request: ROWS)
        mcp_tool("wrong", description="No rows.")(lambda arguments, request: Response({"a": 1}, status=409))

        @mcp_dispatcher("stock", description="Stock.")
        class Stock:
            @mcp_action(name="list", description="List it.")
            def list_it(self, arguments: dict[str, Any], request: Any) -> Any:
                return ROWS

        client = agent()
        assert columnar.decode(text(client, "it", format="columnar")) == ROWS
        assert tron.decode(text(client, "stock", action="list", params={"format": "tron"})) == ROWS
        assert client.call("wrong", format="toon").data == {"status_code": 409, "error": {"a": 1}}
        assert client.call("it", format="xml").status == 400


class TestStructuredContent:
    @pytest.mark.parametrize(("name", "doubled"), ARE_JSON)
    def test_json_alone(self, agent: Make, settings: Any, name: str, *, doubled: bool) -> None:
        """Objects are sent as data only in formats that are JSON, whatever others begin with."""
        settings.FRISIAN_PIPELINE = OPEN | {"FORMATS": SEVERAL, "STRUCTURED_CONTENT": True}
        client = agent(answering(lambda: Response({"{a}": 1})))
        result = client.result("tools/call", name="it_get", arguments={"format": name})
        assert ("structuredContent" in result) is doubled
