"""Answers that are no JSON: honest, and never lost."""

from base64 import b64decode
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.http import FileResponse, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from tests.mcp.discovery.hosts import heir
from tests.mcp.live.agents import OPEN, Agent, basic

Make = Callable[..., Agent]

PIXEL = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
LARGE = "näme;price\n" * 4000


class FileView(APIView):
    """Answers something that is no JSON, to who reads and to who writes."""

    permission_classes: Any = []
    make: Any = None

    def get(self, request: Request) -> Any:
        return type(self).make()

    def post(self, request: Request) -> Any:
        return type(self).make()


def serving(make: Callable[[], Any]) -> Any:
    """A URL pattern of a view that answers this."""
    return path("file/", heir(FileView, make=staticmethod(make)).as_view())


def chunks() -> Iterator[bytes]:
    """A file in pieces."""
    yield b"a;b\n"
    yield b"1;2\n"


class TestSmall:
    def test_text(self, agent: Make) -> None:
        """A small text comes with the answer."""
        called = agent(serving(lambda: HttpResponse("a;b\n1;2\n", "text/csv"))).call("file_get")
        assert called.data == {"status_code": 200, "content_type": "text/csv", "size": 8}
        assert called.content[1:] == [{"type": "text", "text": "a;b\n1;2\n"}]

    def test_a_picture(self, agent: Make) -> None:
        """A picture can be looked at."""
        called = agent(serving(lambda: HttpResponse(PIXEL, "image/png"))).call("file_get")
        assert called.data == {"status_code": 200, "content_type": "image/png", "size": len(PIXEL)}
        [image] = called.content[1:]
        assert (image["type"], image["mimeType"], b64decode(image["data"])) == ("image", "image/png", PIXEL)

    def test_a_sound(self, agent: Make) -> None:
        """A sound can be heard."""
        called = agent(serving(lambda: HttpResponse(b"RIFF", "audio/wav"))).call("file_get")
        [audio] = called.content[1:]
        assert (audio["type"], audio["mimeType"], b64decode(audio["data"])) == ("audio", "audio/wav", b"RIFF")

    @pytest.mark.parametrize("content_type", ["text/plain", "text/plain; charset=nope", "text/plain; charset=ascii"])
    def test_a_text_that_cannot_be_read(self, agent: Make, content_type: str) -> None:
        """A text that is not what it says is sent as bytes."""
        called = agent(serving(lambda: HttpResponse(b"\xff\xfe", content_type))).call("file_get")
        [embedded] = called.content[1:]
        assert b64decode(embedded["resource"]["blob"]) == b"\xff\xfe"

    def test_a_text_of_another_charset(self, agent: Make) -> None:
        """A text is read as it was written."""
        text = HttpResponse("tsiis é".encode("latin-1"), 'text/plain; charset="latin-1"')
        called = agent(serving(lambda: text)).call("file_get")
        assert called.content[1:] == [{"type": "text", "text": "tsiis é"}]

    def test_other_bytes(self, agent: Make) -> None:
        """Small bytes of another kind are embedded."""
        called = agent(serving(lambda: HttpResponse(b"\x00\x01", "application/zip"))).call("file_get")
        [embedded] = called.content[1:]
        assert b64decode(embedded["resource"]["blob"]) == b"\x00\x01"

    def test_a_download(self, agent: Make) -> None:
        """What Django sends in pieces is read."""
        called = agent(serving(lambda: FileResponse(BytesIO(b"a;b\n"), filename="all.csv"))).call("file_get")
        assert called.data["size"] == 4
        assert called.content[1:] == [{"type": "text", "text": "a;b\n"}]

    def test_a_stream(self, agent: Make) -> None:
        """So is a stream that ends."""
        called = agent(serving(lambda: StreamingHttpResponse(chunks(), content_type="text/csv"))).call("file_get")
        assert called.content[1:] == [{"type": "text", "text": "a;b\n1;2\n"}]


class TestLarge:
    @pytest.mark.parametrize("tool", ["file_get", "file_post"])
    def test_is_linked(self, agent: Make, tool: str) -> None:
        """A large one is kept, and read from its URI."""
        client = agent(serving(lambda: HttpResponse(LARGE, "text/csv; charset=utf-8")))
        called = client.call(tool)
        [link] = called.content[1:]
        assert urlsplit(link["uri"])[:2] == ("continuation", tool)
        assert (link["type"], link["mimeType"], link["size"]) == ("resource_link", "text/csv", len(LARGE.encode()))
        [contents] = client.result("resources/read", uri=link["uri"])["contents"]
        assert contents == {"uri": link["uri"], "mimeType": "text/csv", "text": LARGE}

    def test_bytes_are_linked(self, agent: Make) -> None:
        """Bytes come back as they were."""
        content = bytes(range(256)) * 40
        client = agent(serving(lambda: HttpResponse(content, "application/zip")))
        [contents] = client.result("resources/read", uri=client.call("file_get").content[1]["uri"])["contents"]
        assert b64decode(contents["blob"]) == content

    def test_is_its_callers(self, agent: Make, ann: Any) -> None:
        """Nobody else reads it."""
        client = agent(serving(lambda: HttpResponse(LARGE, "text/csv")))
        uri = client.call("file_get", basic("ann")).content[1]["uri"]
        assert client.result("resources/read", basic("ann"), uri=uri)["contents"]
        error = client.ask("resources/read", uri=uri).data["error"]
        assert (error["message"], error["data"]) == ("Resource not found", {"uri": uri})

    def test_what_cannot_be_kept_and_was_read(self, agent: Make, settings: Any) -> None:
        """It is left to REST, and the agent is told where."""
        settings.FRISIAN_PIPELINE = OPEN | {"STORE": {"MAX_BYTES": 10}}
        client = agent(serving(lambda: HttpResponse(LARGE, "text/csv")))
        called = client.call("file_get")
        assert called.data["url"] == f"http://{client.place}/file/"
        assert called.data["_notes"] == ["The content is not in this answer; fetch it over REST from the url."]
        assert len(called.content) == 1

    def test_what_would_not_be_given_back(self, agent: Make) -> None:
        """Nothing is kept where the host has put something around the view that nobody could ask again."""
        view: Any = heir(FileView, make=staticmethod(lambda: HttpResponse(LARGE, "text/csv"))).as_view()

        def wrapped(request: Any, *args: Any, **kwargs: Any) -> Any:
            return view(request, *args, **kwargs)

        vars(wrapped).update(vars(view))
        assert "url" in agent(path("file/", wrapped)).call("file_get").data

    def test_what_cannot_be_kept_and_was_written(self, agent: Make, settings: Any) -> None:
        """It is sent all the same: a second call would write again."""
        settings.FRISIAN_PIPELINE = OPEN | {"STORE": {"MAX_BYTES": 10}}
        called = agent(serving(lambda: HttpResponse(LARGE, "text/csv"))).call("file_post")
        assert called.content[1:] == [{"type": "text", "text": LARGE}]


DEEP = "[" * 100_000 + "7" + "]" * 100_000


class TestJsonThatIsNotDecoded:
    @pytest.mark.parametrize("tool", ["file_get", "file_post"])
    @pytest.mark.parametrize(
        "text", [DEEP, '{"a":' + "7" * 5_000 + "}", '{"a":1}{"a":2}', "{" * 20_000], ids=lambda text: text[:9]
    )
    def test_goes_out_as_it_is(self, agent: Make, tool: str, text: str) -> None:
        """What was written is told: an answer that REST sends is no error here, and none of it is lost."""
        called = agent(serving(lambda: HttpResponse(text, "application/json"))).call(tool)
        assert (called.is_error, called.status) == (False, 200)
        assert called.data == {"status_code": 200, "content_type": "application/json", "size": len(text)}
        assert called.content[1:] == [{"type": "text", "text": text}]

    @pytest.mark.parametrize(
        ("content", "content_type"),
        [
            (b'\xef\xbb\xbf{"a":"\xc3\xa9"}', "application/json"),
            ('{"a":"é"}'.encode("utf-16"), "application/json"),
            ('{"a":"é"}'.encode("latin-1"), "application/json; charset=latin-1"),
            ('{"a":"x","a":"é"}'.encode(), "application/json; charset=UTF-8"),
        ],
        ids=["byte order mark", "UTF-16", "Latin-1", "a name twice"],
    )
    def test_is_not_what_any_client_reads(self, agent: Make, content: bytes, content_type: str) -> None:
        """What a client of REST would read is read."""
        assert agent(serving(lambda: HttpResponse(content, content_type))).call("file_post").data == {"a": "é"}

    @pytest.mark.parametrize("depth", [500, 1_000, 5_000, 50_000])
    @pytest.mark.parametrize("verify", [True, False])
    def test_no_depth_is_an_error(self, agent: Make, depth: int, *, verify: bool) -> None:
        """A write that REST answers is told, however deep its answer nests, and to whoever wants it, whole."""
        text = '{"id":1,"deep":' + "[" * depth + "]" * depth + "}"
        client = agent(serving(lambda: HttpResponse(text, "application/json", status=201)))
        result = client.result("tools/call", name="file_post", arguments={"verify": verify})
        assert not result.get("isError", False)
        texts = [block["text"] for block in result["content"]]
        assert texts[-1] == text or (not verify and '"id":1,' in texts[0])

    def test_of_a_charset_that_nobody_knows(self, agent: Make) -> None:
        """What nobody can read is sent as bytes."""
        called = agent(serving(lambda: HttpResponse(b'{"a":1}', "application/json; charset=nope"))).call("file_post")
        assert b64decode(called.content[1]["resource"]["blob"]) == b'{"a":1}'


class TestOthers:
    def test_a_redirect(self, agent: Make) -> None:
        """A redirect says where."""
        called = agent(serving(lambda: HttpResponseRedirect("/elsewhere/"))).call("file_get")
        assert (called.is_error, called.status, called.data["location"]) == (False, 302, "/elsewhere/")
        assert len(called.content) == 1

    def test_a_host_that_is_not_served(self, agent: Make, settings: Any) -> None:
        """Where the request names another host, the answer of the view goes out all the same."""
        settings.ALLOWED_HOSTS = ["elsewhere.example"]
        client = agent(serving(lambda: HttpResponse(b"\x00", "application/zip")))
        assert client.call("file_post").content[1]["resource"]["uri"] == "/file/"

    def test_an_error_page(self, agent: Make, caplog: pytest.LogCaptureFixture) -> None:
        """A page that says what went wrong is not shown: it may say too much."""
        called = agent(serving(lambda: HttpResponse("<h1>at line swordfish</h1>", status=500))).call("file_get")
        assert (called.is_error, called.status) == (True, 500)
        assert "swordfish" not in str(called.content)
        assert called.data["error"]["error_id"] in caplog.text

    def test_another_error_that_is_no_json(self, agent: Make) -> None:
        """It is told from a success by its status, and what kind of answer it was."""
        called = agent(serving(lambda: HttpResponse("no", "text/plain", status=409))).call("file_get")
        assert called.data == {
            "status_code": 409,
            "error": {"detail": "Conflict.", "content_type": "text/plain", "size": 2},
        }

    @pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "text/xml; charset=latin-1"])
    def test_the_reason_of_a_refusal(self, agent: Make, content_type: str) -> None:
        """What a refusal says in text is shown, up to two kilobytes."""
        charset = "latin-1" if "latin" in content_type else "utf-8"

        def refusal(text: str) -> list[Any]:
            response = HttpResponse(text.encode(charset), content_type, status=422)
            return agent(serving(lambda: response)).call("file_get").content[1:]

        assert refusal("<é/>") == [{"type": "text", "text": "<é/>"}]
        assert refusal("é" * 1_024 + "x") == [{"type": "text", "text": "é" * 1_024 + "..."}]
        assert refusal("x" + "é" * 1_024) == [{"type": "text", "text": "x" + "é" * 1_023 + "..."}]
        assert refusal("") == []

    @pytest.mark.parametrize(
        ("status", "content_type"),
        [(500, "text/plain"), (404, "text/html"), (404, "application/xhtml+xml"), (404, "application/zip")],
    )
    def test_what_is_no_reason(self, agent: Make, status: int, content_type: str) -> None:
        """What a failure says, a page, and bytes are not shown."""
        called = agent(serving(lambda: HttpResponse("swordfish", content_type, status=status))).call("file_get")
        assert (called.is_error, len(called.content)) == (True, 1)
        assert "swordfish" not in str(called.content)

    def test_an_endless_stream(self, agent: Make) -> None:
        """Events are never waited for."""

        def forever() -> Iterator[bytes]:
            while True:
                yield b"data: 1\n\n"

        called = agent(serving(lambda: StreamingHttpResponse(forever(), content_type="text/event-stream"))).call(
            "file_get"
        )
        assert called.data["content_type"] == "text/event-stream"
        assert len(called.content) == 1
