"""What becomes of a response."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import markcoroutinefunction
from django.core.signals import request_finished
from django.http import FileResponse, HttpResponse, HttpResponseRedirect, JsonResponse, StreamingHttpResponse
from django.template.response import SimpleTemplateResponse
from django.urls import path
from django.views.decorators.cache import cache_page
from rest_framework.decorators import api_view, renderer_classes
from rest_framework.renderers import BaseRenderer, JSONRenderer, StaticHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import APIView

from frisian_pipeline.mcp.invocation import Answer, streams
from frisian_pipeline.mcp.invocation.streams import MOST
from tests.mcp.discovery.hosts import heir
from tests.mcp.invocation.sides import Sides, assert_same

Make = Callable[..., Sides]


class Enveloped(JSONRenderer):
    """Puts everything into an envelope."""

    media_type = "application/vnd.host+json"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        return super().render({"payload": data}, *args, **kwargs)


class OwnEncoder(JSONEncoder):
    """Knows sets."""

    def default(self, obj: Any) -> Any:
        return sorted(obj) if isinstance(obj, set) else super().default(obj)


class Text(BaseRenderer):
    media_type = "text/csv"
    format = "csv"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        return "ä,b\n"


def answering(sides: Make, answer: Callable[[], Any], *renderers: Any) -> Sides:
    """A host whose one view answers this."""

    class AnsweringView(APIView):
        renderer_classes = renderers or (JSONRenderer, StaticHTMLRenderer)

        def get(self, request: Request) -> Any:
            return answer()

    return sides(path("it/", AnsweringView.as_view()))


def described(answer: Answer) -> Any:
    """The description that is an answer's data."""
    assert answer.described
    return answer.data


class TestData:
    def test_it_is_not_rendered(self, sides: Make) -> None:
        """Where DRF's renderer would render it, the data is the very object that the view gave."""
        data = {"a": {1, 2}}
        renderer = heir(JSONRenderer, ensure_ascii=True)
        answer = answering(sides, lambda: Response(data, headers={"X-Total": "2"}), renderer).call("it_get")
        assert answer.data is data
        assert (dict(answer.headers)["X-Total"], "content-type" in answer.headers, answer.described) == (
            "2",
            False,
            False,
        )

    @pytest.mark.parametrize("renderers", [[Enveloped], [StaticHTMLRenderer, Enveloped]])
    def test_a_renderer_that_transforms(self, sides: Make, renderers: Any) -> None:
        """What a renderer adds is there, and JSON is preferred to HTML."""
        both = answering(sides, lambda: Response({"a": 2**70}), *renderers)
        answer = both.call("it_get")
        assert_same(both.rest("GET", "/it/", headers={"Accept": "application/vnd.host+json"}), answer)
        assert (answer.data, answer.described) == ({"payload": {"a": 2**70}}, False)

    def test_an_encoder_of_the_hosts_own(self, sides: Make) -> None:
        """What only the host's encoder knows is encoded by it."""
        both = answering(sides, lambda: Response({2, 1}), heir(JSONRenderer, encoder_class=OwnEncoder))
        assert both.call("it_get").data == [1, 2]

    def test_json_without_drf(self, sides: Make) -> None:
        """A plain Django response of JSON is decoded."""
        answer = answering(sides, lambda: JsonResponse({"a": 1}, status=202)).call("it_get")
        assert (answer.status, answer.data, answer.view) == (202, {"a": 1}, None)
        assert answer.request.path == "/it/"

    def test_a_rendering_that_fails(self, sides: Make) -> None:
        """A failure of the renderer is a failure of the view."""
        both = answering(sides, lambda: Response({object()}), Enveloped)
        assert both.call("it_get").status == both.rest("GET", "/it/").status_code == 500

    def test_a_response_from_the_hosts_cache(self, sides: Make) -> None:
        """A response that was rendered and kept is decoded."""
        calls: list[int] = []

        @api_view(["GET"])
        def count(request: Request) -> Response:
            calls.append(1)
            return Response(calls)

        kept: Any = cache_page(60)(count)
        both = sides(path("it/", kept))
        rest = both.rest("GET", "/it/", headers={"Accept": "application/json"})
        answer = both.call("it_get")
        assert_same(rest, answer)
        assert calls == [1]

    def test_what_waits_for_the_rendering(self, sides: Make) -> None:
        """Where somebody waits for the rendering, a cache perhaps, it happens, and the data is still the view's own."""
        data, told = [1], list[Any]()

        def answer() -> Response:
            response = Response(data)
            response.add_post_render_callback(lambda sent: told.append(sent.content))
            return response

        assert answering(sides, answer).call("it_get").data is data
        assert told == [b"[1]"]

    def test_what_becomes_of_it_then(self, sides: Make) -> None:
        """Whoever waited may send another response in its place."""

        def answer() -> Response:
            response = Response([1])
            response.add_post_render_callback(lambda sent: HttpResponse(status=304))
            return response

        both = answering(sides, answer)
        given = both.call("it_get")
        assert_same(both.rest("GET", "/it/"), given)
        assert (given.status, given.data) == (304, None)

    @pytest.mark.parametrize("made", [lambda: Response(status=204), lambda: HttpResponse(status=204)])
    def test_nothing(self, sides: Make, made: Any) -> None:
        """An answer without content has no data."""
        answer = answering(sides, made).call("it_get")
        assert (answer.status, answer.data, answer.described) == (204, None, False)


class TestDescription:
    @pytest.mark.parametrize(
        ("made", "description", "content"),
        [
            (lambda: HttpResponse("<p>é"), {"content_type": "text/html; charset=utf-8", "size": 5}, "<p>é".encode()),
            (
                lambda: HttpResponseRedirect("/there/"),
                {"content_type": "text/html; charset=utf-8", "size": 0, "location": "/there/"},
                b"",
            ),
            (
                lambda: HttpResponse(b"\x89PNG", content_type="image/png"),
                {"content_type": "image/png", "size": 4},
                b"\x89PNG",
            ),
            (
                lambda: HttpResponse("{", content_type="application/json"),
                {"content_type": "application/json", "size": 1},
                b"{",
            ),
            (
                lambda: HttpResponse("a", headers={"Content-Disposition": "attachment"}, content_type="text/csv"),
                {"content_type": "text/csv", "size": 1, "content_disposition": "attachment"},
                b"a",
            ),
        ],
        ids=["html", "redirect", "image", "broken json", "attachment"],
    )
    def test_what_is_no_json(self, sides: Make, made: Any, description: Any, content: bytes) -> None:
        """An answer that is no JSON is described by its type and size, and where it points to."""
        answer = answering(sides, made).call("it_get")
        assert (described(answer), answer.content) == (description, content)

    def test_a_renderer_of_something_else(self, sides: Make) -> None:
        """What a renderer makes of data is described too."""
        answer = answering(sides, lambda: Response([1]), Text).call("it_get")
        assert described(answer) == {"content_type": "text/csv; charset=utf-8", "size": 5}
        assert answer.content == "ä,b\n".encode()

    def test_a_template(self, sides: Make, tmp_path: Path, settings: Any) -> None:
        """A template is rendered before it is measured."""
        (tmp_path / "page.html").write_text("<p>", encoding="utf-8")
        settings.TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [tmp_path]}]
        answer = answering(sides, lambda: SimpleTemplateResponse("page.html")).call("it_get")
        assert described(answer)["size"] == 3

    def test_a_file(self, sides: Make) -> None:
        """A file is read, and closed; the host is not told that the request has ended."""
        file, finished = BytesIO(b"12345"), list[Any]()
        both = answering(sides, lambda: FileResponse(file, as_attachment=True, filename="a.bin"))

        def note(**sent: Any) -> None:
            finished.append(sent["sender"])

        request_finished.connect(note)
        answer = both.call("it_get")
        request_finished.disconnect(note)
        assert described(answer) == {
            "content_type": "application/octet-stream",
            "size": 5,
            "content_disposition": 'attachment; filename="a.bin"',
        }
        assert (file.closed, finished, answer.content) == (True, [finished[0]], b"12345")

    @pytest.mark.parametrize("size", [0, 10, MOST])
    def test_a_stream(self, sides: Make, size: int) -> None:
        """A stream is read to its end, if that is near."""
        pieces = [b"x" * (size // 2), b"y" * (size - size // 2)]
        answer = answering(sides, lambda: StreamingHttpResponse(iter(pieces), content_type="text/csv")).call("it_get")
        assert answer.content == b"".join(pieces)

    def test_a_stream_of_json(self, sides: Make) -> None:
        """A stream of JSON is data like any other."""
        pieces = [b'{"a":', b"1}"]
        both = answering(sides, lambda: StreamingHttpResponse(iter(pieces), content_type="application/json"))
        assert both.call("it_get").data == {"a": 1}

    @pytest.mark.parametrize("length", [None, str(MOST + 1)])
    def test_a_stream_that_is_too_long(self, sides: Make, length: str | None) -> None:
        """A stream that turns out or is said to be too long is described, and closed."""
        closed: list[bool] = []

        def endless() -> Iterator[bytes]:
            try:
                while True:
                    yield b"x" * 65_536
            finally:
                closed.append(True)

        headers = {} if length is None else {"Content-Length": length}
        stream = endless()
        answer = answering(sides, lambda: StreamingHttpResponse(stream, content_type="text/csv", headers=headers)).call(
            "it_get"
        )
        size = {} if length is None else {"size": int(length)}
        assert described(answer) == {"content_type": "text/csv", **size}
        assert answer.content == b""
        assert closed == ([True] if length is None else [])

    def test_an_asynchronous_stream_that_ends(self, sides: Make) -> None:
        """An asynchronous stream is read like any other."""

        async def pieces() -> AsyncIterator[bytes]:
            yield b"a;b"
            yield b"\n"

        both = answering(sides, lambda: StreamingHttpResponse(pieces(), content_type="text/csv"))
        assert both.call("it_get").content == b"a;b\n"

    def test_an_asynchronous_stream_that_is_too_long(self, sides: Make) -> None:
        """And left when it is too long."""

        async def endless() -> AsyncIterator[bytes]:
            while True:
                yield b"x" * 1_000_000

        both = answering(sides, lambda: StreamingHttpResponse(endless(), content_type="text/csv"))
        assert described(both.call("it_get")) == {"content_type": "text/csv"}

    def test_a_stream_that_takes_too_long(self, sides: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        """A slow stream that never ends holds nobody up for ever: it is described, and closed."""
        monkeypatch.setattr(streams, "LONGEST", 0.05)
        closed: list[bool] = []

        def slow() -> Iterator[bytes]:
            try:
                while True:
                    time.sleep(0.01)
                    yield b'{"a":1}\n'
            finally:
                closed.append(True)

        both = answering(sides, lambda: StreamingHttpResponse(slow(), content_type="application/x-ndjson"))
        answer = both.call("it_get")
        assert (described(answer), answer.content) == ({"content_type": "application/x-ndjson"}, b"")
        assert closed == [True]

    @pytest.mark.parametrize("pause", [0.01, 60])
    def test_an_asynchronous_stream_that_takes_too_long(
        self, sides: Make, monkeypatch: pytest.MonkeyPatch, pause: float
    ) -> None:
        """Nor does an asynchronous one, even while it is waited for."""
        monkeypatch.setattr(streams, "LONGEST", 0.05)

        async def slow() -> AsyncIterator[bytes]:
            while True:
                await asyncio.sleep(pause)
                yield b"x"

        both = answering(sides, lambda: StreamingHttpResponse(slow(), content_type="text/csv"))
        answer = both.call("it_get")
        assert (described(answer), answer.content) == ({"content_type": "text/csv"}, b"")

    def test_a_host_whose_own_time_runs_out(self, sides: Make) -> None:
        """What the host's stream raises is a failure of the view, as in REST, though it be a TimeoutError."""

        async def fails() -> AsyncIterator[bytes]:
            yield b"x"
            raise TimeoutError

        both = answering(sides, lambda: StreamingHttpResponse(fails(), content_type="text/csv"))
        assert both.call("it_get").status == 500

    def test_an_asynchronous_stream(self, sides: Make) -> None:
        """Events are not read: they have no end."""

        async def endless() -> AsyncIterator[bytes]:
            yield b""

        both = answering(sides, lambda: StreamingHttpResponse(endless(), content_type="text/event-stream"))
        assert described(both.call("it_get")) == {"content_type": "text/event-stream"}


class AsyncView(APIView):
    """A view as asynchronous packages for DRF make them."""

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        made = super().as_view(**initkwargs)

        async def view(request: Any, **kwargs: Any) -> Any:
            return made(request, **kwargs)

        vars(view).update(vars(made))
        return markcoroutinefunction(view)

    def get(self, request: Request) -> Response:
        return Response({"path": request.path})


class TestAsync:
    def test_an_asynchronous_view(self, sides: Make) -> None:
        """An asynchronous view is awaited."""
        both = sides(path("it/", AsyncView.as_view()))
        answer = both.call("it_get")
        assert_same(both.rest("GET", "/it/"), answer)
        assert answer.data == {"path": "/it/"}

    def test_a_function_view(self, sides: Make) -> None:
        """A function view keeps its decorators."""

        @api_view(["GET"])
        @renderer_classes([Enveloped])
        def show(request: Request) -> Response:
            return Response(1)

        assert sides(path("it/", show)).call("it_get").data == {"payload": 1}
