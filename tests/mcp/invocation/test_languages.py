"""Routes that are spelt otherwise in each language lead where they lead over REST."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf.urls.i18n import i18n_patterns
from django.urls import path
from django.utils.translation import get_language, gettext_lazy
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.mcp.discovery import tools
from tests.mcp.discovery.hosts import registered
from tests.mcp.invocation.sides import EndpointView, Sides, assert_same, shown
from tests.project.models import Device
from tests.project.views import PageViewSet

Make = Callable[..., Sides]


class ShowView(APIView):
    def get(self, request: Request, **kwargs: Any) -> Response:
        return Response([request.path, get_language(), request.LANGUAGE_CODE, kwargs])


@pytest.fixture
def polyglot(settings: Any) -> None:
    """A host that speaks three languages."""
    settings.LANGUAGE_CODE = "en"
    settings.LANGUAGES = [("en", "English"), ("nl", "Nederlands"), ("de", "Deutsch")]
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "django.middleware.locale.LocaleMiddleware"]


def both_of(sides: Make, language: str, **options: Any) -> Sides:
    """A host with routes in and out of ``i18n_patterns``, and a client that asks for a language."""
    inside = [
        path("show/<int:number>/", ShowView.as_view()),
        registered(PageViewSet),
        path("mcp/", EndpointView.as_view()),
    ]
    translated = path(gettext_lazy("No"), ShowView.as_view())
    both = sides(*i18n_patterns(*inside, translated, **options), path("plain/", ShowView.as_view()))
    both.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    return both


@pytest.mark.usefixtures("polyglot")
class TestLanguages:
    def test_no_language_is_in_a_name(self, sides: Make) -> None:
        """A tool has the same name in every language, and no language in it."""
        for language in ("en", "nl"):
            both_of(sides, language)
            assert {"show_get", "things_list", "No_get", "plain_get"} <= set(tools().by_name)

    @pytest.mark.parametrize(("language", "word"), [("en", "No"), ("nl", "Nee"), ("de", "Nein")])
    def test_the_path_is_in_the_callers_language(self, sides: Make, language: str, word: str) -> None:
        """The view is called at the path that it has in the language of the outer request, and in that language."""
        both = both_of(sides, language)
        pairs: list[Any] = [
            (f"/{language}/show/7/", "show_get", {"number": 7}),
            (f"/{language}/{word}", "No_get", {}),
            ("/plain/", "plain_get", {}),
        ]
        for at, tool, given in pairs:
            answer = both.call(tool, **given)
            assert_same(both.rest("GET", at), answer)
            assert answer.data[:3] == [at, language, language]

    @pytest.mark.parametrize(("mount", "language"), [("", "en"), ("/nl", "nl")])
    def test_the_hosts_own_language_may_have_no_prefix(self, sides: Make, mount: str, language: str) -> None:
        """Where the host's own language is not in the path, that of the endpoint's path counts."""
        both = both_of(sides, "de", prefix_default_language=False)
        answer = both.call("show_get", at=f"{mount}/mcp/", number=7)
        assert_same(both.rest("GET", f"{mount}/show/7/"), answer)
        assert answer.data[:2] == [f"{mount}/show/7/", language]

    def test_links_stay_in_the_language(self, sides: Make) -> None:
        """A page names its neighbours in the language of the caller."""
        both = both_of(sides, "nl")
        Device.objects.bulk_create(Device(name=name) for name in "abc")
        answer = both.call("things_list")
        assert_same(both.rest("GET", "/nl/things/"), answer)
        assert shown(answer)["next"] == "http://testserver/nl/things/?page=2"

    def test_two_routes_that_only_the_language_tells_apart(self, sides: Make) -> None:
        """A route in ``i18n_patterns`` and the same one outside are two tools, each with its own path."""
        view = ShowView.as_view()
        both = sides(*i18n_patterns(path("it/", view)), path("it/", view))
        both.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "nl"
        assert sorted(both.call(tool.name).data[0] for tool in tools()) == ["/it/", "/nl/it/"]
