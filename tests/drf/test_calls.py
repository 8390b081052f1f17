"""A REST request in the words of the core."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from django.urls import include, path
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory, force_authenticate

from frisian_pipeline import Call, Operation
from frisian_pipeline.drf.calls import call_of
from tests.project.serializers import BriefDeviceSerializer

# URLs that a test may have instead of the project's.
nowhere: list[Any] = []
top = [path("", include("frisian_pipeline.drf.urls"))]
instance = [path("agent/", include("frisian_pipeline.drf.urls", namespace="tokens"))]
two = [*top, *instance]
inside = [path("v1/", include((top, "v1")))]
captured = [path("<slug:tenant>/", include("frisian_pipeline.drf.urls"))]


class Inventory:
    """A view that says all that a view can say."""

    lookup_field = "pk"
    agent_view = {"list": "uid,name", "get": "name", "archive": "uid"}
    mcp_operations = {"archive": Operation.UPDATE, "post": Operation.READ}

    def __init__(self, action: str | None = "list") -> None:
        self.action = action

    def get_serializer_class(self) -> Any:
        return BriefDeviceSerializer

    def get_permissions(self) -> list[Any]:
        return [AllowAny()]


class Forbidden:
    """A view that must not be asked."""

    def __getattr__(self, name: str) -> Any:
        if name == "action":
            return "create"
        raise AssertionError(name)


def request(method: str = "GET", query: str = "", user: Any = None) -> Request:
    """A DRF request that no URL has led to."""
    made = Request(APIRequestFactory().generic(method, f"/devices/?{query}"))
    made.user = user
    if user is not None:
        force_authenticate(made._request, user)
    return made


def call(view: Any = None, *, method: str = "GET", query: str = "", status: int = 200, user: Any = None) -> Call:
    """Describe a request for devices."""
    return call_of(view or Inventory(), request(method, query, user), {}, status)


class TestTool:
    def test_the_views_class(self) -> None:
        """A view that no URL has led to is called by its class."""
        assert call().tool == "Inventory"

    @pytest.mark.parametrize(
        ("name", "expected"), [("device-list", "device-list"), ("v1:device-list", "v1:device-list"), ("", "Inventory")]
    )
    def test_the_urls_name(self, name: str, expected: str) -> None:
        """A view is called by the name of its URL, where it has one."""
        asked = request()
        asked._request.resolver_match = SimpleNamespace(view_name=name)  # type: ignore[assignment]  # enough of one
        assert call_of(Inventory(), asked, {}, 200).tool == expected


class TestAction:
    @pytest.mark.parametrize(
        ("action", "method", "expected"),
        [
            pytest.param("list", "GET", "list", id="a viewset's"),
            pytest.param("archive", "POST", "archive", id="one of the host's own"),
            pytest.param(None, "POST", "post", id="the method of a viewset that lacks it"),
            pytest.param("", "DELETE", "delete", id="the method of any other view"),
            pytest.param(None, "HEAD", "get", id="the function that answers HEAD"),
            pytest.param(None, "S3CRET", "", id="what is no method"),
        ],
    )
    def test_the_views(self, action: str | None, method: str, expected: str) -> None:
        """The view's action, else the function that answers the method."""
        made = call(Inventory(action), method=method)
        assert (made.action, made.method) == (expected, method)


class TestVerify:
    @pytest.mark.parametrize(
        "query", ["verify=true", "verify=1", "verify", "verify=", "verify=TRUE", "verify=yes", "verify=no&verify=on"]
    )
    def test_yes(self, query: str) -> None:
        """A yes, a bare flag, or anything that is not plainly a no asks for the whole result."""
        assert call(method="POST", query=query).verify

    @pytest.mark.parametrize(
        "query", ["", "verify=false", "verify=0", "verify=no", "verify=off", "verify=False", "Verify=true"]
    )
    def test_no(self, query: str) -> None:
        """A plain no, or silence, does not."""
        assert not call(method="POST", query=query).verify


class TestMasks:
    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            pytest.param("", "", id="silence"),
            pytest.param("fields=", "", id="nothing"),
            pytest.param("fields=id,site(name)", "id,site(name)", id="one mask"),
            pytest.param("fields=id&fields=name", "id,name", id="repeated"),
            pytest.param("fields=n%C3%A2me&fields=id", "nâme,id", id="beyond ASCII"),
        ],
    )
    def test_fields_and_exclude(self, query: str, expected: str) -> None:
        """A mask may be repeated or hold several names, or both."""
        assert call(query=query).fields == expected
        assert call(query=query.replace("fields", "exclude")).exclude == expected

    def test_the_agent_view(self) -> None:
        """Without a word of the caller's it is the view that the host chose for this action."""
        assert call().view == "uid,name"

    def test_head_has_the_view_of_get(self) -> None:
        """HEAD answers for what GET would show."""
        assert call(Inventory(None), method="HEAD").view == call(Inventory(None)).view == "name"

    @pytest.mark.parametrize("query", ["view=agent", "view=", "view=ids", "view=FULL"])
    def test_another_view_is_the_agent_view(self, query: str) -> None:
        """A view that there is not is the agent view."""
        assert call(query=query).view == "uid,name"

    def test_the_full_view(self) -> None:
        """The full view leaves out nothing that the host's views leave out."""
        made = call(query="view=full&exclude=name")
        assert (made.view, made.view_exclude, made.exclude) == ("", "", "name")


class TestFacts:
    def test_the_serializers(self) -> None:
        """Light keys and the lookup field come from the serializer that made the data."""
        made = call()
        assert (made.lookup_field, made.light_keys, made.once) == ("uid", ("archived",), ())

    def test_the_hosts_word(self) -> None:
        """What the view declares of an action, or of the method of a view without actions."""
        assert call(Inventory("archive"), method="POST").declared is Operation.UPDATE
        assert call(Inventory(None), method="POST").declared is Operation.READ
        assert call().declared is None

    @pytest.mark.parametrize("status", [400, 403, 404, 500])
    def test_nobody_is_asked_about_an_error(self, status: int) -> None:
        """An error passes whole, so neither the view nor its serializer is asked for anything."""
        made = call(Forbidden(), method="POST", query="fields=id&view=x", status=status)
        assert made == Call(tool="Forbidden", action="create", method="POST", owner="anonymous")

    def test_nobody_is_asked_about_options(self) -> None:
        """What a view says of itself is not what it says of its objects."""
        made = call(Forbidden(), method="OPTIONS", query="fields=name&exclude=name")
        assert (made.fields, made.exclude, made.view) == ("", "", "")


class TestContinuation:
    @pytest.mark.parametrize(
        "urls", ["tests.project.urls", top, instance, two], ids=["prefix", "top", "instance", "two"]
    )
    def test_where_tokens_can_be_redeemed(self, urls: Any) -> None:
        """The caller has a slot for a token where the host has the redemption URL, whatever it is called there."""
        with override_settings(ROOT_URLCONF=urls if isinstance(urls, str) else tuple(urls)):
            assert call(method="POST").can_continue
            assert call().can_continue

    @override_settings(FRISIAN_PIPELINE={"DISCLOSE_CONTINUATION": ["write"]})
    def test_reads_have_one_where_the_host_says_so(self) -> None:
        """The settings say which answers may hold a token, over REST for reads."""
        assert not call().can_continue
        assert call(method="POST").can_continue

    @pytest.mark.parametrize(
        ("query", "budget"), [("", 10_000), ("budget=200", 200), ("budget=59", 10_000), ("budget=many", 10_000)]
    )
    def test_the_budget_is_asked_for(self, query: str, budget: int) -> None:
        """A number that an answer could have is taken, anything else is the settings'."""
        made = call(query=query)
        assert (made.budget, made.hard_budget, made.heavy) == (budget, 0, False)

    @pytest.mark.parametrize("urls", [nowhere, inside, captured], ids=["nowhere", "inside a namespace", "captured"])
    def test_where_they_cannot(self, urls: Any) -> None:
        """Where nobody can say what the URL is, there is no slot."""
        with override_settings(ROOT_URLCONF=tuple(urls)):
            assert not call(method="POST").can_continue

    @pytest.mark.parametrize(
        ("user", "owner", "slot"),
        [
            pytest.param(None, "anonymous", True, id="anonymous"),
            pytest.param(User(pk=7), "django.contrib.auth.models.User:7", True, id="a user"),
            pytest.param(User(), "", False, id="a user that is not saved"),
        ],
    )
    def test_who_can_redeem(self, user: Any, owner: str, slot: bool) -> None:  # noqa: FBT001  a parameter
        """A token is bound to its owner; a caller that could not be known again gets none."""
        made = call(method="POST", user=user)
        assert (made.owner, made.can_continue) == (owner, slot)
