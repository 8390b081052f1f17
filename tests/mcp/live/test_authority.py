"""Whose authority an agent has: that of REST, shown side by side over real sockets."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import path
from rest_framework import permissions, viewsets
from rest_framework.authentication import BasicAuthentication, SessionAuthentication
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle

from frisian_pipeline.mcp.view import McpView
from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import OPEN, Agent, Called, Sent, basic
from tests.project.models import Site
from tests.project.serializers import NestedSiteSerializer

Make = Callable[..., Agent]

BEARER = "tests.mcp.live.test_endpoint.BearerAuthentication"


class SiteViewSet(viewsets.ModelViewSet[Site]):
    """Needs the model's permissions, and a member of staff to open one."""

    queryset = Site.objects.all()
    serializer_class = NestedSiteSerializer
    authentication_classes = [BasicAuthentication]
    permission_classes: Any = [permissions.DjangoModelPermissions]

    @action(detail=True, methods=["post"], permission_classes=[permissions.IsAdminUser])
    def open(self, request: Request, pk: str) -> Response:
        return Response({"opened": pk})


class IsOwn(permissions.BasePermission):
    """Everybody has one site, which bears the user's name."""

    def has_object_permission(self, request: Request, view: Any, obj: Site) -> bool:
        return obj.slug == str(request.user)


class OncePerMinute(UserRateThrottle):
    rate = "1/min"


def assert_same(rest: Sent, called: Called) -> None:
    """Hold an error that a tool answered to what REST answered."""
    assert rest.status >= 400
    assert called.is_error
    assert called.data == {"status_code": rest.status, "error": rest.data}


@pytest.fixture
def make(agent: Make) -> Callable[..., Agent]:
    """An agent on a host with sites; whatever the endpoint lets through, the view asks for itself."""
    endpoint = McpView.as_view(authentication_classes=[], permission_classes=[])
    return lambda **attributes: agent(path("mcp", endpoint), registered(heir(SiteViewSet, **attributes), "sites"))


def grant(user: User, *codenames: str) -> None:
    """Let somebody do something."""
    user.user_permissions.add(*Permission.objects.filter(codename__in=codenames))


class TestModelPermissions:
    def test_what_rest_refuses(self, make: Make, ann: User) -> None:
        """Who may not add may not add, and gets REST's own words."""
        both = make()
        body = {"slug": "hq", "name": "HQ"}
        rest = both.rest("POST", "/sites/", body, basic("ann"))
        assert_same(rest, both.call("sites_create", basic("ann"), **body))
        assert rest.status == 403
        assert not Site.objects.exists()

    def test_what_rest_allows(self, make: Make, ann: User) -> None:
        """Who may add may add."""
        grant(ann, "add_site")
        both = make()
        rest = both.rest("POST", "/sites/", {"slug": "hq", "name": "HQ"}, basic("ann"))
        called = both.call("sites_create", basic("ann"), slug="lab", name="Lab")
        assert (rest.status, called.status, called.is_error) == (201, 201, False)
        assert set(Site.objects.values_list("slug", flat=True)) == {"hq", "lab"}


class TestIdentity:
    def test_nobody(self, make: Make) -> None:
        """Who does not say who they are is asked to, with REST's status."""
        both = make()
        rest = both.rest("GET", "/sites/")
        assert_same(rest, both.call("sites_list"))
        assert rest.status == 401

    def test_a_disabled_user(self, make: Make, ann: User) -> None:
        """Who has been shut out of REST is shut out."""
        User.objects.update(is_active=False)
        both = make()
        rest = both.rest("GET", "/sites/", headers=basic("ann"))
        assert_same(rest, both.call("sites_list", basic("ann")))
        assert rest.status == 401

    def test_a_wrong_password(self, make: Make, ann: User) -> None:
        """Wrong credentials are wrong here too."""
        both = make()
        rest = both.rest("GET", "/sites/", headers=basic("ann", "guess"))
        assert_same(rest, both.call("sites_list", basic("ann", "guess")))
        assert rest.status == 401


class TestActionPermissions:
    def test_what_the_action_asks(self, make: Make, ann: User) -> None:
        """An action's own permissions count, where the model's would do."""
        grant(ann, "add_site")
        site = Site.objects.create(slug="hq", name="HQ")
        both = make()
        rest = both.rest("POST", f"/sites/{site.pk}/open/", {}, basic("ann"))
        assert_same(rest, both.call("sites_open", basic("ann"), id=site.pk))
        assert rest.status == 403

    def test_what_the_action_allows(self, make: Make, ann: User) -> None:
        """Whom the action lets in needs no more."""
        User.objects.update(is_staff=True)
        site = Site.objects.create(slug="hq", name="HQ")
        both = make()
        rest = both.rest("POST", f"/sites/{site.pk}/open/", {}, basic("ann"))
        assert both.call("sites_open", basic("ann"), id=site.pk).data == rest.data == {"opened": str(site.pk)}


class TestObjectPermissions:
    def test_one_object_and_not_another(self, make: Make, ann: User) -> None:
        """An object is asked about each time."""
        own, other = Site.objects.create(slug="ann", name="A"), Site.objects.create(slug="bob", name="B")
        both = make(permission_classes=[IsOwn])
        assert both.call("sites_retrieve", basic("ann"), id=own.pk).data["slug"] == "ann"
        rest = both.rest("GET", f"/sites/{other.pk}/", headers=basic("ann"))
        assert_same(rest, both.call("sites_retrieve", basic("ann"), id=other.pk))
        assert rest.status == 403


class TestThrottles:
    def test_rest_and_tools_share_a_budget(self, make: Make, ann: User) -> None:
        """What REST used up is used up, and the agent is told when to come back."""
        both = make(permission_classes=[], throttle_classes=[OncePerMinute])
        assert both.rest("GET", "/sites/", headers=basic("ann")).status == 200
        called = both.call("sites_list", basic("ann"))
        assert (called.status, called.is_error) == (429, True)
        assert called.data["_notes"][0].startswith("Call again in ")
        assert both.rest("GET", "/sites/", headers=basic("ann")).status == 429

    def test_a_call_counts_once(self, make: Make, ann: User) -> None:
        """A tool's call uses up what one request does."""
        both = make(permission_classes=[], throttle_classes=[OncePerMinute])
        assert not both.call("sites_list", basic("ann")).is_error
        assert both.rest("GET", "/sites/", headers=basic("ann")).status == 429


class TestReadOnlyViews:
    def test_what_cannot_be_written(self, agent: Make) -> None:
        """A view that only reads has no tool that writes."""
        view = heir(viewsets.ReadOnlyModelViewSet, queryset=Site.objects.all(), serializer_class=NestedSiteSerializer)
        both = agent(registered(view, "sites"))
        assert list(both.tools()) == ["sites_list", "sites_retrieve"]
        assert both.rest("POST", "/sites/", {}).status == 405
        error = both.ask("tools/call", name="sites_create", arguments={}).data["error"]
        assert (error["code"], error["message"]) == (-32602, "Unknown tool: sites_create")


class TestTrust:
    """A host whose callers are known by the endpoint alone, as with OAuth."""

    BEARER = {"Authorization": "Bearer good"}

    @pytest.fixture
    def client(self, agent: Make, settings: Any, ann: User) -> Agent:
        """A view that knows nobody's bearer token, behind an endpoint that does."""
        settings.FRISIAN_PIPELINE = OPEN | {"AUTHENTICATION_CLASSES": [BEARER]}
        view = heir(SiteViewSet, permission_classes=[permissions.IsAuthenticated])
        return agent(registered(view, "sites"))

    def test_without(self, client: Agent) -> None:
        """A view that does not know the endpoint's authenticator knows nobody."""
        assert client.call("sites_list", self.BEARER).status == 401

    def test_with(self, client: Agent, settings: Any) -> None:
        """Named by the host, the endpoint's authenticator counts everywhere, for tokens too."""
        settings.FRISIAN_PIPELINE = OPEN | {
            "AUTHENTICATION_CLASSES": [BEARER],
            "TRUSTED_AUTHENTICATORS": [BEARER],
            "DISCLOSE_CONTINUATION": ["write"],
        }
        assert client.call("sites_list", self.BEARER).data == []
        token = client.call("sites_create", self.BEARER, slug="hq", name="HQ").data["continuation_token"]
        assert client.call("sites_create", self.BEARER, continuation_token=token).data["slug"] == "hq"
        assert client.call("sites_create", continuation_token=token).status == 404

    def test_does_not_trust_strangers(self, client: Agent, settings: Any) -> None:
        """Who is nobody to the endpoint is nobody to the view."""
        settings.FRISIAN_PIPELINE = OPEN | {"AUTHENTICATION_CLASSES": [BEARER], "TRUSTED_AUTHENTICATORS": [BEARER]}
        assert client.call("sites_list").status == 401


class Refusing(permissions.BasePermission):
    """Wants a password, whatever the session says."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return not isinstance(request.successful_authenticator, SessionAuthentication)


class TestSessions:
    """A browser's session at the endpoint, and views with an opinion of it."""

    def headers(self, user: User, **further: str) -> dict[str, str]:
        """What a browser sends that has logged in."""
        browser, token = Client(), "a" * 32
        browser.force_login(user)
        return {
            "Cookie": f"sessionid={browser.cookies['sessionid'].value}; csrftoken={token}",
            "X-CSRFToken": token,
            **further,
        }

    def test_a_credential_that_the_view_asks_for_first(self, agent: Make, ann: User) -> None:
        """A view that asks for a password first knows whom it would know over REST."""
        bob = User.objects.create_user("bob", password="secret")
        grant(bob, "add_site")
        view = heir(SiteViewSet, authentication_classes=[BasicAuthentication, SessionAuthentication])
        both = agent(
            path("mcp", McpView.as_view(authentication_classes=[SessionAuthentication])), registered(view, "sites")
        )
        headers = self.headers(ann, **basic("bob"))
        assert both.rest("POST", "/sites/", {"slug": "a", "name": "A"}, headers).status == 201
        assert both.call("sites_create", headers, slug="b", name="B").status == 201
        assert both.call("sites_create", self.headers(ann), slug="c", name="C").status == 403

    def test_a_permission_that_asks_how(self, agent: Make, ann: User) -> None:
        """A permission that looks at how somebody came in sees it."""
        view = heir(SiteViewSet, authentication_classes=[SessionAuthentication], permission_classes=[Refusing])
        both = agent(
            path("mcp", McpView.as_view(authentication_classes=[SessionAuthentication])), registered(view, "sites")
        )
        headers = self.headers(ann)
        rest = both.rest("GET", "/sites/", headers=headers)
        assert_same(rest, both.call("sites_list", headers))
        assert rest.status == 403
