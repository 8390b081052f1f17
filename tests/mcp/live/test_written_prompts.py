"""Prompts that a host writes by hand."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response

from frisian_pipeline.mcp import mcp_prompt
from frisian_pipeline.mcp.content import (
    EmbeddedResource,
    ImageContent,
    PromptMessage,
    TextContent,
    TextResourceContents,
)
from tests.mcp.live.agents import Agent, basic

pytestmark = pytest.mark.usefixtures("unwritten")

Make = Callable[..., Agent]


def give(thing: Any, **facts: Any) -> None:
    """Write a prompt that returns a thing, or raises it."""

    @mcp_prompt("it", "A thing.", **facts)
    def it(arguments: dict[str, str], request: HttpRequest) -> Any:
        if isinstance(thing, Exception):
            raise thing
        return thing


def messages(agent: Agent, headers: Mapping[str, str] = {}, **arguments: Any) -> Any:
    """Fill in the prompt."""
    return agent.result("prompts/get", headers, name="it", arguments=arguments)["messages"]


def error(agent: Agent, name: str = "it", **arguments: Any) -> tuple[int, str]:
    """Ask for a prompt that cannot be filled in; the code and the message."""
    fault = agent.ask("prompts/get", name=name, arguments=arguments).data["error"]
    return fault["code"], fault["message"]


def said(text: str, role: str = "user") -> dict[str, Any]:
    """A message."""
    return {"role": role, "content": {"type": "text", "text": text}}


class TestListing:
    def test_what_an_author_says(self, agent: Make) -> None:
        """Prompts are listed by name, each with its arguments in the author's order."""
        give("", arguments={"whom": "Their name.", "how": {"description": "", "required": False}})

        @mcp_prompt()
        def greet(arguments: dict[str, str], request: HttpRequest) -> str:
            """Greet somebody."""
            return ""

        whom = {"name": "whom", "description": "Their name.", "required": True}
        assert agent().result("prompts/list")["prompts"] == [
            {"name": "greet", "description": "Greet somebody."},
            {"name": "it", "description": "A thing.", "arguments": [whom, {"name": "how", "required": False}]},
        ]

    def test_beyond_reach(self, agent: Make) -> None:
        """What a caller's tier does not reach is not listed and not known; whoever reaches it sees and gets it."""
        User.objects.create_superuser("root", password="secret")
        give("secret", admin=True)
        made, root = agent(), basic("root")
        assert made.result("prompts/list")["prompts"] == []
        assert error(made) == (-32602, "Unknown prompt: it")
        assert [one["name"] for one in made.result("prompts/list", root)["prompts"]] == ["it"]
        assert messages(made, root) == [said("secret")]


class TestFillingIn:
    @pytest.mark.parametrize(
        ("given", "found"),
        [
            pytest.param("Hi.", [said("Hi.")], id="text"),
            pytest.param(lazystr("Hi."), [said("Hi.")], id="lazy"),
            pytest.param(mark_safe("<b>"), [said("<b>")], id="safe"),
            pytest.param({"a": 1}, [said('{"a":1}')], id="data"),
            pytest.param(Response("Hi."), [said("Hi.")], id="response"),
            pytest.param(TextContent(text=mark_safe("Hi.")), [said("Hi.")], id="block"),
            pytest.param(PromptMessage("assistant", TextContent(text="Hi.")), [said("Hi.", "assistant")], id="message"),
            pytest.param(
                ["Hi.", PromptMessage("assistant", TextContent(text="Yes?")), TextContent(text="Go on.")],
                [said("Hi."), said("Yes?", "assistant"), said("Go on.")],
                id="several",
            ),
            pytest.param([], [], id="nothing"),
        ],
    )
    def test_what_is_returned(self, agent: Make, given: Any, found: Any) -> None:
        """Text and blocks are the user's, a message says whose it is, and there may be several."""
        give(given)
        assert messages(agent()) == found

    def test_one_by_one(self, agent: Make) -> None:
        """A function may yield its messages."""

        @mcp_prompt()
        def it(arguments: dict[str, str], request: HttpRequest) -> Iterator[str]:
            yield from ("a", "b")

        assert messages(agent()) == [said("a"), said("b")]

    def test_pictures_and_resources(self, agent: Make) -> None:
        """A message may be more than text."""
        resource = TextResourceContents(uri="note://1", mime_type="text/plain", text="one")
        give([ImageContent(data=b"\x89PNG", mime_type="image/png"), EmbeddedResource(resource=resource)])
        picture, embedded = (one["content"] for one in messages(agent()))
        assert picture == {"type": "image", "data": "iVBORw==", "mimeType": "image/png"}
        shown = {"uri": "note://1", "mimeType": "text/plain", "text": "one"}
        assert embedded == {"type": "resource", "resource": shown}

    @pytest.mark.parametrize("is_async", [False, True])
    def test_what_it_is_called_with(self, agent: Make, ann: User, is_async: bool) -> None:  # noqa: FBT001
        """A function, asynchronous or not, gets the arguments and the request of who calls."""

        def seen(given: Any, http: Any) -> Any:
            return f"{http.user.get_username()}: {given}"

        async def seen_later(given: Any, http: Any) -> Any:
            return seen(given, http)

        mcp_prompt("it", "It.", arguments={"a": "", "b": {"required": False}})(seen_later if is_async else seen)
        made = agent()
        assert messages(made, basic("ann"), a="1") == [said("ann: {'a': '1'}")]
        assert messages(made, basic("ann"), a="1", b="2") == [said("ann: {'a': '1', 'b': '2'}")]
        result = made.result("prompts/get", basic("ann"), name="it", arguments={"a": "1"})
        assert result["description"] == "It."

    def test_in_a_batch(self, serve: Callable[..., str]) -> None:
        """Prompts are filled in in batches, too."""
        give("Hi.")
        asked = b'{"jsonrpc":"2.0","id":%d,"method":"prompts/get","params":{"name":"it"}}'
        made = Agent(serve(), "2025-11-25")
        headers = {"MCP-Protocol-Version": "2025-03-26"}
        answers = made.send("POST", "/mcp", b"[%b,%b]" % (asked % 1, asked % 2), headers).data
        assert [one["result"]["messages"] for one in answers] == [[said("Hi.")], [said("Hi.")]]


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({}, "a is required; b is required"),
            ({"a": "1"}, "b is required"),
            ({"a": "1", "b": "2", "d": "3"}, "'d' is not known here; known: a, b, c"),
        ],
    )
    def test_arguments(self, agent: Make, arguments: dict[str, str], message: str) -> None:
        """All arguments that are missing, else all that are not known, are told at once, before anything is run."""
        give(RuntimeError(), arguments={"a": "", "b": "", "c": {"required": False}})
        assert error(agent(), **arguments) == (-32602, message)

    def test_arguments_where_there_are_none(self, agent: Make) -> None:
        """A prompt without arguments takes none."""
        give("Hi.")
        assert error(agent(), a="1") == (-32602, "'a' is not known here; known: none")

    @pytest.mark.parametrize(
        ("raised", "code", "message"),
        [
            (ValueError("no such month"), -32602, "no such month"),
            (ValidationError({"month": ["Too late."]}), -32602, '{"month":["Too late."]}'),
            (PermissionError("not yours"), 403, "not yours"),
            (LookupError("the password is 4711"), -32603, "Internal error"),
        ],
    )
    def test_what_an_author_raises(self, agent: Make, raised: Exception, code: int, message: str) -> None:
        """An author's word about the arguments is told as such, others with REST's status, the rest not at all."""
        give(raised)
        assert error(agent()) == (code, message)

    def test_permissions(self, agent: Make, ann: User) -> None:
        """Permissions are asked each time, before the arguments are looked at."""
        give("Hi.", permission_classes=[IsAuthenticated], arguments={"a": ""})
        made = agent()
        assert error(made) == (401, "Authentication credentials were not provided.")
        assert messages(made, basic("ann"), a="1") == [said("Hi.")]


class TestCompletion:
    def complete(self, agent: Agent, headers: Mapping[str, str] = {}, /, **typed: str) -> Any:
        """Complete an argument of the prompt; the result or the error."""
        ((name, value),) = typed.items()
        ref, argument = {"type": "ref/prompt", "name": "it"}, {"name": name, "value": value}
        data = agent.ask("completion/complete", headers, ref=ref, argument=argument).data
        return data["result"]["completion"] if "result" in data else (data["error"]["code"], data["error"]["message"])

    @pytest.mark.parametrize(
        ("typed", "found"), [("", ["Sneek", "Snits", "Drachten"]), ("sn", ["Sneek", "Snits"]), ("x", [])]
    )
    def test_values(self, agent: Make, typed: str, found: list[str]) -> None:
        """What an argument may be is completed from what its author says, whatever the case."""
        give("", arguments={"town": {"values": ["Sneek", "Snits", "Drachten"]}})
        assert self.complete(agent(), town=typed) == {"values": found, "total": len(found), "hasMore": False}

    def test_many_values(self, agent: Make) -> None:
        """A hundred values are shown at the most, and how many there are."""
        give("", arguments={"number": {"values": [str(number) for number in range(300)]}})
        found = self.complete(agent(), number="2")
        assert (len(found["values"]), found["total"], found["hasMore"]) == (100, 111, True)

    def test_any_value(self, agent: Make) -> None:
        """Nothing is offered for an argument that may be anything."""
        give("", arguments={"town": "Where."})
        assert self.complete(agent(), town="S") == {"values": [], "total": 0, "hasMore": False}

    def test_nothing_to_complete(self, agent: Make) -> None:
        """A prompt or an argument that there is not is an error of the protocol."""
        made = agent()
        assert self.complete(made, town="S") == (-32602, "Unknown prompt: it")
        give("", arguments={"town": ""})
        assert self.complete(made, twon="S") == (-32602, "'twon' is not known here; known: town")

    def test_beyond_reach(self, agent: Make, ann: User) -> None:
        """Whoever may not have a prompt learns nothing of its values."""
        give("", arguments={"town": {"values": ["Sneek"]}}, permission_classes=[IsAuthenticated])
        made = agent()
        assert self.complete(made, town="") == (401, "Authentication credentials were not provided.")
        assert self.complete(made, basic("ann"), town="")["values"] == ["Sneek"]
        give("", arguments={"town": {"values": ["Sneek"]}}, admin=True)
        assert self.complete(made, town="") == (-32602, "Unknown prompt: it")


class TestWriting:
    @pytest.mark.parametrize("name", ["a b", "a" * 65, "über"])
    def test_a_name_that_is_none(self, name: str) -> None:
        """A prompt has a name that every client takes."""
        with pytest.raises(ImproperlyConfigured, match="a prompt's name is"):
            mcp_prompt(name)(said)

    @pytest.mark.parametrize("described", [{"hint": "x"}, {"required": "yes"}, 1])
    def test_an_argument_that_is_none(self, described: Any) -> None:
        """An argument is described by a hint or by what there is to say of it."""
        with pytest.raises(ImproperlyConfigured, match="give a hint"):
            mcp_prompt("it", arguments={"a": described})(said)

    def test_the_function_stays(self) -> None:
        """A decorated function can be called as before."""
        assert mcp_prompt()(said) is said
