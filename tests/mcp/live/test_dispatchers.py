"""Hand-written tools over a real socket: dispatchers, functions, and what they answer."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied as DjangoDenied
from django.core.exceptions import SuspiciousOperation
from django.db import connections, transaction
from django.db.models import DateTimeField, Value
from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseForbidden,
    JsonResponse,
    StreamingHttpResponse,
)
from django.http.response import HttpResponseBase
from rest_framework.exceptions import APIException, NotFound, PermissionDenied, Throttled, ValidationError
from rest_framework.permissions import BasePermission, DjangoModelPermissions, IsAuthenticated
from rest_framework.response import Response

from frisian_pipeline.mcp import mcp_action, mcp_dispatcher, mcp_tool
from frisian_pipeline.mcp.protocol import TextContent
from tests.mcp.discovery.hosts import registered
from tests.mcp.live.agents import OPEN, Agent, basic
from tests.project.models import Device, Part, Site
from tests.project.serializers import DeviceSerializer, TagSerializer
from tests.project.views import TagViewSet

Make = Callable[..., Agent]

pytestmark = pytest.mark.usefixtures("written")

RAISED: dict[str, BaseException] = {}
SEEN: list[Any] = []


class Orders:
    """Manage customer orders: list, retrieve, create, cancel."""

    def __init__(self) -> None:
        self.kept: list[int] = []

    @mcp_action(name="list", description="List orders.", params={"state": "Only of this state."})
    def list_orders(self, arguments: dict[str, Any], request: HttpRequest) -> Any:
        self.kept.append(1)
        wanted = {"state": arguments["state"]} if "state" in arguments else {}
        added = {"at": Value(datetime(2026, 1, 31, 12, tzinfo=UTC), DateTimeField())}
        parts: Any = Part.objects
        return parts.filter(**wanted).annotate(**added).values("id", "name", "price", "at")

    @mcp_action(params={"order_id": "Primary key of the order."})
    async def retrieve(self, wanted: Any, _: Any) -> Any:
        """Get an order."""
        part = await Part.objects.aget(pk=wanted["order_id"])
        return {"id": part.pk, "name": part.name, "price": part.price}

    @mcp_action(
        name="cancel",
        description="Cancel an open order.",
        params={"order_id": "Primary key of the order to cancel."},
        input_schema=None,
        write=True,
        admin=False,
    )
    def cancel_order(self, arguments: dict[str, Any], request: HttpRequest) -> dict[str, Any]:
        part = Part.objects.get(pk=arguments["order_id"])
        if part.state == "off":
            raise ValueError("This order is cancelled already.")
        Part.objects.filter(pk=part.pk).update(state="off")
        return {"id": part.pk, "state": "off"}

    @mcp_action(
        input_schema={
            "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
            "required": ["name"],
            "additionalProperties": False,
        },
        write=True,
    )
    def create(self, data: Any, request: Any) -> Response:
        """Order something."""
        part = Part.objects.create(**data)
        row = {"id": part.pk, "name": part.name, "price": part.price, "maker": "x" * 100}
        return Response(row, status=201)

    @mcp_action(admin=True, write=True)
    def purge(self, arguments: Any, request: Any) -> Any:
        """Throw all orders away."""
        gone = list(Part.objects.values("id", "name"))
        Part.objects.all().delete()
        return [{**row, "text": "x" * 40} for row in gone]

    @mcp_action()
    def count(self, arguments: Any, request: Any) -> Any:
        """Count what this instance has kept."""
        self.kept.append(len(self.kept))
        return self.kept


ALL = ["list", "retrieve", "cancel", "create", "count"]


@pytest.fixture
def orders(agent: Make) -> Agent:
    """A host with the dispatcher, and three orders."""
    mcp_dispatcher(name="orders", description="Manage customer orders.")(Orders)
    for name, state, price in (("bolt", "on", "1.500"), ("nut", "off", "2.000"), ("cog", "on", "3.125")):
        Part.objects.create(name=name, state=state, price=Decimal(price))
    return agent(
        registered(TagViewSet, "tags"), registered(TagViewSet, "orders"), registered(TagViewSet, "order-lines")
    )


def key(name: str) -> int:
    """The key of an order."""
    return Part.objects.get(name=name).pk


class TestDispatcher:
    def test_listing(self, orders: Agent) -> None:
        """It is one tool, in the place of the discovered ones of its resource, and of no others."""
        tools = orders.tools()
        assert [name for name in tools if "order" in name] == [
            *(f"order_lines_{one}" for one in ("create", "destroy", "list", "partial_update", "retrieve", "update")),
            "orders",
        ]
        assert tools["orders"] == {
            "name": "orders",
            "description": "Manage customer orders.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "action": {"type": "string", "enum": ["help", *ALL]},
                    "params": {"type": "object"},
                    "verify": {"type": "boolean"},
                    "continuation_token": {"type": "string"},
                },
                "additionalProperties": False,
            },
        }

    @pytest.mark.parametrize("given", [{}, {"action": "help"}, {"params": {}}, {"params": None}])
    def test_help(self, orders: Agent, given: Any) -> None:
        """Without an action it says what there is, and how far one has to reach for what does more than read."""
        assert orders.call("orders", **given).data == {
            "actions": [
                {"name": "list", "description": "List orders.", "params": {"state": "Only of this state."}},
                {
                    "name": "retrieve",
                    "description": "Get an order.",
                    "params": {"order_id": "Primary key of the order."},
                },
                {
                    "name": "cancel",
                    "description": "Cancel an open order.",
                    "params": {"order_id": "Primary key of the order to cancel."},
                    "tier": "read_write",
                },
                {
                    "name": "create",
                    "description": "Order something.",
                    "params": {"name": "", "price": ""},
                    "tier": "read_write",
                },
                {"name": "count", "description": "Count what this instance has kept.", "params": {}},
            ]
        }

    def test_help_on_one(self, orders: Agent) -> None:
        """Of one action it says the whole schema."""
        known = orders.call("orders", params={"action": "create"}).data
        assert known["input_schema"] == {
            "type": "object",
            "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
            "required": ["name"],
            "additionalProperties": False,
        }
        called = orders.call("orders", params={"action": "creat"})
        assert called.data["error"] == {"action": ["'creat' is not known here; did you mean 'create'?"]}

    @pytest.mark.parametrize("asked", [["list"], {"list": 1}, 1, True, {}])
    def test_help_on_what_is_no_name(self, agent: Make, settings: Any, asked: Any) -> None:
        """Help on what is no name at all is refused as any other name that is not known, in a group as well."""
        mcp_dispatcher(name="orders")(Orders)
        settings.FRISIAN_PIPELINE = {"SURFACE": "groups"}
        client = agent(registered(TagViewSet, "tags"))
        for tool, where in (("orders", {}), ("api", {"resource": "tags"})):
            called = client.call(tool, **where, params={"action": asked})
            assert (called.is_error, called.status) == (True, 400)
            assert "is not known here" in called.data["error"]["action"][0]

    def test_a_query(self, orders: Agent) -> None:
        """A queryset with decimals and times is read, and filtered by the parameters."""
        assert orders.call("orders", action="list", params={"state": "off"}).data == [
            {"id": key("nut"), "name": "nut", "price": 2.0, "at": "2026-01-31T12:00:00Z"}
        ]
        assert len(orders.call("orders", action="list").data) == 3

    def test_masks(self, orders: Agent) -> None:
        """The caller's mask counts here as everywhere, beside the parameters and inside."""
        rows = [{"id": key("bolt"), "name": "bolt"}, {"id": key("cog"), "name": "cog"}]
        assert orders.call("orders", action="list", params={"state": "on"}, fields="name").data == rows
        assert orders.call("orders", action="list", params={"state": "on", "fields": "name"}).data == rows

    def test_asynchronous(self, orders: Agent) -> None:
        """A method may be asynchronous."""
        assert orders.call("orders", action="retrieve", params={"order_id": key("cog")}).data == {
            "id": key("cog"),
            "name": "cog",
            "price": 3.125,
        }

    def test_cancelled(self, agent: Make) -> None:
        """An asynchronous action that is cancelled has failed, and is answered as any that has."""

        async def cancelled(arguments: Any, request: Any) -> None:
            """Wait for what is cancelled."""
            waiting = asyncio.ensure_future(asyncio.sleep(60))
            waiting.cancel()
            await waiting

        mcp_tool("it")(cancelled)
        called = agent().call("it")
        assert (called.is_error, called.status, set(called.data["error"])) == (True, 500, {"detail", "error_id"})

    def test_no_state(self, orders: Agent) -> None:
        """Nothing of a call is left for the next."""
        assert [orders.call("orders", action="count").data for _ in range(2)] == [[0], [0]]

    def test_cancel(self, orders: Agent) -> None:
        """A write is done once; twice is an error that says so, and nothing there is one as well."""
        bolt = key("bolt")
        assert orders.call("orders", action="cancel", params={"order_id": bolt}).data == {"id": bolt, "state": "off"}
        again = orders.call("orders", action="cancel", params={"order_id": bolt})
        assert (again.is_error, again.data) == (
            True,
            {"status_code": 400, "error": {"detail": "This order is cancelled already."}},
        )
        gone = orders.call("orders", action="cancel", params={"order_id": 4711})
        assert (gone.is_error, gone.data) == (True, {"status_code": 404, "error": {"detail": "Not found."}})

    def test_a_parameter_that_is_missing(self, orders: Agent) -> None:
        """A declared parameter that the method wants and nobody sent is named."""
        called = orders.call("orders", action="cancel")
        assert (called.is_error, called.data) == (
            True,
            {"status_code": 400, "error": {"order_id": ["is required"]}},
        )

    def test_the_authors_schema(self, orders: Agent) -> None:
        """The author's schema is checked before each call."""
        called = orders.call("orders", action="create", params={"prise": 1, "name": 2})
        assert called.data["error"] == {
            "name": ["must be string"],
            "prise": ["is not known here; did you mean 'price'?"],
        }
        assert Part.objects.count() == 3

    @pytest.mark.parametrize(
        ("given", "error"),
        [
            ({"action": "cancl"}, {"action": ["'cancl' is not known here; did you mean 'cancel'?"]}),
            ({"action": "purge!"}, {"action": [f"'purge!' is not known here; known: {', '.join(ALL)}"]}),
            ({"action": 1}, {"action": ["must be string"]}),
            ({"action": "list", "params": "x"}, {"params": ["must be null or object"]}),
            ({"action": "list", "state": "on"}, {"state": ["is not known here; known: action, params"]}),
        ],
    )
    def test_refused(self, orders: Agent, given: Any, error: Any) -> None:
        """What does not say what is meant is refused, and offered is what the caller may use."""
        called = orders.call("orders", **given)
        assert (called.is_error, called.data) == (True, {"status_code": 400, "error": error})

    @pytest.mark.parametrize("stray", ["stat", "maker__secret__startswith", "pk"])
    def test_a_parameter_that_nobody_declared(self, orders: Agent, stray: str) -> None:
        """Where an author names the parameters, no other reaches the method, which may hand them all to a query."""
        called = orders.call("orders", action="list", params={stray: "on"})
        assert (called.is_error, called.status, list(called.data["error"])) == (True, 400, [stray])
        assert orders.call("orders", action="count", params={stray: "on"}).data == [0]

    def test_a_parameter_that_is_misspelt(self, orders: Agent) -> None:
        """Of such a name it says what was perhaps meant."""
        called = orders.call("orders", action="list", params={"stat": "on"})
        assert called.data["error"] == {"stat": ["is not known here; did you mean 'state'?"]}

    def test_out_of_reach(self, orders: Agent) -> None:
        """What the caller does not reach is forbidden, and nothing is told of it."""
        called = orders.call("orders", action="purge", params={"order_id": 1})
        assert (called.is_error, called.status) == (True, 403)
        assert called.data["error"] == {"detail": "You do not have permission for 'purge'."}
        assert Part.objects.count() == 3


def raising(arguments: Any, request: Any) -> Any:
    """Raise what the test wants."""
    Site.objects.get_or_create(name="left", slug="left")
    raise RAISED["it"]


SECRET = "swordfish"
TOLD: list[tuple[str, BaseException, int, Any]] = [
    ("a value", ValueError("Too many."), 400, {"detail": "Too many."}),
    ("a value without words", ValueError(), 400, {"detail": "Invalid value."}),
    ("a permission", PermissionError("Not yours."), 403, {"detail": "Not yours."}),
    ("Django's own", DjangoDenied("Not yours."), 403, {"detail": "Not yours."}),
    (
        "a permission without words",
        PermissionError(),
        403,
        {"detail": "You do not have permission to perform this action."},
    ),
    ("DRF's validation", ValidationError({"name": ["No."]}), 400, {"name": ["No."]}),
    ("DRF's validation in a list", ValidationError("No."), 400, ["No."]),
    ("DRF's permission", PermissionDenied("No."), 403, {"detail": "No."}),
    ("DRF's not found", NotFound(), 404, {"detail": "Not found."}),
    ("DRF's own with a status", APIException("Busy."), 500, {"detail": "Busy."}),
    ("nothing there", Http404(SECRET), 404, {"detail": "Not found."}),
    ("no object", Part.DoesNotExist(SECRET), 404, {"detail": "Not found."}),
    ("what Django suspects", SuspiciousOperation(SECRET), 400, {"detail": "Bad Request."}),
]
UNTOLD: list[BaseException] = [
    RuntimeError(SECRET),
    KeyError(SECRET),
    KeyError(),
    KeyError([SECRET]),
    KeyError("sent"),
    PermissionError(13, "Permission denied", SECRET),
    TypeError(SECRET),
]


class UnspeakableError(ValueError):
    def __str__(self) -> str:
        return str(RAISED["nothing"])


class Bare(APIException):
    def __init__(self) -> None:
        """Forget what DRF's own sets."""


class Odd(APIException):
    status_code = None  # type: ignore[assignment]


class Opaque(APIException):
    def __init__(self) -> None:
        self.detail = object()  # type: ignore[assignment]


UNSPEAKABLE = (UnspeakableError(), Bare(), Odd(SECRET), Opaque())


class TestErrors:
    @pytest.fixture(params=["tool", "dispatcher"])
    def called(self, request: Any, agent: Make) -> Callable[..., Any]:
        """Call a function, or an action, that raises."""
        if request.param == "tool":
            mcp_tool("it", params={"sent": "", "wanted": ""}, write=True)(raising)
            client = agent()
            return lambda error: RAISED.update(it=error) or client.call("it", sent=1)
        method = mcp_action("raise", params={"sent": "", "wanted": ""}, write=True)(
            lambda self, *given: raising(*given)
        )
        mcp_dispatcher("it")(type("Raising", (), {"it": method}))
        client = agent()
        return lambda error: RAISED.update(it=error) or client.call("it", action="raise", params={"sent": 1})

    def test_told(self, called: Callable[..., Any]) -> None:
        """What an author raises for the agent reaches it, as a result that is an error."""
        for name, error, status, body in TOLD:
            answer = called(error)
            assert (answer.is_error, answer.data) == (True, {"status_code": status, "error": body}), name
            assert SECRET not in str(answer.content)

    def test_untold(self, called: Callable[..., Any]) -> None:
        """Of anything else the agent hears an id, and no word."""
        for error in (*UNTOLD, *UNSPEAKABLE):
            answer = called(error)
            assert (answer.is_error, answer.status) == (True, 500), error
            assert set(answer.data["error"]) == {"detail", "error_id"}
            assert SECRET not in str(answer.content)

    def test_when_to_come_again(self, called: Callable[..., Any]) -> None:
        """Who is throttled is told when to come again."""
        answer = called(Throttled(wait=3.2))
        assert (answer.status, answer.data["_notes"]) == (429, ["Call again in 4 seconds."])

    def test_a_parameter_that_is_missing(self, called: Callable[..., Any]) -> None:
        """A declared parameter that was not sent is named."""
        assert called(KeyError("wanted")).data == {"status_code": 400, "error": {"wanted": ["is required"]}}

    def test_rolled_back(self, called: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
        """With ATOMIC_REQUESTS whatever is raised leaves nothing behind; without, what was written stays."""
        monkeypatch.setitem(connections.settings["default"], "ATOMIC_REQUESTS", True)  # noqa: FBT003
        for error in (ValueError("no"), ValidationError("no"), RuntimeError("no"), KeyError("wanted")):
            assert called(error).is_error
        assert not Site.objects.exists()
        monkeypatch.setitem(connections.settings["default"], "ATOMIC_REQUESTS", False)  # noqa: FBT003
        assert called(ValueError("no")).is_error
        assert Site.objects.exists()


RESPONSES: list[tuple[HttpResponseBase, int, Any]] = [
    (HttpResponseForbidden("no"), 403, None),
    (HttpResponseForbidden(SECRET), 403, None),
    (HttpResponse(b"", status=503), 503, None),
    (StreamingHttpResponse([b"no"], status=404), 404, None),
    (JsonResponse({"detail": "No."}, status=409), 409, {"detail": "No."}),
]
FILES: list[HttpResponseBase] = [
    HttpResponse("no"),
    HttpResponse(SECRET),
    FileResponse(BytesIO(SECRET.encode())),
    StreamingHttpResponse([b"no"]),
]


class TestResponses:
    """A response of Django's is what its status says."""

    @pytest.fixture
    def called(self, agent: Make) -> Callable[..., Any]:
        """Call a function that answers a response."""
        given: dict[str, HttpResponseBase] = {}
        mcp_tool("it", write=True)(lambda arguments, request: given["it"])
        client = agent()
        return lambda response: given.update(it=response) or client.call("it")

    def test_errors(self, called: Callable[..., Any]) -> None:
        """One that is an error is never a success, and only JSON of it is told."""
        for response, status, error in RESPONSES:
            answer = called(response)
            assert (answer.is_error, answer.data) == (True, {"status_code": status, "error": error}), response

    def test_json(self, called: Callable[..., Any]) -> None:
        """JSON is data."""
        answer = called(JsonResponse({"id": 7}))
        assert (answer.is_error, answer.data) == (False, {"id": 7})

    def test_pages(self, called: Callable[..., Any]) -> None:
        """A page or a file is no answer to an agent; it hears an id."""
        for response in FILES:
            answer = called(response)
            assert (answer.is_error, answer.status, set(answer.data["error"])) == (True, 500, {"detail", "error_id"})


class TestTransactions:
    @pytest.fixture(autouse=True)
    def atomic(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A host with ATOMIC_REQUESTS."""
        monkeypatch.setitem(connections.settings["default"], "ATOMIC_REQUESTS", True)  # noqa: FBT003

    def test_open_while_it_runs(self, agent: Make) -> None:
        """An action runs in the host's transaction, asynchronous or not, unless it is marked as Django's views are."""

        def inside(arguments: Any, request: Any) -> Any:
            """Say whether a transaction is open."""
            return transaction.get_connection().in_atomic_block

        async def later(arguments: Any, request: Any) -> Any:
            """Write, later."""
            await Site.objects.acreate(name="left", slug="left")
            raise ValueError("no")

        mcp_tool("inside")(inside)
        mcp_tool("outside")(transaction.non_atomic_requests(partial(inside)))
        mcp_tool("later", write=True)(later)
        client = agent()
        assert (client.call("inside").data, client.call("outside").data) == (True, False)
        assert client.call("later").status == 400
        assert not Site.objects.exists()

    def test_a_query_that_fails_when_it_is_read(self, agent: Make) -> None:
        """What is answered is read inside the transaction, so that its failure is the write's."""

        def write(arguments: Any, request: Any) -> Any:
            """Write, and fail when that is read."""
            Site.objects.create(name="left", slug="left")
            return (1 // number for number in (1, 0))

        mcp_tool("it", write=True)(write)
        assert agent().call("it").status == 500
        assert not Site.objects.exists()


class Never(BasePermission):
    message = "Not today."

    def has_permission(self, request: Any, view: Any) -> bool:
        return False


class OddRefusal(BasePermission):
    def has_permission(self, request: Any, view: Any) -> bool:
        error = APIException("No.")
        error.status_code = None  # type: ignore[assignment]
        raise error


class TestPermissions:
    @pytest.fixture
    def shut(self, agent: Make, settings: Any) -> Callable[[Any], Agent]:
        """A host whose dispatcher and function have this permission."""
        settings.FRISIAN_PIPELINE = OPEN

        def shut(permission: Any) -> Agent:
            mcp_dispatcher("orders", permission_classes=[permission])(Orders)
            mcp_tool("report", permission_classes=[permission])(lambda arguments, request: SEEN.append(1))
            return agent()

        return shut

    def test_who_is_let_in(self, shut: Any, ann: User) -> None:
        """They guard the entry, help and all; who is let in is let in."""
        client = shut(IsAuthenticated)
        for tool in ("orders", "report"):
            called = client.call(tool)
            assert (called.is_error, called.status) == (True, 401)
            assert called.data["error"] == {"detail": "Authentication credentials were not provided."}
            assert not client.call(tool, basic("ann")).is_error

    def test_the_authors_words(self, shut: Any, ann: User) -> None:
        """A permission's message is the answer."""
        called = shut(Never).call("orders", basic("ann"), action="list")
        assert called.data == {"status_code": 403, "error": {"detail": "Not today."}}

    @pytest.mark.parametrize("permission", [DjangoModelPermissions, OddRefusal])
    def test_one_that_fails(self, shut: Any, ann: User, permission: Any) -> None:
        """A permission that fails lets nobody in, and says nothing; so does one whose refusal has no status."""
        called = shut(permission).call("orders", basic("ann"), action="list")
        assert (called.is_error, called.status) == (True, 500)
        assert set(called.data["error"]) == {"detail", "error_id"}


class TestAnswers:
    def answer(self, agent: Make, result: Any, **said: Any) -> Any:
        """Call a function that gives this."""
        mcp_tool("it", **said)(lambda arguments, request: result)
        return agent().call("it")

    def test_content(self, agent: Make) -> None:
        """Content blocks, one or several, are sent as they are; with an error's status they are an error."""
        block = TextContent(text='"hello"')
        one = self.answer(agent, block)
        assert (one.content, one.is_error) == ([{"type": "text", "text": '"hello"'}], False)
        several = self.answer(agent, Response((block, block), status=422), write=True)
        assert (len(several.content), several.is_error) == (2, True)

    @pytest.mark.parametrize(
        ("result", "said", "data", "is_error"),
        [
            (None, {}, None, False),
            (None, {"write": True}, {"status_code": 204}, False),
            (Response(status=202), {"write": True}, {"status_code": 202}, False),
            (Response({"id": 1}, status=409), {"write": True}, {"status_code": 409, "error": {"id": 1}}, True),
            ([], {}, [], False),
            ("text", {}, "text", False),
            ((1, Decimal("1.5")), {}, [1, 1.5], False),
        ],
    )
    def test_data(self, agent: Make, result: Any, said: Any, data: Any, *, is_error: bool) -> None:
        """Anything that DRF could encode, with a status of its own where it is a Response."""
        called = self.answer(agent, result, **said)
        assert (called.data, called.is_error) == (data, is_error)

    def test_what_cannot_be_encoded(self, agent: Make) -> None:
        """What REST could not send either is a failure, without a word of it."""
        called = self.answer(agent, {"it": object()})
        assert (called.is_error, called.status) == (True, 500)

    def test_an_awaitable(self, agent: Make) -> None:
        """A function that gives something to wait for is waited for."""

        async def later() -> str:
            return "later"

        mcp_tool("it")(lambda arguments, request: later())
        assert agent().call("it").data == "later"

    def test_who_calls(self, agent: Make, ann: User) -> None:
        """The request knows its user as the endpoint does."""
        mcp_tool("who")(lambda arguments, request: request.user.get_username())
        assert agent().call("who", basic("ann")).data == "ann"

    def test_a_serializers_word(self, agent: Make) -> None:
        """The serializer that made an answer says what identifies it, and what is shown with that."""
        device = Device.objects.create(name="edge", serial="S1", comments="x" * 200)
        data = DeviceSerializer(device).data
        shown = self.answer(agent, Response(data, status=201), write=True).data
        assert list(shown.items())[:4] == [
            ("uid", str(device.pk)),
            ("name", "edge"),
            ("serial", "S1"),
            ("status_code", 201),
        ]
        assert list(shown)[4:] == ["data_size", "continuation_token"]

    def test_what_is_shown_once(self, agent: Make) -> None:
        """Of many what no retrieve would return is shown whole, whatever it costs."""
        rows: Any = [{"code": f"c{number}", "label": "x" * 50} for number in range(9)]
        data = TagSerializer(rows, many=True).data
        assert self.answer(agent, data, write=True).data == [{"label": "x" * 50, "code": row["code"]} for row in rows]


class TestTokens:
    @pytest.fixture
    def held(self, orders: Agent, ann: User) -> str:
        """A token of ann's, of an action that only administrators do."""
        User.objects.update(is_superuser=True)
        called = orders.call("orders", basic("ann"), action="purge")
        assert called.data["accepted"] == 3
        return str(called.data["continuation_token"])

    @pytest.mark.parametrize("given", [{}, {"action": "help"}, {"action": "purge"}, {"action": "purge", "params": {}}])
    def test_alone(self, orders: Agent, held: str, given: Any) -> None:
        """A token buys the whole result, with its action named or not, and nothing is run."""
        Part.objects.create(name="new")
        for where in ({"continuation_token": held}, {"params": {"continuation_token": held}}):
            bought = orders.call("orders", basic("ann"), **{**given, **where})
            assert [row["name"] for row in bought.data] == ["bolt", "nut", "cog"]
        assert Part.objects.count() == 1

    def test_of_its_caller(self, orders: Agent, held: str) -> None:
        """It is its caller's."""
        User.objects.create_superuser("bob", password="secret")
        assert orders.call("orders", basic("bob"), continuation_token=held).status == 404
        assert orders.call("orders", continuation_token=held).status == 404

    def test_of_its_tier(self, orders: Agent, held: str) -> None:
        """Who no longer reaches the action does not get its result."""
        User.objects.update(is_superuser=False)
        called = orders.call("orders", basic("ann"), continuation_token=held)
        assert (called.is_error, called.status) == (True, 404)
        assert orders.call("orders", basic("ann"), action="purge", continuation_token=held).status == 403

    def test_of_its_tool(self, orders: Agent, held: str) -> None:
        """Nor does another tool give it."""
        mcp_tool("other")(lambda arguments, request: None)
        assert orders.call("other", basic("ann"), continuation_token=held).status == 404
        assert orders.call("tags_list", basic("ann"), continuation_token=held).status == 404

    def test_as_a_resource(self, orders: Agent, held: str) -> None:
        """It is a URI too, for the same caller, as far as that reaches."""
        uri = f"continuation://orders/{held}"
        [contents] = orders.result("resources/read", basic("ann"), uri=uri)["contents"]
        assert contents["text"] == json.dumps(
            orders.call("orders", basic("ann"), continuation_token=held).data, separators=(",", ":")
        )
        User.objects.create_superuser("bob", password="secret")
        for who in ({}, basic("bob")):
            assert "error" in orders.ask("resources/read", who, uri=uri).data
        User.objects.update(is_superuser=False)
        assert "error" in orders.ask("resources/read", basic("ann"), uri=uri).data

    @pytest.mark.parametrize(
        ("given", "error"),
        [
            ({"continuation_token": 1}, {"continuation_token": ["must be string"]}),
            (
                {"continuation_token": "x", "params": {"order_id": 1}},
                {"order_id": ["has no place beside continuation_token; leave one of them out"]},
            ),
            (
                {"action": "cancel", "continuation_token": "x", "params": {"order_id": 1}},
                {"order_id": ["has no place beside continuation_token; leave one of them out"]},
            ),
        ],
    )
    def test_refused(self, orders: Agent, given: Any, error: Any) -> None:
        """What has no place beside it is refused."""
        assert orders.call("orders", **given).data == {"status_code": 400, "error": error}

    def test_permissions_anew(self, agent: Make, ann: User) -> None:
        """The permissions of the entry are asked again."""
        allowed = [True]
        permission = type("Allowed", (BasePermission,), {"has_permission": lambda *_: allowed[0]})
        rows = [{"id": number, "text": "x" * 50} for number in range(5)]
        mcp_tool("rows", write=True, permission_classes=[permission])(lambda arguments, request: rows)
        client = agent()
        token = client.call("rows", basic("ann")).data["continuation_token"]
        assert client.call("rows", basic("ann"), continuation_token=token).data == rows
        allowed[0] = False
        assert client.call("rows", basic("ann"), continuation_token=token).status == 403

    @pytest.mark.parametrize("kind", ["raising", "dropping", "unreachable"])
    def test_a_store_that_is_down(self, orders: Agent, settings: Any, ann: User, kind: str) -> None:
        """A dead store buys nothing, and says no more."""
        settings.FRISIAN_PIPELINE = OPEN | {"STORE": {"BACKEND": f"tests.project.hosts.{kind}_store"}}
        assert orders.call("orders", basic("ann"), continuation_token="x" * 24).status == 404

    def test_a_parameter_of_that_name(self, agent: Make) -> None:
        """A parameter that an author declares is the author's, whatever it is called."""
        said = {"params": {"continuation_token": "Where to go on.", "verify": ""}, "write": True}
        mcp_tool("it", **said)(lambda arguments, request: arguments)  # type: ignore[arg-type]
        client = agent()
        assert client.call("it", continuation_token="x", verify="maybe").data == {
            "continuation_token": "x",
            "verify": "maybe",
        }
        assert client.tools()["it"]["inputSchema"]["properties"] == {
            "continuation_token": {"description": "Where to go on."},
            "verify": {},
        }
