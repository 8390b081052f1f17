"""Content blocks that hand-written tools return."""

from base64 import b64encode
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

import pytest
from django.http import HttpRequest
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe
from rest_framework.response import Response

from frisian_pipeline.mcp import content, mcp_action, mcp_dispatcher, mcp_tool
from frisian_pipeline.mcp.handwritten import TOOLS
from tests.mcp.live.agents import Agent

Make = Callable[..., Agent]

PICTURE = b"\x89PNG"
TEXT = content.TextResourceContents(uri="note://1", mime_type="text/plain", text="one")
BLOB = content.BlobResourceContents(uri="note://2", blob=PICTURE)
ENCODED = b64encode(PICTURE).decode()
CASES = [
    (content.TextContent(text="Hi."), {"type": "text", "text": "Hi."}),
    (content.TextContent(text=mark_safe("<b>")), {"type": "text", "text": "<b>"}),
    (content.TextContent(text=cast("str", lazystr("Hi."))), {"type": "text", "text": "Hi."}),
    (content.TextContent(text="\ud800"), {"type": "text", "text": "\ufffd"}),
    (
        content.ImageContent(data=PICTURE, mime_type="image/png"),
        {"type": "image", "data": ENCODED, "mimeType": "image/png"},
    ),
    (
        content.AudioContent(data=PICTURE, mime_type="audio/wav"),
        {"type": "audio", "data": ENCODED, "mimeType": "audio/wav"},
    ),
    (
        content.EmbeddedResource(resource=TEXT),
        {"type": "resource", "resource": {"uri": "note://1", "mimeType": "text/plain", "text": "one"}},
    ),
    (
        content.EmbeddedResource(resource=BLOB),
        {"type": "resource", "resource": {"uri": "note://2", "blob": ENCODED}},
    ),
    (
        content.ResourceLink(uri="note://1", name="one", size=3),
        {"type": "resource_link", "uri": "note://1", "name": "one", "size": 3},
    ),
]


@pytest.fixture(autouse=True)
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without a tool, and forget those of the test."""
    monkeypatch.setattr(TOOLS, "known", {})


def shown(agent: Agent, tool: str = "show", **arguments: Any) -> Any:
    """Call a tool that has to succeed; its content."""
    result = agent.result("tools/call", name=tool, arguments=arguments)
    assert not result.get("isError"), result
    assert "structuredContent" not in result
    return result["content"]


class TestContent:
    @pytest.mark.parametrize(("block", "found"), CASES)
    def test_of_a_tool(self, agent: Make, block: Any, found: dict[str, Any]) -> None:
        """A block that a tool returns is sent as the block that it is, alone or with others, from a response too."""

        @mcp_tool(params={"how": ""})
        def show(arguments: dict[str, Any], request: HttpRequest) -> Any:
            return {"one": block, "two": [block, block], "row": (block,), "response": Response([block])}[
                arguments["how"]
            ]

        made = agent()
        assert shown(made, how="one") == shown(made, how="row") == shown(made, how="response") == [found]
        assert shown(made, how="two") == [found, found]

    def test_of_an_action(self, agent: Make) -> None:
        """What an action returns is content, too, if it writes or not."""

        @mcp_dispatcher()
        class Show:
            @mcp_action(write=True)
            def draw(self, arguments: dict[str, Any], request: HttpRequest) -> Any:
                return CASES[4][0]

        assert shown(agent(), action="draw") == [CASES[4][1]]

    def test_what_cannot_be_sent(self, agent: Make, caplog: pytest.LogCaptureFixture) -> None:
        """A block with something in it that no JSON has is a failure like any other: an id, and nothing of it."""

        @mcp_tool()
        def show(arguments: dict[str, Any], request: HttpRequest) -> Any:
            return content.TextContent(text=object())  # type: ignore[arg-type]

        called = agent().call("show")
        assert (called.is_error, called.status) == (True, HTTPStatus.INTERNAL_SERVER_ERROR)
        assert called.data["error"]["error_id"] in caplog.text

    @pytest.mark.parametrize("name", content.__all__)
    def test_is_documented(self, name: str) -> None:
        """Each kind of content says what it is."""
        assert getattr(content, name).__doc__
