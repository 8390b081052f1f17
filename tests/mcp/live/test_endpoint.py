"""The endpoint itself: methods, origins, sizes, and who may come in."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied as Denied
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404
from django.test import Client, RequestFactory
from django.urls import include, path
from rest_framework.authentication import BaseAuthentication, BasicAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission, DjangoModelPermissions, IsAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from frisian_pipeline.mcp.view import McpView
from tests.mcp.discovery.hosts import heir, host, registered
from tests.mcp.live.agents import LEGACY, MODERN, OPEN, Agent, Http, basic
from tests.project.views import TagViewSet

Make = Callable[..., Agent]

HERE = "tests.mcp.live.test_endpoint"


class BearerAuthentication(BaseAuthentication):
    """Knows one token."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bearer":
            return None
        return User.objects.get(username="ann") if token == "good" else self.refuse(), token

    def refuse(self) -> Any:
        raise AuthenticationFailed("This token has expired.")


class BrokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> Any:
        raise ValueError("the password is swordfish")


class BrokenPermission(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        raise ValueError("the password is swordfish")


def raising(error: Exception) -> Any:
    """A permission that ends so."""

    def has_permission(self: Any, request: Request, view: Any) -> bool:
        raise error

    return has_permission


class TwicePerMinute(SimpleRateThrottle):
    rate = "2/min"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return "mcp-endpoint"


@pytest.fixture
def client(agent: Make) -> Callable[..., Agent]:
    """An agent on a host with tags, whose endpoint is set up like this."""
    return lambda **keys: agent(
        *([path("mcp", McpView.as_view(**keys))] if keys else []), registered(TagViewSet, "tags")
    )


def error_of(sent: Any) -> tuple[int, int, str]:
    """HTTP status, code and message of an error that is JSON-RPC whatever it is about."""
    assert sent.headers["Content-Type"] == "application/json"
    assert sent.data["jsonrpc"] == "2.0"
    return sent.status, sent.data["error"]["code"], sent.data["error"]["message"]


class TestMethods:
    @pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"])
    @pytest.mark.parametrize("at", ["/mcp", "/mcp/"])
    def test_only_post(self, serve: Callable[..., str], method: str, at: str) -> None:
        """Other methods are told so, before anybody has to say who they are."""
        endpoint = McpView.as_view(permission_classes=[IsAuthenticated], authentication_classes=[BasicAuthentication])
        sent = Http(serve(path("mcp", endpoint), path("mcp/", endpoint))).send(method, at)
        assert error_of(sent)[:2] == (405, 405)
        assert sent.headers["Allow"] == "POST"

    @pytest.mark.parametrize("at", ["/mcp", "/mcp/"])
    def test_with_and_without_a_slash(self, client: Make, at: str) -> None:
        """Both spellings are served, since clients strip the slash and POST is not redirected."""
        made = client()
        made.at = at
        assert "tags_list" in made.tools()

    def test_below_a_prefix(self, agent: Make) -> None:
        """The endpoint may be anywhere."""
        made = agent(path("agents/v1/", include("frisian_pipeline.mcp.urls")), registered(TagViewSet, "tags"))
        made.at = "/agents/v1/mcp"
        assert "tags_list" in made.tools()


class TestBytes:
    @pytest.mark.parametrize(
        "body", [b"", b"{", b"\xff\xfe", b"null", b"[]", b'"x"', b"<html>", b"a=1&b=2", b"[" * 100_000]
    )
    @pytest.mark.parametrize(
        "content_type",
        ["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""],
    )
    def test_any_bytes(self, serve: Callable[..., str], body: bytes, content_type: str) -> None:
        """Whatever is sent, as whatever it is declared, the answer is an error in JSON-RPC."""
        sent = Http(serve()).send("POST", "/mcp", body, {"Content-Type": content_type})
        assert sent.status == 400
        assert error_of(sent)[1] in (-32700, -32600)

    def test_too_many(self, client: Make, settings: Any) -> None:
        """A message that is too large is refused with the limit."""
        settings.FRISIAN_PIPELINE = OPEN | {"MAX_BODY_BYTES": 300}
        sent = client().ask("tools/call", name="tags_create", arguments={"code": "x" * 300})
        assert error_of(sent) == (413, 413, "A message may hold 300 bytes at most; send less at once.")

    def test_more_than_django_takes_into_memory(self, client: Make, settings: Any) -> None:
        """DATA_UPLOAD_MAX_MEMORY_SIZE is not the endpoint's limit; where it is a view's, it is as over REST."""
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
        made, tag = client(), {"code": "x", "label": "y" * 90}
        assert made.ask("tools/list", padding="x" * 100).status == 200
        assert made.call("tags_create", **tag).status == made.rest("POST", "/tags/", tag).status == 400

    def test_accept_is_not_asked(self, client: Make) -> None:
        """A server that never streams answers JSON whatever a client accepts."""
        assert client().ask("tools/list", {"Accept": "text/event-stream"}).status == 200


class TestOrigins:
    @pytest.mark.parametrize("header", ["localhost:99999", "localhost:0x1", "localhost", "[::1]:x"])
    def test_nowhere(self, settings: Any, header: str) -> None:
        """A page of nowhere is no page of the host's, whatever port the host is asked for."""
        settings.ALLOWED_HOSTS = ["*"]
        settings.ROOT_URLCONF = host(path("", include("frisian_pipeline.mcp.urls")))
        sent = Client().post("/mcp", {}, content_type="application/json", headers={"Origin": "null", "Host": header})
        assert sent.status_code in {400, 403}
        assert sent.json()["error"]["code"] == sent.status_code

    @pytest.mark.parametrize(
        "origin",
        [
            "http://evil.example",
            "null",
            "http://",
            "//",
            "http://localhost:1",
            "http://[",
            "http://localhost:99999",
            "",
        ],
    )
    def test_foreign(self, client: Make, origin: str) -> None:
        """A web page of somewhere else is refused."""
        sent = client().ask("tools/list", {"Origin": origin})
        assert error_of(sent)[:2] == (403, 403)
        assert "ALLOWED_ORIGINS" in error_of(sent)[2]

    def test_its_own(self, client: Make) -> None:
        """A web page of the host itself may call, over whatever scheme a proxy speaks."""
        made = client()
        assert made.ask("tools/list", {"Origin": f"http://{made.place}"}).status == 200
        assert made.ask("tools/list", {"Origin": f"https://{made.place}"}).status == 200

    def test_the_schemes_own_port(self, client: Make) -> None:
        """A port that goes without saying may be said."""
        made = client()
        assert made.ask("tools/list", {"Origin": "https://localhost:443", "Host": "localhost"}).status == 200
        assert made.ask("tools/list", {"Origin": "http://localhost:81", "Host": "localhost"}).status == 403

    @pytest.mark.parametrize("allowed", ["https://desk.example", "*"])
    def test_allowed(self, client: Make, settings: Any, allowed: str) -> None:
        """Origins that the host names may call."""
        settings.FRISIAN_PIPELINE = OPEN | {"ALLOWED_ORIGINS": [allowed]}
        assert client().ask("tools/list", {"Origin": "https://desk.example"}).status == 200

    def test_a_host_that_is_not_served(self, client: Make) -> None:
        """A request for another host is refused in JSON."""
        sent = client().ask("tools/list", {"Origin": "http://evil.example", "Host": "evil.example"})
        assert error_of(sent) == (400, 400, "Invalid Host header.")


class TestAuthentication:
    def test_settings(self, client: Make, settings: Any, ann: User) -> None:
        """The settings name who comes in."""
        settings.FRISIAN_PIPELINE = OPEN | {
            "AUTHENTICATION_CLASSES": ["rest_framework.authentication.BasicAuthentication"],
            "PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
        }
        made = client()
        sent = made.ask("tools/list")
        assert error_of(sent) == (401, 401, "Authentication credentials were not provided.")
        assert sent.headers["WWW-Authenticate"] == 'Basic realm="api"'
        assert made.ask("tools/list", basic("ann")).status == 200
        assert error_of(made.ask("tools/list", basic("ann", "guess")))[:2] == (401, 401)

    def test_a_default_of_drf(self, client: Make, settings: Any) -> None:
        """Without a word of ours, DRF's default counts."""
        kept = settings.REST_FRAMEWORK
        settings.REST_FRAMEWORK = {
            **kept,
            "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.BasicAuthentication"],
            "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
        }
        assert client().ask("tools/list").status == 401

    def test_no_way_to_authenticate(self, client: Make) -> None:
        """Where no way could be named it is a 403, as in DRF."""
        made = client(authentication_classes=[SessionAuthentication], permission_classes=[IsAuthenticated])
        assert error_of(made.ask("tools/list"))[:2] == (403, 403)

    def test_model_permissions_by_default(self, client: Make, ann: User) -> None:
        """A default that asks for a model does not break an endpoint that has none, and still asks who it is."""
        made = client(permission_classes=[DjangoModelPermissions])
        assert made.ask("tools/list", basic("ann")).status == 200
        assert made.ask("tools/list").status == 403

    def test_a_session_needs_its_csrf_token(self, settings: Any, serve: Callable[..., str], ann: User) -> None:
        """A browser's session does not let a web page in that lacks the token."""
        serve(registered(TagViewSet, "tags"))
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(ann)
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        response = browser.post("/mcp", json.dumps(body), content_type="application/json")
        assert (response.status_code, response.json()["error"]["message"]) == (403, "CSRF Failed: CSRF cookie not set.")

    @pytest.mark.parametrize("kind", ["authentication", "permission"])
    def test_what_breaks(self, client: Make, caplog: pytest.LogCaptureFixture, kind: str) -> None:
        """A host's own class that breaks is a 500 in JSON-RPC, without its words, and the log has its id."""
        broken = BrokenAuthentication if kind == "authentication" else BrokenPermission
        sent = client(**{f"{kind}_classes": [broken]}).ask("tools/list")
        assert error_of(sent) == (500, -32603, "Internal error")
        assert "swordfish" not in sent.content.decode() + caplog.text
        assert sent.data["error"]["data"]["error_id"] in caplog.text

    @pytest.mark.parametrize(
        ("error", "status"), [pytest.param(Http404(), 404, id="not found"), pytest.param(Denied(), 403, id="denied")]
    )
    def test_what_django_knows(self, client: Make, error: Exception, status: int) -> None:
        """A host's own class may refuse in Django's words."""
        refusing = type("Refusing", (BasePermission,), {"has_permission": raising(error)})
        assert error_of(client(permission_classes=[refusing]).ask("tools/list"))[:2] == (status, status)

    def test_throttles(self, client: Make, settings: Any) -> None:
        """The endpoint has throttles of its own, and says when to come back."""
        settings.FRISIAN_PIPELINE = OPEN | {"THROTTLE_CLASSES": [f"{HERE}.TwicePerMinute"]}
        made = client()
        sent = [made.ask("tools/list") for _ in range(3)]
        assert [one.status for one in sent] == [200, 200, 429]
        assert 0 < int(sent[2].headers["Retry-After"]) <= 60


class TestAuthorizationServers:
    @pytest.fixture(autouse=True)
    def bearer(self, settings: Any) -> None:
        """A host whose tokens are issued elsewhere."""
        settings.FRISIAN_PIPELINE = OPEN | {
            "AUTHORIZATION_SERVERS": ["https://login.example"],
            "AUTHENTICATION_CLASSES": [f"{HERE}.BearerAuthentication"],
            "PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
        }

    def test_without_a_token(self, client: Make) -> None:
        """A client is told where to learn whose tokens are taken."""
        made = client()
        sent = made.ask("tools/list")
        place = f"http://{made.place}/.well-known/oauth-protected-resource/mcp"
        assert (sent.status, sent.headers["WWW-Authenticate"]) == (401, f'Bearer resource_metadata="{place}"')

    @pytest.mark.parametrize(("tier", "status"), [("none", 401), ("read", 200)])
    def test_without_a_permission(self, client: Make, settings: Any, ann: User, tier: str, status: int) -> None:
        """So is one who reaches nothing without a token, whatever the permissions; who reaches something gets that."""
        named = {"PERMISSION_CLASSES": [], "ANONYMOUS_TIER": tier, "AUTHENTICATED_TIER": "none"}
        settings.FRISIAN_PIPELINE |= named
        made = client()
        sent = made.ask("tools/list")
        assert (sent.status, "resource_metadata" in sent.headers.get("WWW-Authenticate", "")) == (status, status == 401)
        assert made.ask("tools/list", {"Authorization": "Bearer good"}).data["result"]["tools"] == []

    def test_without_an_authorization_server(self, client: Make, settings: Any) -> None:
        """Where no server is named there is nothing to ask for, and such a caller gets a list without tools."""
        settings.FRISIAN_PIPELINE = {"ANONYMOUS_TIER": "none"}
        assert client().ask("tools/list").data["result"]["tools"] == []

    def test_with_a_bad_token(self, client: Make) -> None:
        """A token that was not taken is called invalid."""
        sent = client().ask("tools/list", {"Authorization": "Bearer old"})
        assert error_of(sent) == (401, 401, "This token has expired.")
        assert sent.headers["WWW-Authenticate"].startswith('Bearer error="invalid_token", resource_metadata="')

    def test_with_a_good_token(self, client: Make, ann: User) -> None:
        """A good token is good."""
        assert client().ask("tools/list", {"Authorization": "Bearer good"}).status == 200

    @pytest.mark.parametrize(
        "at", ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"]
    )
    def test_the_metadata(self, client: Make, at: str) -> None:
        """The document names the very URL that clients use, and needs no login."""
        made = client()
        sent = made.send("GET", at)
        assert (sent.status, sent.headers["Content-Type"]) == (200, "application/json")
        assert sent.data == {
            "resource": f"http://{made.place}/mcp",
            "authorization_servers": ["https://login.example"],
            "bearer_methods_supported": ["header"],
        }

    def test_no_metadata(self, client: Make, settings: Any) -> None:
        """A host that names no server has no document."""
        settings.FRISIAN_PIPELINE = OPEN
        assert client().send("GET", "/.well-known/oauth-protected-resource/mcp").status == 404

    def test_an_endpoint_without_our_urls(self, settings: Any, live_server: Any, transactional_db: None) -> None:
        """A 401 of a view that the host has put somewhere itself names no document."""
        settings.ROOT_URLCONF = host(path("own", McpView.as_view()))
        sent = Agent(live_server.url, MODERN, "/own").ask("tools/list")
        assert (sent.status, sent.headers["WWW-Authenticate"]) == (401, "Bearer")

    def test_a_host_that_is_not_served(self, client: Make, settings: Any) -> None:
        """A 401 to somebody who names another host is JSON-RPC, and points nowhere."""
        settings.ALLOWED_HOSTS = ["localhost"]
        sent = client().ask("tools/list", {"Host": "evil.example"})
        assert (sent.status, sent.headers["WWW-Authenticate"]) == (401, "Bearer")

    @pytest.mark.parametrize("at", ["/own", "/mcp/", "/deep/down/agents/"])
    def test_an_endpoint_beside_our_urls(
        self, settings: Any, live_server: Any, transactional_db: None, at: str
    ) -> None:
        """The document about an endpoint is where RFC 9728 looks for it, and names the URL that the client uses."""
        own = heir(McpView)
        settings.ROOT_URLCONF = host(
            path("own", McpView.as_view()),
            path("deep/down/agents/", own.as_view()),
            path("", include("frisian_pipeline.mcp.urls")),
        )
        asked = Agent(live_server.url, MODERN, at)
        place = f"http://{asked.place}/.well-known/oauth-protected-resource{at}"
        assert asked.ask("tools/list").headers["WWW-Authenticate"] == f'Bearer resource_metadata="{place}"'
        assert asked.send("GET", urlsplit(place).path).data["resource"] == f"http://{asked.place}{at}"

    @pytest.mark.parametrize("at", ["nowhere", "tags/", ".well-known/oauth-protected-resource/mcp"])
    def test_no_endpoint_there(self, client: Make, at: str) -> None:
        """There is no document about what is no endpoint."""
        assert client().send("GET", f"/.well-known/oauth-protected-resource/{at}").status == 404

    def test_a_host_where_everybody_has_to_log_in(self, settings: Any, transactional_db: None) -> None:
        """Neither the document nor the endpoint redirects an agent to a page where people log in."""
        settings.MIDDLEWARE = [*settings.MIDDLEWARE, "django.contrib.auth.middleware.LoginRequiredMiddleware"]
        settings.ROOT_URLCONF = host(path("", include("frisian_pipeline.mcp.urls")))
        assert Client().get("/.well-known/oauth-protected-resource/mcp").status_code == 200
        assert Client().post("/mcp", {}, content_type="application/json").status_code == 401


class TestEras:
    def test_modern(self, serve: Callable[..., str]) -> None:
        """A modern client discovers the server without a handshake."""
        result = Agent(serve(registered(TagViewSet, "tags")), MODERN).result("server/discover")
        assert result["supportedVersions"] == [MODERN]
        assert "verify=true" in result["instructions"]

    def test_legacy(self, serve: Callable[..., str]) -> None:
        """A legacy client shakes hands, and no session is made."""
        made = Agent(serve(registered(TagViewSet, "tags")), LEGACY)
        sent = made.ask("initialize", protocolVersion=LEGACY, capabilities={}, clientInfo={"name": "a", "version": "1"})
        assert sent.data["result"]["protocolVersion"] == LEGACY
        assert "Mcp-Session-Id" not in sent.headers
        assert made.send("POST", "/mcp", b'{"jsonrpc":"2.0","method":"notifications/initialized"}').status == 202

    def test_who_answers(self, client: Make, settings: Any) -> None:
        """The host says who it is and what an agent should know."""
        settings.FRISIAN_PIPELINE = OPEN | {"NAME": "shop", "VERSION": "3.2", "INSTRUCTIONS": "Parcels and stock."}
        made = Agent(f"http://{client().place}", LEGACY)
        result = made.result(
            "initialize", protocolVersion=LEGACY, capabilities={}, clientInfo={"name": "a", "version": "1"}
        )
        assert result["serverInfo"] == {"name": "shop", "version": "3.2"}
        assert result["instructions"].startswith("Parcels and stock. Every tool also takes ")

    @pytest.mark.parametrize("listing", ["prompts", "resources"])
    def test_empty_lists(self, client: Make, listing: str) -> None:
        """What there is none of is an empty list."""
        assert client().result(f"{listing}/list")[listing] == []

    def test_no_prompt(self, client: Make) -> None:
        """A prompt that nobody has is unknown."""
        assert client().ask("prompts/get", name="greet").data["error"]["message"] == "Unknown prompt: greet"


class SignedAuthentication(BaseAuthentication):
    """Vouches for a body: it reads it, as bytes and as data."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        raw = request.body
        asked: Any = request.data
        known = json.loads(raw) == asked and asked["method"] == "tools/list"
        return (User.objects.get(username="ann"), None) if known else None


class Broken(BytesIO):
    """What a client sends that goes away."""

    def read(self, *_: Any) -> bytes:
        raise OSError("the connection is gone")


class TestBodies:
    def test_one_that_breaks_off(self) -> None:
        """A body that cannot be read is the client's fault, whatever becomes of the answer."""
        request = RequestFactory().post("/mcp", b"{}", content_type="application/json")
        request.environ["wsgi.input"] = request._stream = Broken()
        response = McpView.as_view(authentication_classes=[])(request)
        assert (response.status_code, json.loads(response.content)["error"]["code"]) == (400, 400)

    def test_one_of_unknown_length(self, settings: Any) -> None:
        """A body that does not say how long it is has the same limit."""
        settings.FRISIAN_PIPELINE = OPEN | {"MAX_BODY_BYTES": 300}
        scope = {"type": "http", "method": "POST", "path": "/mcp", "query_string": b"", "headers": []}
        for size, status in ((301, 413), (300, 400)):
            request = ASGIRequest(scope, BytesIO(b"x" * size))
            assert McpView.as_view(authentication_classes=[])(request).status_code == status

    @pytest.mark.parametrize("length", [None, ""])
    @pytest.mark.parametrize("read_before", [True, False])
    @pytest.mark.parametrize(("size", "status"), [(300, 200), (301, 413)])
    def test_one_in_chunks(self, settings: Any, size: int, status: int, *, length: Any, read_before: bool) -> None:
        """A body without a length is read where the server ends it, with the same limit, whoever tried before."""
        settings.FRISIAN_PIPELINE = OPEN | {"MAX_BODY_BYTES": 300}
        body = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'.ljust(size)
        ended: dict[str, Any] = {"wsgi.input": BytesIO(body), "wsgi.input_terminated": True, "CONTENT_LENGTH": length}
        environ = {name: value for name, value in ended.items() if value is not None}
        request = WSGIRequest({"REQUEST_METHOD": "POST", "PATH_INFO": "/mcp", "SERVER_NAME": "testserver", **environ})
        assert not (read_before and request.body)
        response = McpView.as_view(authentication_classes=[], permission_classes=[])(request)
        assert response.status_code == status

    def test_an_authenticator_may_read_the_body(self, client: Make, ann: User) -> None:
        """What an authenticator has read is there for the protocol too."""
        made = client(authentication_classes=[SignedAuthentication], permission_classes=[IsAuthenticated])
        assert "tags_list" in made.tools()
        assert made.ask("prompts/list").status == 403


class TestRefusals:
    def test_they_name_the_message(self, client: Make) -> None:
        """A refusal has the id of the message, so that a client knows which of its requests it answers."""
        sent = client(permission_classes=[IsAuthenticated]).ask("tools/list")
        assert (sent.status, sent.data["id"]) == (403, 7)

    @pytest.mark.parametrize("body", [b"", b"{", b"[1]", b'{"id": null}', b"[" * 100_000])
    def test_one_that_has_no_id(self, client: Make, body: bytes) -> None:
        """Where none can be read there is none."""
        sent = client(permission_classes=[IsAuthenticated]).send("POST", "/mcp", body)
        assert (sent.status, "id" in sent.data) == (403, False)
