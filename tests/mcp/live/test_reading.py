"""Reading over MCP: budgets, heavy tools, links, and what is bought of what was left out."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import path
from rest_framework import serializers
from rest_framework.decorators import action, api_view
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import CursorPagination, LimitOffsetPagination, PageNumberPagination
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ReadOnlyModelViewSet

from frisian_pipeline.mcp import mcp_action, mcp_dispatcher, mcp_heavy, mcp_tool
from frisian_pipeline.mcp.server.links import whole
from frisian_pipeline.tokens import exact
from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import OPEN, Agent, Called
from tests.mcp.live.test_answers import answering
from tests.project.models import Device

Make = Callable[..., Agent]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def small(settings: Any) -> None:
    """A host whose answers are small."""
    settings.FRISIAN_PIPELINE = OPEN | {"BUDGET_TOKENS": 300}


@pytest.fixture
def rows() -> list[dict[str, Any]]:
    """Devices enough not to fit."""
    made = Device.objects.bulk_create(Device(name=f"edge-{number:03}", serial=f"S{number}") for number in range(120))
    return [{"id": device.pk, "name": device.name} for device in made]


class Small(serializers.ModelSerializer[Device]):
    class Meta:
        model = Device
        fields = ("pk", "name")


class Large(serializers.ModelSerializer[Device]):
    class Meta:
        model = Device
        fields = ("pk", "name", "serial")


class Devices(ReadOnlyModelViewSet[Device]):
    queryset = Device.objects.order_by("name")
    serializer_class = Small
    pagination_class = None


def devices(**attributes: Any) -> Any:
    """A host with devices, of which only little is sent."""
    return registered(heir(Devices, **attributes), "devices")


def cost(called: Called) -> int:
    """What an answer costs."""
    return exact(called.content[0]["text"])


def every_row(client: Agent, tool: str, first: Any, **words: Any) -> Iterator[Any]:
    """Read on as the notes say."""
    yield from first["results"]
    cursor = first["_notes"][0].rpartition("cursor=")[2].split(" ")[0]
    token = first.get("continuation_token") or first["next"]
    while cursor is not None:
        called = client.call(tool, continuation_token=token, cursor=cursor, **words)
        assert cost(called) <= 300
        yield from called.data["results"]
        cursor = called.data["cursor"]


class TestBudget:
    def test_a_list_is_read_to_its_end(self, agent: Make, rows: list[dict[str, Any]]) -> None:
        """Every answer is within the budget, and together they are the list."""
        client = agent(devices())
        first = client.call("devices_list")
        assert cost(first) <= 300
        assert first.data["count"] == 120
        assert list(every_row(client, "devices_list", first.data)) == client.rest("GET", "/devices/").data
        whole = client.call("devices_list", continuation_token=first.data["next"])
        assert whole.data == client.rest("GET", "/devices/").data

    def test_through_a_group(self, agent: Make, rows: list[dict[str, Any]], settings: Any) -> None:
        """What goes on may be said beside params, or in them."""
        settings.FRISIAN_PIPELINE |= {"SURFACE": "groups"}
        client = agent(devices())
        call = {"resource": "devices", "action": "list"}
        first = client.call("api", **call).data
        token = first["next"]
        beside = client.call("api", **call, continuation_token=token, cursor="2", page_size=3)
        inside = client.call("api", **call, params={"continuation_token": token, "cursor": "2", "page_size": 3})
        assert len(beside.data["results"]) == 3
        assert beside == inside
        faults = client.call("api", **call, cursor="2").data["error"]
        assert "cursor" in faults

    @pytest.mark.parametrize("words", [{"budget": 120}, {"budget": 5_000}])
    def test_a_call_has_its_own(self, agent: Make, rows: list[dict[str, Any]], words: Any) -> None:
        """The caller may have more or less."""
        called = agent(devices()).call("devices_list", **words)
        assert 0.5 * min(words["budget"], 2_900) < cost(called) <= words["budget"]

    @pytest.mark.parametrize("budget", [100, {"list": 100}])
    def test_a_view_has_its_own(self, agent: Make, rows: list[dict[str, Any]], budget: Any) -> None:
        """For all its actions or by action."""
        assert cost(agent(devices(mcp_budget=budget)).call("devices_list")) <= 100

    @pytest.mark.parametrize("budget", [59, "many", -1])
    def test_one_that_no_answer_could_have(self, agent: Make, budget: Any) -> None:
        """It is refused before anything runs."""
        assert "budget" in agent(devices()).call("devices_list", budget=budget).data["error"]

    def test_without_a_slot_nothing_is_cut(self, agent: Make, rows: list[dict[str, Any]], settings: Any) -> None:
        """Who cannot go on gets all."""
        settings.FRISIAN_PIPELINE |= {"DISCLOSE_CONTINUATION": []}
        client = agent(devices())
        assert client.call("devices_list").data == client.rest("GET", "/devices/").data

    def test_a_hard_one_bounds_full_as_well(self, agent: Make, rows: list[dict[str, Any]], settings: Any) -> None:
        """Whatever is asked for."""
        settings.FRISIAN_PIPELINE |= {"HARD_BUDGET_TOKENS": 400}
        client = agent(devices())
        token = client.call("devices_list").data["next"]
        whole = client.call("devices_list", continuation_token=token)
        assert cost(whole) <= 400
        assert whole.data["cursor"]

    def test_a_store_that_is_full_costs_the_token(self, agent: Make, rows: Any, settings: Any) -> None:
        """Then all is shown."""
        settings.FRISIAN_PIPELINE |= {"STORE": {"MAX_BYTES": 10}}
        client = agent(devices())
        assert client.call("devices_list").data == client.rest("GET", "/devices/").data


class TestRedemption:
    def test_the_view_holds_for_pages(self, agent: Make, rows: list[dict[str, Any]]) -> None:
        """Pages look like the first one; view=full brings every field."""
        client = agent(devices(serializer_class=Large, agent_view="name", mcp_budget=200))
        first = client.call("devices_list", fields="name,serial").data
        token = first["next"]
        page = client.call("devices_list", continuation_token=token, cursor="1", page_size=1).data["results"]
        assert set(page[0]) == {"pk", "name"}
        full = client.call("devices_list", continuation_token=token, cursor="1", page_size=1, view="full", budget=5000)
        assert {"name", "serial"} < set(full.data["results"][0])

    def test_what_was_not_read_is_told(self, agent: Make, rows: list[dict[str, Any]]) -> None:
        """Fields that the view left out are not among what is kept, and a caller who asks for them hears that."""
        client = agent(devices(serializer_class=Large, agent_view="name"))
        token = client.call("devices_list").data["next"]
        page = client.call("devices_list", continuation_token=token, fields="serial", page_size=1).data
        assert page["_notes"] == ["unknown field: serial"]
        assert set(client.call("devices_list", fields="serial", budget=60_000).data[0]) == {"pk", "serial"}

    def test_modes(self, agent: Make, rows: list[dict[str, Any]]) -> None:
        """Rows, fields, a summary."""
        client = agent(devices())
        token = client.call("devices_list").data["next"]
        page = client.call("devices_list", continuation_token=token, mode="paginated", page=2, page_size=2).data
        assert [row["name"] for row in page["results"]] == ["edge-002", "edge-003"]
        said = {"mode": "filtered", "fields": "pk", "page_size": 2}
        filtered = client.call("devices_list", continuation_token=token, **said).data
        assert [list(row) for row in filtered["results"]] == [["pk"], ["pk"]]
        summary = client.call("devices_list", continuation_token=token, mode="summary").data
        assert summary["count"] == 120
        assert summary["fields"]["name"]["max"] == "edge-119"

    @pytest.mark.parametrize(
        ("words", "error"),
        [
            ({"mode": "all"}, {"mode": ["is one of full, paginated, filtered, summary"]}),
            ({"page": 0}, {"page": ["is a whole number from 1"]}),
            ({"cursor": "x"}, {"cursor": ["is what an answer of this tool has said; 0 begins anew"]}),
            ({"name": "x"}, {"name": ["has no place beside continuation_token; leave one of them out"]}),
            ({"fields": 7}, {"fields": ["must be array or string"]}),
        ],
    )
    def test_what_cannot_be_is_said(self, agent: Make, rows: Any, words: Any, error: Any) -> None:
        """With what is legal."""
        client = agent(devices())
        token = client.call("devices_list").data["next"]
        called = client.call("devices_list", continuation_token=token, **words)
        assert (called.is_error, called.data) == (True, {"status_code": 400, "error": error})

    def test_masks_that_cannot_be_read(self, agent: Make, rows: Any) -> None:
        """Say where."""
        client = agent(devices())
        token = client.call("devices_list").data["next"]
        for name in ("fields", "exclude"):
            error = client.call("devices_list", continuation_token=token, **{name: "a(("}).data["error"]
            assert list(error) == [name]
            assert error[name][0].startswith("The mask cannot be read")


class TestHeavy:
    FORM = ("count", "data_size", "results", "next")

    def test_a_method_of_a_view(self, agent: Make, rows: list[dict[str, Any]]) -> None:
        """The first page, how much there is, and what buys the rest; fields of free form stay whole."""

        class Reports(Devices):
            @action(detail=False)
            @mcp_heavy
            def report(self, request: Any) -> Response:
                return Response(Small(Device.objects.all()[: int(request.GET.get("most", 200))], many=True).data)

        client = agent(registered(Reports, "devices"))
        called = client.call("devices_report")
        assert tuple(called.data)[:4] == self.FORM
        assert list(every_row(client, "devices_report", called.data)) == client.rest("GET", "/devices/report/").data
        few = client.call("devices_report", most=2).data
        assert few == {"count": 2, "data_size": few["data_size"], "results": few["results"], "next": None}

    def test_it_wins_over_lean_writes(self, agent: Make, settings: Any) -> None:
        """An action that reads and writes shows what it read, and its tool takes tokens whatever the settings say."""
        settings.FRISIAN_PIPELINE |= {"DISCLOSE_CONTINUATION": []}

        @mcp_heavy
        class Recount(APIView):
            def post(self, request: Any) -> Response:
                return Response([{"id": number, "name": "counted"} for number in range(500)], status=201)

        client = agent(path("recount/", Recount.as_view()))
        called = client.call("recount_post")
        assert tuple(called.data)[:4] == self.FORM
        assert len(list(every_row(client, "recount_post", called.data))) == 500

    @pytest.mark.parametrize("mark", [{"mcp_heavy": True}, {"mcp_heavy": ["list"]}])
    def test_a_view_by_its_attribute(self, agent: Make, rows: Any, mark: Any) -> None:
        """For all its actions, or some."""
        called = agent(devices(**mark)).call("devices_list", fields="pk", budget=60_000)
        assert tuple(called.data) == self.FORM

    def test_a_function_view(self, agent: Make) -> None:
        """Marked above or below DRF's own decorator."""

        @mcp_heavy
        @api_view(["GET"])
        def above(request: Any) -> Response:
            return Response([1])

        @api_view(["GET"])
        @mcp_heavy
        def below(request: Any) -> Response:
            return Response([1])

        client = agent(path("above/", above), path("below/", below))
        for tool in ("above_get", "below_get"):
            assert client.call(tool).data == {"count": 1, "data_size": 3, "results": [1], "next": None}

    def test_functions_and_actions(self, agent: Make, written: Any, settings: Any) -> None:
        """With words it makes a tool; without, it marks one."""
        settings.FRISIAN_PIPELINE |= {"DISCLOSE_CONTINUATION": []}

        @mcp_heavy(name="ledger", description="All entries.", input_schema={"type": "object"})
        def ledger(arguments: Any, request: Any) -> Any:
            return [{"entry": number} for number in range(500)]

        @mcp_tool()
        @mcp_heavy
        def journal(arguments: Any, request: Any) -> Any:
            return [{"entry": number} for number in range(500)]

        @mcp_dispatcher(name="books")
        class Books:
            @mcp_action()
            @mcp_heavy
            def entries(self, arguments: Any, request: Any) -> Any:
                return [{"entry": number} for number in range(500)]

        client = agent(answering(lambda: Response(None)))
        for tool, words in (("ledger", {}), ("journal", {}), ("books", {"action": "entries"})):
            called = client.call(tool, **words)
            assert tuple(called.data)[:4] == self.FORM
            assert len(list(every_row(client, tool, called.data))) == 500
            summary = client.call(tool, continuation_token=called.data["next"], mode="summary").data
            assert summary["count"] == 500


class TestLinks:
    @pytest.mark.parametrize("kind", [PageNumberPagination, LimitOffsetPagination, CursorPagination])
    def test_pages_are_walked_by_their_links(self, agent: Make, rows: list[dict[str, Any]], kind: Any) -> None:
        """Whatever the host paginates by, the arguments lead on, and a page that is too large can be bought."""
        words = {"page_size": 50, "default_limit": 50, "ordering": "name"}
        client = agent(devices(pagination_class=type("Pages", (kind,), words)))
        names, arguments = [], {"fields": "name"}
        while arguments is not None:
            page = client.call("devices_list", **{"fields": "name", **arguments}).data
            shown = page["results"]
            if "continuation_token" in page:
                shown = list(every_row(client, "devices_list", page, fields="name"))
            names += [row["name"] for row in shown]
            arguments = page["next"]
        assert names == [row["name"] for row in rows]

    @pytest.mark.parametrize("link", ["https://other.example/?page=2", "//[", 7, "/it/?=&&"])
    def test_other_links_stay(self, agent: Make, link: Any) -> None:
        """What does not lead to the tool itself is no argument."""
        page = {"next": link, "results": []}
        assert agent(answering(lambda: Response(page))).call("it_get").data == page

    @pytest.mark.parametrize(("said", "sent"), [("7", 7), ("9" * 5_000, "9" * 5_000), ("-7", "-7"), ("²", "²")])
    def test_numbers(self, said: str, sent: Any) -> None:
        """What should be a number is one, if it can be read."""
        assert whole(said) == sent

    def test_names_that_are_ours(self, agent: Make) -> None:
        """An argument of the host is called as the tool calls it."""
        page = {"next": "/it/?fields=a&x=1&x=2", "results": []}
        called = agent(answering(lambda: Response(page))).call("it_get")
        assert called.data["next"] == {"fields_": "a", "x": ["1", "2"]}


class TestErrors:
    def test_a_long_error_is_cut(self, agent: Make, caplog: Any) -> None:
        """Two kilobytes are enough to see what is wrong; the log has the id of the rest."""
        faults = [{"name": [f"{'very ' * 20}wrong in row {number}"]} for number in range(500)]

        def fail() -> Response:
            raise ValidationError(faults)

        called = agent(answering(fail)).call("it_get")
        text = called.content[0]["text"]
        assert called.is_error
        assert len(text) < 2_200
        assert called.data["error"][-1] == "…(500 items)"
        assert called.data["error_id"] in caplog.text
        assert "very very" not in caplog.text

    def test_many_names(self, agent: Make) -> None:
        """Of many fields the first ones are told."""

        def fail() -> Response:
            raise ValidationError({f"field_{number}": ["Wrong."] for number in range(1_000)})

        called = agent(answering(fail)).call("it_get")
        assert called.data["error"]["field_0"] == ["Wrong."]
        assert len(called.content[0]["text"]) < 2_200


class TestBounds:
    def test_facts_are_within_the_budget(self, agent: Make, rows: list[dict[str, Any]], caplog: Any) -> None:
        """Facts that would leave nothing to the rows are not sent, and the log says so."""
        said: dict[str, Any] = {}
        client = agent(devices(agent_facts=lambda self, data, request: said))
        said["total"] = len(rows)
        called = client.call("devices_list")
        assert cost(called) <= 300
        assert called.data["facts"] == said
        said["much"] = "word " * 300
        called = client.call("devices_list")
        assert cost(called) <= 300
        assert "facts" not in called.data
        assert "too large for the budget" in caplog.text

    @pytest.mark.parametrize("budget", [0, 10_000])
    @pytest.mark.usefixtures("rows")
    def test_facts_are_within_the_hard_budget(self, agent: Make, settings: Any, budget: int) -> None:
        """So are those that would leave nothing to the rows of what bounds any answer."""
        settings.FRISIAN_PIPELINE = {**settings.FRISIAN_PIPELINE, "HARD_BUDGET_TOKENS": 200}
        client = agent(devices(agent_facts=lambda self, data, request: {"much": "word " * 300}, mcp_budget=budget))
        called = client.call("devices_list")
        assert cost(called) <= 200
        assert called.data["results"]
        assert "facts" not in called.data

    def test_notes_are_within_the_budget(self, agent: Make, rows: list[dict[str, Any]]) -> None:
        """Of what is to be said of a page as much is said as leaves room for rows."""
        client = agent(devices())
        token = client.call("devices_list").data["next"]
        strange = ",".join(f"a_name_that_nobody_knows_{number}" for number in range(6))
        called = client.call("devices_list", continuation_token=token, fields=f"name,{strange}", budget=60)
        assert cost(called) <= 60
        assert called.data["results"]

    @pytest.mark.parametrize("budget", [10, True, -5, "many", [1], None])
    def test_a_view_that_says_nonsense_has_the_settings_budget(self, agent: Make, rows: Any, budget: Any) -> None:
        """What is no number of tokens is nobody's word."""
        assert 200 < cost(agent(devices(mcp_budget=budget)).call("devices_list")) <= 300

    def test_a_budget_beside_a_token_is_kept_to(self, agent: Make, rows: Any) -> None:
        """Who names one does not want the whole result."""
        client = agent(devices())
        token = client.call("devices_list").data["next"]
        assert cost(client.call("devices_list", continuation_token=token, budget=100)) <= 100

    def test_errors_are_within_the_hard_budget(self, agent: Make, settings: Any) -> None:
        """It bounds whatever is sent."""
        settings.FRISIAN_PIPELINE |= {"HARD_BUDGET_TOKENS": 200}

        def fail() -> Response:
            raise ValidationError([f"wrong {number}" for number in range(200)])

        assert cost(agent(answering(fail)).call("it_get")) <= 250

    def test_a_result_too_large_for_the_store_is_told(self, agent: Make, rows: Any, settings: Any, caplog: Any) -> None:
        """It goes out whole, since nothing stands for the rest; the host can do something about that."""
        settings.FRISIAN_PIPELINE |= {"STORE": {"MAX_BYTES_PER_OWNER": 100}}
        agent(devices()).call("devices_list")
        assert "could not be kept (MAX_BYTES_PER_OWNER is 100); it is sent whole" in caplog.text

    def test_a_method_is_no_tool_of_its_own(self) -> None:
        """It would have no instance, and nothing of its view's permissions."""
        with pytest.raises(ImproperlyConfigured, match="is a method, no function"):

            class Salaries(Devices):
                @mcp_heavy(name="payroll")
                def salaries(self, request: Any) -> Response:
                    return Response([])

    def test_through_search(self, agent: Make, rows: list[dict[str, Any]], settings: Any) -> None:
        """What goes on may be said beside the arguments, or in them."""
        settings.FRISIAN_PIPELINE |= {"SURFACE": "search"}
        client = agent(devices())
        token = client.call("call", name="devices_list").data["next"]
        beside = client.call("call", name="devices_list", continuation_token=token, cursor="2", page_size=3)
        said = {"continuation_token": token, "cursor": "2", "page_size": 3}
        assert beside == client.call("call", name="devices_list", arguments=said)
        assert len(beside.data["results"]) == 3


class TestResource:
    def read(self, client: Agent, uri: str) -> Any:
        """What reading a resource gives, as data, or the error's message."""
        sent = client.ask("resources/read", uri=uri).data
        return json.loads(sent["result"]["contents"][0]["text"]) if "result" in sent else sent["error"]["message"]

    def test_modes(
        self, agent: Make, rows: list[dict[str, Any]], written: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A URI's query says how a kept result is read, of a view's tool and of one that is written by hand."""
        caplog.set_level("INFO", "frisian_pipeline")

        @mcp_tool()
        def journal(arguments: Any, request: Any) -> Any:
            return [{"entry": number} for number in range(500)]

        client = agent(devices())
        for tool, name in (("devices_list", "name"), ("journal", "entry")):
            place = f"continuation://{tool}/{client.call(tool).data['next']}"
            assert len(self.read(client, place)) >= 120
            assert len(self.read(client, f"{place}?page=2&page_size=3")["results"]) == 3
            assert self.read(client, f"{place}?mode=summary&budget=100")["count"] >= 120
            assert name in self.read(client, f"{place}?mode=filtered&fields={name}&cursor=5&page_size=1")["results"][0]
            assert "mode is one of full, paginated" in self.read(client, f"{place}?mode=all")
            assert "page is a whole number from 1" in self.read(client, f"{place}?page=0")
            assert "budget must be integer" in self.read(client, f"{place}?budget={'9' * 5_000}")
            assert "not" in self.read(client, f"continuation://{tool}/{'x' * 24}?page=1")
            told = [(getattr(record, "tool", ""), getattr(record, "action", "")) for record in caplog.records]
            assert told.count((tool, "continue")) == 4
