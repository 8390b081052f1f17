"""Resources that a host writes by hand."""

from base64 import b64decode
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured, SuspiciousOperation
from django.db import transaction
from django.http import Http404, HttpRequest
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response

from frisian_pipeline.mcp import mcp_resource
from frisian_pipeline.mcp.content import BlobResourceContents, TextResourceContents
from frisian_pipeline.mcp.handwritten import RESOURCES
from tests.mcp.live.agents import LEGACY, Agent, basic
from tests.project.models import Site

pytestmark = pytest.mark.usefixtures("unwritten")

Make = Callable[..., Agent]
CONTINUATION = "continuation://{tool}/{continuation_token}{?mode,page,page_size,cursor,fields,exclude}"


def give(thing: Any, uri: str = "note://it", **facts: Any) -> None:
    """Write a resource that returns a thing, or raises it."""

    @mcp_resource(uri, "it", "A thing.", **facts)
    def it(arguments: dict[str, str], request: HttpRequest) -> Any:
        if isinstance(thing, Exception):
            raise thing
        return thing


def read(agent: Agent, uri: str = "note://it", **headers: str) -> Any:
    """Read a resource; its only contents."""
    (contents,) = agent.result("resources/read", headers, uri=uri)["contents"]
    return contents


def error(agent: Agent, uri: str = "note://it", **headers: str) -> tuple[int, str]:
    """Read a resource that cannot be read; the code and the message."""
    fault = agent.ask("resources/read", headers, uri=uri).data["error"]
    return fault["code"], fault["message"]


def unknown(agent: Agent) -> tuple[int, str]:
    """How a resource is refused that there is not."""
    return (-32002 if agent.era == LEGACY else -32602), "Resource not found"


class TestListing:
    def test_where_they_are(self, agent: Make) -> None:
        """What is at one URI is a resource, what is at many a template, each with what its author says."""

        @mcp_resource("note://{name}", mime_type="text/markdown")
        def note(arguments: dict[str, str], request: HttpRequest) -> str:
            """
            Somebody's note.

            More about it.
            """
            return ""

        @mcp_resource("note://all", name="notes")
        def all_notes(arguments: dict[str, str], request: HttpRequest) -> str:
            return ""

        made = agent()
        assert made.result("resources/list")["resources"] == [
            {"uri": "note://all", "name": "notes", "description": "Notes."}
        ]
        kept, template = made.result("resources/templates/list")["resourceTemplates"]
        assert kept["uriTemplate"] == CONTINUATION
        assert template == {
            "uriTemplate": "note://{name}",
            "name": "note",
            "description": "Somebody's note.",
            "mimeType": "text/markdown",
        }

    def test_in_order(self, agent: Make) -> None:
        """Whatever order they are written in, they are listed by their URIs."""
        for uri in ("b:1", "a:1", "b:{x}", "a:{x}"):
            give("", uri)
        made = agent()
        assert [one["uri"] for one in made.result("resources/list")["resources"]] == ["a:1", "b:1"]
        shown = made.result("resources/templates/list")["resourceTemplates"]
        assert [one["uriTemplate"] for one in shown] == [CONTINUATION, "a:{x}", "b:{x}"]

    def test_what_is_written_later_is_listed_too(self, agent: Make) -> None:
        """A listing is kept only as long as nothing else is registered."""
        made = agent()
        assert made.result("resources/list")["resources"] == []
        give("", "a:1")
        assert len(made.result("resources/list")["resources"]) == 1

    @pytest.mark.parametrize("uri", ["note://it", "note://{name}"])
    def test_beyond_reach(self, agent: Make, uri: str) -> None:
        """What a caller's tier does not reach is not listed and not there; whoever reaches it sees and reads it."""
        User.objects.create_superuser("root", password="secret")
        give("secret", uri, admin=True)
        made, root = agent(), basic("root")
        kind = "resources" if "{" not in uri else "resources/templates"
        key = "resources" if "{" not in uri else "resourceTemplates"
        assert uri not in str(made.result(f"{kind}/list")[key])
        assert error(made) == unknown(made)
        assert uri in str(made.result(f"{kind}/list", root)[key])
        assert read(made, **root)["text"] == "secret"


class TestReading:
    @pytest.mark.parametrize(
        ("given", "mime_type", "found"),
        [
            pytest.param("Hi.", "", {"mimeType": "text/plain", "text": "Hi."}, id="text"),
            pytest.param("# Hi", "text/markdown", {"mimeType": "text/markdown", "text": "# Hi"}, id="its-type"),
            pytest.param(lazystr("Hi."), "", {"mimeType": "text/plain", "text": "Hi."}, id="lazy"),
            pytest.param(mark_safe("<b>"), "", {"mimeType": "text/plain", "text": "<b>"}, id="safe"),
            pytest.param("\ud800", "", {"mimeType": "text/plain", "text": "\ufffd"}, id="half-a-pair"),
            pytest.param(b"\xff", "", {"mimeType": "application/octet-stream", "blob": "/w=="}, id="bytes"),
            pytest.param(b"\x89PNG", "image/png", {"mimeType": "image/png", "blob": "iVBORw=="}, id="picture"),
            pytest.param(
                {"at": datetime(2026, 1, 2, tzinfo=UTC), "price": Decimal("1.50")},
                "",
                {"mimeType": "application/json", "text": '{"at":"2026-01-02T00:00:00Z","price":1.50}'},
                id="data",
            ),
            pytest.param([], "", {"mimeType": "application/json", "text": "[]"}, id="nothing-in-a-list"),
            pytest.param(
                Response({"a": 1}, 203), "", {"mimeType": "application/json", "text": '{"a":1}'}, id="response"
            ),
        ],
    )
    def test_what_is_returned(self, agent: Make, given: Any, mime_type: str, found: dict[str, str]) -> None:
        """Text is text, bytes are bytes, anything else is JSON; the author's type wins."""
        give(given, mime_type=mime_type)
        assert read(agent()) == {"uri": "note://it", **found}

    def test_contents(self, agent: Make) -> None:
        """An author may name URIs and types, of one part or several."""
        text = TextResourceContents(uri="note://1", text=mark_safe("one"))
        blob = BlobResourceContents(uri="note://2", mime_type="image/png", blob=b"two")
        give(text, "note://one")
        give([text, blob], "note://both")
        made, shown = agent(), {"uri": "note://1", "text": "one"}
        assert read(made, "note://one") == shown
        both = made.result("resources/read", uri="note://both")["contents"]
        assert (both[0], b64decode(both[1].pop("blob"))) == (shown, b"two")
        assert both[1] == {"uri": "note://2", "mimeType": "image/png"}

    def test_a_query(self, agent: Make) -> None:
        """Rows that are first read when they are sent are read in time."""
        give(None)

        @mcp_resource("sites://all")
        def sites(arguments: dict[str, str], request: HttpRequest) -> Any:
            return Site.objects.values("name")

        made = agent()
        Site.objects.create(name="Sneek")
        assert read(made, "sites://all")["text"] == '[{"name":"Sneek"}]'

    @pytest.mark.parametrize("is_async", [False, True])
    def test_what_it_is_called_with(self, agent: Make, ann: User, is_async: bool) -> None:  # noqa: FBT001
        """A function, asynchronous or not, gets the variables of the URI and the request of who calls."""

        def seen(variables: Any, http: Any) -> Any:
            return {"variables": variables, "user": http.user.get_username(), "path": http.path}

        async def seen_later(variables: Any, http: Any) -> Any:
            return seen(variables, http)

        mcp_resource("shop://{order}/{+file}{?page,lang}", name="seen")(seen_later if is_async else seen)
        contents = read(agent(), "shop://a%20b/c/d.txt?lang=fy", **basic("ann"))
        assert contents["uri"] == "shop://a%20b/c/d.txt?lang=fy"
        assert (
            contents["text"] == '{"variables":{"order":"a b","file":"c/d.txt","lang":"fy"},"user":"ann","path":"/mcp"}'
        )

    def test_the_nearest_one(self, agent: Make) -> None:
        """A URI that several match is read by the one that says most about it."""
        give("any", "note://{+path}")
        give("named", "note://by-name/{name}")
        give("fixed", "note://by-name/me")
        made = agent()
        assert [read(made, f"note://{one}")["text"] for one in ("x/y", "by-name/you", "by-name/me")] == [
            "any",
            "named",
            "fixed",
        ]

    def test_in_a_batch(self, serve: Callable[..., str]) -> None:
        """Resources and prompts are read in batches, too."""
        give("Hi.")
        asked = b'{"jsonrpc":"2.0","id":%d,"method":"resources/read","params":{"uri":"note://it"}}'
        headers = {"MCP-Protocol-Version": "2025-03-26"}
        made = Agent(serve(), LEGACY)
        answers = made.send("POST", "/mcp", b"[%b,%b]" % (asked % 1, asked % 2), headers).data
        assert [one["result"]["contents"][0]["text"] for one in answers] == ["Hi.", "Hi."]


class TestRefusals:
    @pytest.mark.parametrize(
        ("raised", "code", "message"),
        [
            (ValueError("no such month"), 400, "no such month"),
            (ValidationError({"month": ["Too late."]}), 400, '{"month":["Too late."]}'),
            (PermissionError("not yours"), 403, "not yours"),
            (SuspiciousOperation("odd"), 400, "Bad Request."),
        ],
    )
    def test_what_an_author_says(self, agent: Make, raised: Exception, code: int, message: str) -> None:
        """What an author raises for the caller is told with REST's status as the code."""
        give(raised)
        assert error(agent()) == (code, message)

    @pytest.mark.parametrize(
        "said", [None, NotFound("no note"), Http404("no note"), Site.DoesNotExist("no note"), Response({}, 404)]
    )
    def test_nothing_there(self, agent: Make, said: Any) -> None:
        """What an author does not find is a resource that there is not, like one at a URI of nobody's."""
        give(said)
        made = agent()
        assert error(made) == error(made, "note://other") == unknown(made)

    def test_a_response_that_is_an_error(self, agent: Make) -> None:
        """A response with an error's status is one, and its body is told."""
        give(Response({"detail": "Closed."}, 409))
        assert error(agent()) == (409, '{"detail":"Closed."}')

    @pytest.mark.parametrize("thing", [RuntimeError("the password is 4711"), {"what": object()}])
    def test_what_breaks(self, agent: Make, thing: Any, caplog: pytest.LogCaptureFixture) -> None:
        """Of any other failure the caller learns an id, which the log has, and not a word."""
        give(thing)
        fault = agent().ask("resources/read", uri="note://it").data["error"]
        assert (fault["code"], fault["message"], list(fault["data"])) == (-32603, "Internal error", ["error_id"])
        assert fault["data"]["error_id"] in caplog.text

    def test_permissions(self, agent: Make, ann: User) -> None:
        """Permissions are asked at each read; whom they refuse is told what DRF says."""
        give("Hi.", permission_classes=[IsAuthenticated])
        made = agent()
        code, message = error(made)
        assert (code, message) == (401, "Authentication credentials were not provided.")
        assert read(made, **basic("ann"))["text"] == "Hi."

    def test_the_hosts_transactions(self, agent: Make, settings: Any) -> None:
        """With ``ATOMIC_REQUESTS`` what a function has changed before it fails is undone."""

        @mcp_resource("sites://make")
        def make(arguments: dict[str, str], request: HttpRequest) -> None:
            assert transaction.get_connection().in_atomic_block
            Site.objects.create(name="Sneek")
            raise ValueError("no")

        made = agent()
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(transaction.get_connection().settings_dict, "ATOMIC_REQUESTS", True)  # noqa: FBT003
            assert error(made, "sites://make") == (400, "no")
        assert not Site.objects.exists()


class TestSubscriptions:
    @pytest.mark.parametrize("method", ["resources/subscribe", "resources/unsubscribe"])
    def test_of_what_there_is(self, serve: Callable[..., str], method: str) -> None:
        """A legacy client may subscribe to what there is for it, and nothing of it is run; that is not advertised."""
        give(ValueError("run"))
        client = Agent(serve(), LEGACY)
        assert client.result(method, uri="note://it") == {}
        for uri in ("note://no", "continuation://tags_list/x"):
            assert client.ask(method, uri=uri).data["error"]["message"] == "Resource not found"
        hello = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "desk", "version": "1"}}
        assert client.result("initialize", **hello)["capabilities"]["resources"] == {}


class TestCompletion:
    def complete(self, agent: Agent, uri: str) -> Any:
        """Complete a variable of a resource's URI."""
        ref, argument = {"type": "ref/resource", "uri": uri}, {"name": "name", "value": ""}
        return agent.ask("completion/complete", ref=ref, argument=argument).data

    @pytest.mark.parametrize("uri", ["note://it", "note://{name}", CONTINUATION])
    def test_any_value(self, agent: Make, uri: str) -> None:
        """Nothing is offered for what a URI may hold."""
        give("", "note://it")
        give("", "note://{name}")
        found = self.complete(agent(), uri)["result"]["completion"]
        assert found == {"values": [], "total": 0, "hasMore": False}

    @pytest.mark.parametrize("uri", ["note://it", "note://{name}"])
    def test_beyond_reach(self, agent: Make, uri: str) -> None:
        """A resource that is not there for a caller is an error of the protocol."""
        give("", uri, admin=True)
        fault = self.complete(agent(), uri)["error"]
        assert (fault["code"], fault["message"]) == (-32602, f"Unknown resource: {uri}")


class TestWriting:
    def test_a_scheme_that_is_ours(self) -> None:
        """Nobody takes the place of kept results."""
        with pytest.raises(ImproperlyConfigured, match="kept results"):
            give("", "continuation://{x}/{y}")

    def test_twice(self) -> None:
        """A template has one function; one that is defined anew takes its own place."""
        give("old")
        give("new")
        assert RESOURCES.known["note://it"].make()({}, None) == "new"
        with pytest.raises(ImproperlyConfigured, match="both called 'note://it'"):
            mcp_resource("note://it")(unknown)

    def test_the_function_stays(self) -> None:
        """A decorated function can be called as before."""
        assert mcp_resource("a:b")(unknown) is unknown
