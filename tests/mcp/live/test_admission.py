"""Whom a view lets in is asked before anything is said of arguments, and whenever a token is redeemed."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import JsonResponse
from django.urls import path
from rest_framework.authentication import BasicAuthentication
from rest_framework.exceptions import APIException, PermissionDenied
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from frisian_pipeline.mcp.view import McpView
from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import OPEN, Agent, basic
from tests.mcp.live.test_tokens import NeedsPath, gone
from tests.project.models import Device
from tests.project.views import DeviceViewSet

Make = Callable[..., Agent]

SHUT: Any = {"authentication_classes": [BasicAuthentication], "permission_classes": [IsAuthenticated]}
ROWS = [{"name": f"edge-{number}", "serial": "é"} for number in range(3)]
FAULTS = ["name", "colour"]

closed: list[str] = []


class Twice(SimpleRateThrottle):
    """Two calls a minute."""

    rate = "2/min"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return "all"


class Asked(BasePermission):
    """Lets in until it is closed."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return not closed


@pytest.fixture(autouse=True)
def disclosed(settings: Any) -> None:
    """A host that gives tokens for writes."""
    closed.clear()
    settings.FRISIAN_PIPELINE = OPEN | {"DISCLOSE_CONTINUATION": ["read", "write"]}


@pytest.fixture
def make(agent: Make) -> Callable[..., Agent]:
    """An agent on a host with devices; whatever the endpoint lets through, the view asks for itself."""
    endpoint = McpView.as_view(authentication_classes=[], permission_classes=[])

    def make(kind: Any = DeviceViewSet, **attributes: Any) -> Agent:
        return agent(path("mcp", endpoint), registered(heir(kind, **attributes), "devices"))

    return make


def assert_same(both: Agent, headers: dict[str, str], status: int) -> None:
    """Send both ways what is wrong throughout; who may not call hears that, and nothing of what is wrong."""
    rest = both.rest("POST", "/devices/", {"name": 1, "colour": "red"}, headers)
    called = both.call("devices_create", headers, name=["x"], colour="red")
    assert called.is_error
    assert (called.status, rest.status) == (status, status)
    assert called.data["error"] == rest.data


def is_told(both: Agent, headers: Mapping[str, str] = {}) -> bool:
    """Tell whether the caller hears what is wrong with the arguments."""
    called = both.call("devices_create", headers, name=["x"], colour="red")
    return called.status == 400 and set(FAULTS) <= set(called.data["error"])


class Plain(APIException):
    status_code = 403


class TestFaults:
    def test_of_a_stranger(self, make: Make, ann: User) -> None:
        """Who is not known hears so, as over REST, and who is hears what is wrong."""
        both = make(**SHUT)
        assert_same(both, {}, 401)
        assert_same(both, basic("ann", "guess"), 401)
        assert is_told(both, basic("ann"))

    def test_of_one_who_may_not(self, make: Make, ann: User) -> None:
        """Who may not call hears so, until they may."""
        both = make(permission_classes=[Asked])
        closed.append("now")
        assert_same(both, {}, 403)
        closed.clear()
        assert is_told(both)

    def test_of_one_who_calls_too_often(self, make: Make) -> None:
        """Calls that are wrong count as they do over REST, once each, and are refused with the way to go on."""
        both = make(throttle_classes=[Twice])
        assert is_told(both)
        assert is_told(both)
        called = both.call("devices_create", colour="red")
        assert (called.status, called.data["_notes"][0][:14]) == (429, "Call again in ")
        assert both.rest("GET", "/devices/").status == 429

    def test_a_view_that_refuses_by_itself(self, make: Make) -> None:
        """A view's own ``initial`` and exception handler have their say."""

        def initial(self: Any, request: Request, *args: Any, **kwargs: Any) -> None:
            if closed:
                raise Plain("Closed")
            DeviceViewSet.initial(self, request, *args, **kwargs)

        def handle_exception(self: Any, exc: Exception) -> Any:
            return JsonResponse({"says": str(exc)}, status=403)

        both = make(initial=initial, handle_exception=handle_exception)
        assert is_told(both)
        closed.append("now")
        assert_same(both, {}, 403)

    def test_a_view_that_cannot_be_asked(self, make: Make, agent: Make) -> None:
        """Where nobody can be asked without path or body, or something is around the view, faults are told."""
        both = make(permission_classes=[NeedsPath])
        called = both.call("devices_partial_update", uid=1, name=["x"])
        assert called.status == 400
        view: Any = DeviceViewSet.as_view({"post": "create"}, permission_classes=[NeedsPath])

        def wrapped(request: Any, *args: Any, **kwargs: Any) -> Any:
            return view(request, *args, **kwargs)

        vars(wrapped).update(vars(view))
        assert is_told(agent(path("devices/", wrapped)))


def deny(self: Any, request: Request, *args: Any, **kwargs: Any) -> None:
    """Refuse what is closed, for reasons of the view's own."""
    if closed:
        raise PermissionDenied


def initial(self: Any, request: Request, *args: Any, **kwargs: Any) -> None:
    """The same, and what DRF asks."""
    deny(self, request)
    DeviceViewSet.initial(self, request, *args, **kwargs)


def needs_the_path(self: Any, request: Request, *args: Any, **kwargs: Any) -> None:
    """Look at the path, which nobody has who redeems a token."""
    self.device = kwargs["pk"]
    DeviceViewSet.initial(self, request, *args, **kwargs)


def dispatch(self: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
    """Refuse around everything."""
    return DeviceViewSet.dispatch(self, request, *args, **kwargs)


class TestTokens:
    @pytest.mark.parametrize(
        "attributes",
        [{"initial": initial}, {"check_throttles": deny}, {"permission_classes": [Asked]}],
        ids=["initial", "check_throttles", "permissions"],
    )
    def test_a_view_that_has_closed(self, make: Make, attributes: Any) -> None:
        """A token buys nothing once the view would let the caller in no more, however it says so."""
        both = make(**attributes)
        token = both.call("devices_create", items=ROWS).data["continuation_token"]
        assert len(both.call("devices_create", continuation_token=token).data) == 3
        closed.append("now")
        rest = both.rest("POST", "/devices/", ROWS)
        assert rest.status == 403
        assert gone(both.call("devices_create", continuation_token=token))
        assert "result" not in both.ask("resources/read", uri=f"continuation://devices_create/{token}").data

    def test_throttles_count_calls(self, make: Make) -> None:
        """Neither giving a token nor redeeming it counts as a call."""
        both = make(throttle_classes=[Twice], initial=initial)
        token = both.call("devices_create", items=ROWS).data["continuation_token"]
        for _ in range(3):
            assert len(both.call("devices_create", continuation_token=token).data) == 3
        assert both.rest("GET", "/devices/").status == 200
        assert both.rest("GET", "/devices/").status == 429

    @pytest.mark.parametrize(
        "attributes", [{"initial": needs_the_path}, {"dispatch": dispatch}], ids=["initial", "dispatch"]
    )
    def test_no_token_in_vain(self, make: Make, attributes: Any) -> None:
        """None is given where the view could not be asked again without its path, or something is around it."""
        device = Device.objects.create(name="edge")
        called = make(permission_classes=[AllowAny], **attributes).call(
            "devices_partial_update", uid=str(device.pk), name="core"
        )
        assert (called.data["uid"], "continuation_token" in called.data) == (str(device.pk), False)
