"""Batches: each member is asked by whoever the caller is by then, in the language and time zone of the endpoint."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client
from django.urls import get_urlconf, path, set_urlconf
from django.utils import timezone, translation
from rest_framework.authentication import BasicAuthentication, SessionAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from frisian_pipeline.mcp.invocation import apart
from frisian_pipeline.mcp.view import McpView
from tests.mcp.discovery.hosts import heir, host
from tests.mcp.live.agents import OPEN, Agent, basic

Serve = Callable[..., str]

BOTH: Any = [SessionAuthentication, BasicAuthentication]


def log_out(request: Request) -> None:
    """End the session."""
    logout(request._request)


def log_in(request: Request) -> None:
    """Become somebody else."""
    user = authenticate(username="bob", password="secret")
    assert user is not None
    login(request._request, user)


def shut_out(request: Request) -> None:
    """Disable the caller."""
    User.objects.filter(username=request.user.username).update(is_active=False)


def change_password(request: Request) -> None:
    """Change the caller's password."""
    request.user.set_password("another")
    request.user.save()


def speak(request: Request) -> None:
    """Change language and time zone."""
    translation.activate("nl")
    timezone.activate("Asia/Tokyo")


class ChangeView(APIView):
    """Changes something about its caller or its thread."""

    authentication_classes = BOTH
    change: Any = None

    def post(self, request: Request) -> Response:
        type(self).change(request)
        return Response({"id": 1})


class WhoView(APIView):
    """Says who asks, and in what language and time zone."""

    authentication_classes = BOTH

    def get(self, request: Request) -> Response:
        return Response([request.user.username, translation.get_language(), timezone.get_current_timezone_name()])


def call(name: str, number: int) -> dict[str, Any]:
    """A member that calls a tool without arguments."""
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name}}


BATCH = [
    call("who_get", 1),
    call("change_post", 2),
    call("who_get", 3),
    {"jsonrpc": "2.0", "method": "notifications/x"},
]


def read(reply: Any) -> Any:
    """What a member was answered: data, or the code of an error."""
    return json.loads(reply["result"]["content"][0]["text"]) if "result" in reply else reply["error"]["code"]


def session_of(user: User) -> dict[str, str]:
    """What a browser sends that has logged in."""
    browser, token = Client(), "a" * 32
    browser.force_login(user)
    cookies = f"sessionid={browser.cookies['sessionid'].value}; csrftoken={token}"
    return {"Cookie": cookies, "X-CSRFToken": token}


class Hundred(SimpleRateThrottle):
    """Counts what the endpoint lets in; two are enough."""

    rate = "2/min"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return "all"


@pytest.fixture
def send(serve: Serve, ann: User) -> Callable[..., list[Any]]:
    """Send the batch to a host whose second tool makes a change."""

    def send(change: Any, headers: dict[str, str], **attributes: Any) -> list[Any]:
        attributes = {"permission_classes": [], "authentication_classes": BOTH, **attributes}
        view = heir(ChangeView, change=staticmethod(change))
        client = Agent(
            serve(
                path("mcp", heir(McpView, **attributes).as_view()),
                path("who/", WhoView.as_view()),
                path("change/", view.as_view()),
            ),
            "",
        )
        replies = client.rest("POST", "/mcp", BATCH, headers)
        assert replies.status == 200, replies
        assert [reply["id"] for reply in replies.data] == [1, 2, 3]
        return [read(reply) for reply in replies.data]

    return send


class TestCallers:
    @pytest.mark.parametrize("change", [log_out, shut_out, change_password])
    def test_who_is_gone(self, send: Any, ann: User, change: Any) -> None:
        """Who has logged out, was shut out or has changed the password is nobody to the next member, as over REST."""
        before, _, after = send(change, session_of(ann))
        assert (before[0], after[0]) == ("ann", "")

    def test_who_has_become_somebody_else(self, send: Any, ann: User) -> None:
        """Who has logged in as another is that one."""
        User.objects.create_user("bob", password="secret")
        before, _, after = send(log_in, session_of(ann))
        assert (before[0], after[0]) == ("ann", "bob")

    def test_whom_the_endpoint_lets_in_no_more(self, send: Any, ann: User) -> None:
        """The endpoint's own permissions are asked for each member; what they refuse has HTTP's status for its code."""
        before, _, after = send(log_out, session_of(ann), permission_classes=[IsAuthenticated])
        assert (before[0], after) == ("ann", 403)

    @pytest.mark.parametrize("change", [shut_out, change_password])
    def test_a_password_that_is_good_no_more(self, send: Any, ann: User, change: Any) -> None:
        """Credentials are presented again for each member."""
        before, _, after = send(change, basic("ann"), authentication_classes=[BasicAuthentication])
        assert (before[0], after) == ("ann", 401)

    def test_each_member_counts(self, send: Any, ann: User) -> None:
        """A batch is no way around a throttle of the endpoint's."""
        assert send(speak, session_of(ann), throttle_classes=[Hundred])[2] == 429

    def test_a_host_that_breaks(self, send: Any, ann: User) -> None:
        """What the host's own classes let out while they are asked again is an internal error."""
        asked: list[Any] = []

        def check(self: Any, request: Request) -> None:
            asked.append(request)
            if len(asked) > 2:
                raise ValueError("swordfish")

        assert send(speak, session_of(ann), check_permissions=check)[2] == -32603

    @pytest.mark.parametrize("middle", [User(username="cy"), AnonymousUser()])
    def test_whom_other_middleware_names(self, settings: Any, ann: User, middle: Any) -> None:
        """A user of the host's own middleware stays who that says."""
        named.clear()
        named.append(middle)
        settings.MIDDLEWARE = [*settings.MIDDLEWARE, "tests.mcp.live.test_batches.naming"]
        settings.FRISIAN_PIPELINE = OPEN
        settings.ROOT_URLCONF = host(
            path("mcp", McpView.as_view(permission_classes=[])),
            path("who/", heir(WhoView, authentication_classes=[SessionAuthentication]).as_view()),
        )
        batch = json.dumps([call("who_get", 1), call("who_get", 2)])
        replies = Client().post("/mcp", batch, content_type="application/json").json()
        assert [read(reply)[0] for reply in replies] == [middle.username] * 2


named: list[Any] = []


def naming(get_response: Any) -> Any:
    """Name a user."""

    def handle(request: Any) -> Any:
        request.user = named[0]
        return get_response(request)

    return handle


class TestThread:
    def test_what_a_view_changes(self, send: Any, ann: User) -> None:
        """Language and time zone that a view activates are not the next member's."""
        before, _, after = send(speak, session_of(ann))
        assert before == after

    @pytest.mark.parametrize("language", ["en-us", "fy", None])
    @pytest.mark.parametrize("change", [lambda: speak(None), translation.deactivate_all, lambda: set_urlconf("x")])  # type: ignore[arg-type]
    def test_what_was_before(self, language: str | None, change: Any) -> None:
        """Whatever a block does, its thread is as it was: also where it fails, and where no language was active."""
        with translation.override(language), timezone.override("Europe/Amsterdam"):
            self.fail_after(change)
            assert translation.get_language() == language
            assert timezone.get_current_timezone_name() == "Europe/Amsterdam"
            assert get_urlconf() is None

    @staticmethod
    def fail_after(change: Any) -> None:
        """Run a block that changes something and then fails."""
        with suppress(NotAuthenticated), apart():
            change()
            raise NotAuthenticated
