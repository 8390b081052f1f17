"""The caller's session: what a view writes there stays, whoever saves it, and an answer is JSON-RPC whoever ends it."""

import json
from typing import Any

import pytest
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import path
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.mcp.view import McpView
from tests.mcp.discovery.hosts import heir, host
from tests.mcp.live.agents import OPEN

TOKEN = "a" * 32


class CountView(APIView):
    """Counts in the session, and says what else is there."""

    authentication_classes = [SessionAuthentication]

    def post(self, request: Request) -> Response:
        request.session["count"] = request.session.get("count", 0) + 1
        return Response([request.user.username, request.session["count"], request.session.get("marked")])


class Everywhere(APIView):
    """Does something with the session as a whole."""

    authentication_classes = [SessionAuthentication]
    does: Any = None

    def post(self, request: Request) -> Response:
        type(self).does(request._request)
        return Response({"id": 1})


def log_in(request: Any) -> None:
    """Become bob."""
    user = authenticate(username="bob", password="secret")
    assert user is not None
    login(request, user)


def fail(request: Any) -> None:
    """Write, and fail."""
    request.session["count"] = 100
    raise ValueError("swordfish")


DOES: dict[str, Any] = {
    "out": logout,
    "in": log_in,
    "everywhere": lambda request: Session.objects.all().delete(),
    "fail": fail,
}


class Marking(BaseAuthentication):
    """Writes into the session of the endpoint's own request."""

    def authenticate(self, request: Request) -> None:
        request.session["marked"] = True


class Browser:
    """A client that keeps its cookies."""

    def __init__(self, at: str = "/mcp") -> None:
        self.client, self.at = Client(raise_request_exception=False, headers={"X-CSRFToken": TOKEN}), at
        self.client.cookies["csrftoken"] = TOKEN

    def send(self, message: Any) -> Any:
        """Send a message or a batch; any answer is JSON-RPC."""
        response = self.client.post(self.at, json.dumps(message), content_type="application/json")
        assert (response.status_code, response["Content-Type"]) == (200, "application/json"), response.content
        return response.json()

    def call(self, tool: str) -> Any:
        """Call a tool."""
        return shown(self.send(message(tool)))

    def rest(self, at: str) -> Any:
        """Call REST."""
        return self.client.post(at).json()


def message(tool: str, number: int = 1) -> dict[str, Any]:
    """Calls a tool."""
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool}}


def shown(reply: Any) -> Any:
    """What a tool answered."""
    return json.loads(reply["result"]["content"][0]["text"])


@pytest.fixture(params=[True, False], ids=["through middleware", "as it is"])
def through(request: Any, settings: Any) -> bool:
    """Whether each call goes through the middleware."""
    settings.FRISIAN_PIPELINE = OPEN | {"THROUGH_MIDDLEWARE": request.param}
    return bool(request.param)


@pytest.fixture(params=[True, False], ids=["every request", "what has changed"])
def saves(request: Any, settings: Any) -> bool:
    """Whether each session is saved."""
    settings.SESSION_SAVE_EVERY_REQUEST = request.param
    return bool(request.param)


@pytest.fixture(params=["db", "signed_cookies", "cache"])
def engine(request: Any, settings: Any) -> str:
    """Where sessions are kept."""
    settings.SESSION_ENGINE = f"django.contrib.sessions.backends.{request.param}"
    return str(request.param)


@pytest.fixture
def browser(settings: Any, transactional_db: None) -> Browser:
    """A browser in which ann has logged in."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    ann, _ = [User.objects.create_user(name, password="secret") for name in ("ann", "bob")]
    views = [path(f"{name}/", heir(Everywhere, does=staticmethod(does)).as_view()) for name, does in DOES.items()]
    settings.ROOT_URLCONF = host(
        path("mcp", McpView.as_view(authentication_classes=[SessionAuthentication], permission_classes=[])),
        path("marking", McpView.as_view(authentication_classes=[Marking], permission_classes=[])),
        path("count/", CountView.as_view()),
        *views,
    )
    browser = Browser()
    browser.client.force_login(ann)
    return browser


@pytest.mark.usefixtures("engine", "through", "saves")
class TestWhatIsWritten:
    def test_stays(self, browser: Browser) -> None:
        """What a view writes is there at the next request, whichever way that comes."""
        assert browser.call("count_post") == ["ann", 1, None]
        assert browser.rest("/count/") == ["ann", 2, None]
        assert browser.call("count_post") == ["ann", 3, None]

    def test_by_the_endpoint(self, browser: Browser) -> None:
        """What the endpoint's own authenticators write is neither lost nor in the way."""
        browser.at = "/marking"
        assert browser.call("count_post") == ["ann", 1, True]
        assert browser.rest("/count/") == ["ann", 2, True]

    def test_by_nobody(self, browser: Browser) -> None:
        """Who has no session yet gets one."""
        del browser.client.cookies["sessionid"]
        assert browser.call("count_post") == ["", 1, None]
        assert browser.rest("/count/") == ["", 2, None]

    def test_by_a_view_that_fails(self, browser: Browser) -> None:
        """A failure ends no session."""
        assert browser.call("fail_post")["status_code"] == 500
        assert browser.rest("/count/")[0] == "ann"


@pytest.mark.usefixtures("engine")
class TestWhoseItIs:
    def test_log_out(self, browser: Browser, *, through: bool, saves: bool) -> None:
        """Who logs out by a tool is logged out."""
        assert browser.call("count_post") == ["ann", 1, None]
        assert browser.call("out_post")["id"] == 1
        assert browser.client.cookies["sessionid"].value == ""
        assert browser.rest("/count/") == ["", 1, None]

    def test_log_in(self, browser: Browser, *, through: bool, saves: bool) -> None:
        """Who logs in by a tool is logged in."""
        assert browser.call("in_post")["id"] == 1
        assert browser.call("count_post")[0] == "bob"
        assert browser.rest("/count/")[0] == "bob"

    def test_in_a_batch(self, browser: Browser, *, through: bool, saves: bool) -> None:
        """The next member of a batch has the session that the one before has made."""
        names = ["count_post", "in_post", "count_post", "out_post", "count_post"]
        replies = browser.send([message(name, number) for number, name in enumerate(names)])
        found = [shown(reply) for reply in replies]
        assert [one for one in found if isinstance(one, list)] == [["ann", 1, None], ["bob", 1, None], ["", 1, None]]


class TestWhoEndsIt:
    def test_log_out_everywhere(self, browser: Browser, *, through: bool, saves: bool) -> None:
        """A session that is deleted under way costs the session, never the answer; REST's own middleware may refuse."""
        assert browser.call("count_post") == ["ann", 1, None]
        refused = through and saves
        assert browser.call("everywhere_post").get("status_code") == (400 if refused else None)
        assert browser.rest("/count/") == ["", 1, None]


def sessions_of_another_kind(get_response: Any) -> Any:
    """A host with sessions of its own."""

    def handle(request: Any) -> Any:
        request.session = {"count": 41}
        return get_response(request)

    return handle


class TestOtherSessions:
    def test_are_left_alone(self, browser: Browser, settings: Any, *, through: bool, saves: bool) -> None:
        """Sessions that are not Django's are the host's business."""
        settings.MIDDLEWARE = ["tests.mcp.live.test_sessions.sessions_of_another_kind"]
        assert browser.call("count_post") == ["", 42, None]
