"""Whose authority a tool has: that of REST."""

from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.urls import path
from rest_framework import authentication, permissions
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.mcp.discovery.hosts import heir
from tests.mcp.invocation.sides import EndpointView, Sides, assert_same, shown

Make = Callable[..., Sides]


class WhoView(APIView):
    """Says who asks, and who says so."""

    authentication_classes = [authentication.SessionAuthentication]
    permission_classes = [permissions.IsAuthenticated]

    def get(self, request: Request) -> Response:
        return Response([request.user.username, type(request.successful_authenticator).__name__])

    def post(self, request: Request) -> Response:
        return self.get(request)


class Key(authentication.BaseAuthentication):
    """Takes a user's name for a key."""

    credential: str | None = "a key"

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        name = request.headers.get("X-Key")
        if name is None:
            return None
        return User.objects.filter(username=name).first() or self.refuse(), self.credential

    def refuse(self) -> Any:
        """Know nobody of this name."""
        raise AuthenticationFailed

    def authenticate_header(self, request: Request) -> str:
        return "Key"


class Signature(Key):
    """A key that holds for one body only."""

    credential = None

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        return super().authenticate(request) if b"arguments" in request.body else None


class Nobody(Key):
    """Lets strangers in as one who is nobody."""

    def authenticate(self, request: Request) -> tuple[Any, Any]:
        return AnonymousUser(), None


class ChoosyView(WhoView):
    """Chooses its authenticators itself."""

    authentication_classes = [Signature]

    def get_authenticators(self) -> list[Any]:
        return [Key()]


def taking(view: Any, *authenticators: Any, **attributes: Any) -> Any:
    """A URL pattern of a view with these authenticators."""
    return path("who/", view.as_view(authentication_classes=authenticators, **attributes))


@pytest.fixture
def bo(db: None) -> User:
    """Another user."""
    return User.objects.create_user("bo")


@pytest.fixture
def sides_with(sides: Make) -> Callable[..., Sides]:
    """Make a host whose endpoint has authenticators of its own, at ``/by/``."""

    def make(*patterns: Any, by: Any = (), **attributes: Any) -> Sides:
        endpoint = heir(EndpointView, mcp_ignore=True, **attributes)
        return sides(*patterns, path("by/", endpoint.as_view(authentication_classes=by)))

    return make


class TestOwnAuthenticators:
    def test_a_header_is_presented_again(self, sides: Make, ann: User) -> None:
        """The view's own authenticator reads the carried headers and stays visible."""
        both = sides(taking(WhoView, Key))
        both.client.credentials(HTTP_X_KEY="ann")
        answer = both.call("who_get")
        assert_same(both.rest("GET", "/who/"), answer)
        assert answer.data == ["ann", "Key"]

    @pytest.mark.parametrize("headers", [{}, {"HTTP_X_KEY": "cy"}], ids=["none", "wrong"])
    def test_a_stranger_is_unauthorized(self, sides: Make, headers: Any) -> None:
        """Who cannot say who he is gets the view's own 401 and its challenge."""
        both = sides(taking(WhoView, Key))
        both.client.credentials(**headers)
        answer = both.call("who_get")
        assert_same(both.rest("GET", "/who/"), answer)
        assert (answer.status, answer.headers["www-authenticate"]) == (401, "Key")

    @pytest.mark.parametrize("by", ["session", "password"])
    def test_a_disabled_user(self, sides: Make, ann: User, by: str) -> None:
        """A user who is disabled is nobody, whatever he still has."""
        both = sides(taking(WhoView, authentication.SessionAuthentication, authentication.BasicAuthentication))
        if by == "session":
            both.client.force_login(ann)
        else:
            both.client.credentials(HTTP_AUTHORIZATION="Basic " + b64encode(b"ann:4711").decode())
        assert both.call("who_get").data[0] == "ann"
        User.objects.update(is_active=False)
        answer = both.call("who_get")
        assert_same(both.rest("GET", "/who/"), answer)
        assert answer.status == 403

    @pytest.mark.parametrize("remembers", [True, False])
    def test_a_session_that_the_endpoint_does_not_know(
        self, sides_with: Any, ann: User, bo: User, *, remembers: bool
    ) -> None:
        """A view that takes sessions sees the session's user, whomever the endpoint has found."""
        both = sides_with(taking(WhoView, authentication.SessionAuthentication), by=[Key], remembers=remembers)
        both.client.force_login(ann)
        assert both.call("who_get", at="/by/").data == ["ann", "SessionAuthentication"]
        both.client.credentials(HTTP_X_KEY="bo")
        assert both.call("who_get", at="/by/").data == ["ann", "SessionAuthentication"]

    def test_the_endpoints_user_is_not_the_views(self, sides_with: Any, bo: User) -> None:
        """A user whom the view's authenticators would not know is nobody to it."""
        both = sides_with(taking(WhoView, authentication.SessionAuthentication), by=[Key], remembers=False)
        both.client.credentials(HTTP_X_KEY="bo")
        answer = both.call("who_get", at="/by/")
        assert_same(both.rest("GET", "/who/"), answer)
        assert answer.status == 403

    @pytest.mark.parametrize("token", [True, False])
    def test_sessions_are_checked_for_forgery(self, sides: Make, ann: User, *, token: bool) -> None:
        """A write by session needs the CSRF token that REST needs."""
        both = sides(taking(WhoView, authentication.SessionAuthentication))
        both.client.handler.enforce_csrf_checks = True
        both.client.force_login(ann)
        both.client.cookies["csrftoken"] = "a" * 32
        both.client.credentials(**({"HTTP_X_CSRFTOKEN": "a" * 32} if token else {}))
        answer = both.call("who_post")
        assert_same(both.rest("POST", "/who/"), answer)
        assert answer.status == (200 if token else 403)

    def test_a_host_without_middleware(self, sides: Make, settings: Any) -> None:
        """Where no middleware names a user, a view has only its authenticators."""
        settings.MIDDLEWARE = []
        both = sides(taking(WhoView, authentication.SessionAuthentication))
        answer = both.call("who_get")
        assert_same(both.rest("GET", "/who/"), answer)
        assert answer.status == 403


class TestForced:
    def test_what_cannot_be_presented_again(self, sides_with: Any, ann: User) -> None:
        """A signature of the outer body says nothing of the inner one, until the host trusts who has checked it."""
        both = sides_with(taking(WhoView, Signature), by=[Signature])
        both.client.credentials(HTTP_X_KEY="ann")
        assert both.call("who_get", at="/by/").status == 401
        trusting = sides_with(taking(WhoView, Signature), by=[Signature], trusted=[Signature])
        trusting.client.credentials(HTTP_X_KEY="ann")
        assert trusting.call("who_get", at="/by/").data[0] == "ann"

    @pytest.mark.parametrize(
        "pattern",
        [taking(WhoView, heir(Signature)), taking(WhoView), path("who/", ChoosyView.as_view())],
        ids=["a subclass", "none", "a view that chooses"],
    )
    def test_every_view_takes_over_whom_the_host_trusts(self, sides_with: Any, ann: User, pattern: Any) -> None:
        """Whatever the view's own authenticators are."""
        both = sides_with(pattern, by=[Signature], trusted=[Signature])
        both.client.credentials(HTTP_X_KEY="ann")
        assert both.call("who_get", at="/by/").data[0] == "ann"

    def test_a_view_that_chooses_is_left_to_choose(self, sides_with: Any, ann: User) -> None:
        """Who chooses authenticators by the request is left to choose."""
        both = sides_with(path("who/", ChoosyView.as_view()), by=[Signature])
        both.client.credentials(HTTP_X_KEY="ann")
        assert both.call("who_get", at="/by/").data == ["ann", "Key"]

    def test_a_credential_is_presented_again(self, sides_with: Any, ann: User) -> None:
        """A permission that asks which authenticator took a credential gets the true one."""
        both = sides_with(taking(WhoView, Key), by=[Key])
        both.client.credentials(HTTP_X_KEY="ann")
        assert both.call("who_get", at="/by/").data == ["ann", "Key"]

    def test_never_nobody(self, sides_with: Any) -> None:
        """Nobody is not forced onto a view: it says itself who nobody is."""
        both = sides_with(taking(WhoView, Nobody), by=[Nobody], trusted=[Nobody])
        answer = both.call("who_get", at="/by/")
        assert_same(both.rest("GET", "/who/"), answer)


class SeenView(APIView):
    """Says what it sees of the request."""

    def post(self, request: Request) -> Response:
        seen = ("HTTP_X_FORWARDED_FOR", "REMOTE_ADDR", "HTTP_ACCEPT_LANGUAGE", "HTTP_AUTHORIZATION", "HTTP_MCP_METHOD")
        raw = request._request
        return Response(
            {
                "meta": {name: request.META.get(name) for name in seen},
                "path": [raw.get_full_path(), raw.build_absolute_uri("?"), raw.is_secure()],
                "match": getattr(request.resolver_match, "url_name", None),
                "tenant": getattr(request, "tenant", None),
                "cookies": request.COOKIES,
                "data": [request.data, raw.POST, raw.FILES],
                "language": str(AuthenticationFailed.default_detail),
            }
        )


@pytest.fixture
def middleware(settings: Any) -> None:
    """A host with a middleware of its own."""
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "tests.mcp.invocation.sides.tenant_middleware"]


class TestCarried:
    def test_what_a_view_sees(self, sides: Make, middleware: None) -> None:
        """A view sees of a call what it would see of a REST request, and nothing of the protocol."""
        both = sides(path("seen/", SeenView.as_view(authentication_classes=[]), name="seen"))
        both.client.defaults["REMOTE_ADDR"] = "10.0.0.9"
        both.client.credentials(
            HTTP_X_FORWARDED_FOR="10.0.0.1", HTTP_ACCEPT_LANGUAGE="nl", HTTP_AUTHORIZATION="Key 1", HTTP_COOKIE="a=b"
        )
        answer = both.call("seen_post", secure=True, a=1)
        assert_same(both.rest("POST", "/seen/", {"a": 1}, secure=True), answer)
        assert answer.data["meta"] == {
            "HTTP_X_FORWARDED_FOR": "10.0.0.1",
            "REMOTE_ADDR": "10.0.0.9",
            "HTTP_ACCEPT_LANGUAGE": "nl",
            "HTTP_AUTHORIZATION": "Key 1",
            "HTTP_MCP_METHOD": None,
        }
        assert answer.data["path"] == ["/seen/", "https://testserver/seen/", True]
        assert (answer.data["match"], answer.data["tenant"]) == ("seen", "frl")
        assert shown(answer)["cookies"]["sealed"] == "opened"
        assert answer.data["language"] == "Ongeldige authenticatiegegevens."

    def test_a_session_is_the_callers(self, sides: Make) -> None:
        """What a view writes into the session is there at the next request, whichever way it comes."""

        class CountView(APIView):
            def post(self, request: Request) -> Response:
                request.session["count"] = request.session.get("count", 0) + 1
                return Response(request.session["count"])

        both = sides(path("count/", CountView.as_view()))
        assert [both.call("count_post").data, both.rest("POST", "/count/").json()] == [1, 2]
        assert both.call("count_post").data == 3
