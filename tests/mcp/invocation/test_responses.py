"""What becomes of a response."""

from collections.abc import AsyncIterator, Callable
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

from frisian_pipeline.mcp.invocation import Answer
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
        assert (answer.status, answer.data, answer.view, answer.request) == (202, {"a": 1}, None, None)

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
        rest = both.rest("GET", "/it/", headers={"Accept": "application/json, application/*, */*"})
        answer = both.call("it_get")
        assert_same(rest, answer)
        assert calls == [1]

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
        """A file is not read, and closed; the host is not told that the request has ended."""
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
        assert (file.closed, finished, answer.content) == (True, [finished[0]], b"")

    def test_a_stream(self, sides: Make) -> None:
        """A stream is not read, however long it is; its size is not known."""

        def endless() -> Any:
            while True:
                yield b"{}"

        both = answering(sides, lambda: StreamingHttpResponse(endless(), content_type="application/json"))
        assert described(both.call("it_get")) == {"content_type": "application/json"}

    def test_an_asynchronous_stream(self, sides: Make) -> None:
        """Nor is one that only an event loop could read."""

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
