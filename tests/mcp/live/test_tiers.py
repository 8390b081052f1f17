"""How far callers reach over a real socket: by settings, credentials, mounts, and the host's own word."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import path
from rest_framework.authentication import BasicAuthentication
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from frisian_pipeline.mcp import mcp_action, mcp_dispatcher
from frisian_pipeline.mcp.view import McpView
from tests.mcp.discovery.hosts import heir, registered
from tests.mcp.live.agents import MODERN, Agent, basic
from tests.project.models import Tag
from tests.project.views import DeviceViewSet, TagViewSet

Make = Callable[..., Agent]

pytestmark = pytest.mark.usefixtures("written")

READS = ["tags_list", "tags_retrieve"]
WRITES = ["tags_create", "tags_list", "tags_partial_update", "tags_retrieve", "tags_update"]
ALL = ["tags_create", "tags_destroy", *WRITES[1:]]


class Scoped(BasicAuthentication):
    """The password is the scope as well."""

    def authenticate(self, request: Any) -> Any:
        found = super().authenticate(request)
        return found and (found[0], SimpleNamespace(pk=1, scope=request.META.get("HTTP_X_SCOPE", "")))


def by_header(request: Request) -> str | None:
    """The host's word."""
    return request.META.get("HTTP_X_TIER")


@pytest.fixture
def tags(agent: Make, settings: Any) -> Callable[..., Agent]:
    """A host with tags, whose destroy is for administrators."""

    def make(*patterns: Any, **raw: Any) -> Agent:
        settings.FRISIAN_PIPELINE = {"ANONYMOUS_TIER": "none", **raw}
        return agent(*patterns, registered(heir(TagViewSet, mcp_admin=["destroy"]), "tags"))

    return make


class TestListing:
    def test_by_who_calls(self, tags: Any, ann: User) -> None:
        """By default nobody unknown sees anything, who is known what reads and writes, and a superuser all."""
        User.objects.create_superuser("eva", password="secret")
        client = tags()
        assert [list(client.tools(who)) for who in ({}, basic("ann"), basic("eva"))] == [[], WRITES, ALL]

    @pytest.mark.parametrize(("tier", "names"), [("read", READS), ("read_write", WRITES), ("admin", ALL)])
    def test_by_the_settings(self, tags: Any, tier: str, names: list[str], ann: User) -> None:
        """The settings say otherwise."""
        assert list(tags(ANONYMOUS_TIER=tier).tools()) == names
        assert list(tags(AUTHENTICATED_TIER=tier).tools(basic("ann"))) == names

    def test_by_the_hosts_word(self, tags: Any) -> None:
        """So does the host's own function."""
        client = tags(TIER_RESOLVER=f"{__name__}.by_header", ANONYMOUS_TIER="read")
        assert [list(client.tools({"X-Tier": tier})) for tier in ("none", "admin")] == [[], ALL]
        assert list(client.tools()) == READS

    def test_a_word_that_is_none(self, tags: Any) -> None:
        """Nobody is let in by a word that nobody understands, and the host's words stay there."""
        sent = tags(TIER_RESOLVER=f"{__name__}.by_header").ask("tools/list", {"X-Tier": "swordfish"})
        assert sent.status >= 500
        assert b"swordfish" not in sent.content

    def test_by_scopes(self, tags: Any, ann: User) -> None:
        """A credential may do less than its user."""
        endpoint = path("mcp", McpView.as_view(authentication_classes=[Scoped]))
        client = tags(endpoint)
        found = {
            scope: list(client.tools({**basic("ann"), "X-Scope": scope}))
            for scope in ("mcp:read", "write", "admin", "x")
        }
        assert found == {"mcp:read": READS, "write": WRITES, "admin": WRITES, "x": WRITES}

    def test_it_is_private(self, tags: Any) -> None:
        """A listing that depends on the caller is nobody else's."""
        client = tags(ANONYMOUS_TIER="read")
        if client.era == MODERN:
            assert client.result("tools/list")["cacheScope"] == "private"


class TestMounts:
    def test_a_cap(self, tags: Any) -> None:
        """A mount may cap the tier, whoever calls; the other mount stays."""
        User.objects.create_superuser("eva", password="secret")
        client = tags(path("mcp", McpView.as_view(max_tier="read")), path("mcp-admin", McpView.as_view()))
        admin = Agent(f"http://{client.place}", client.era, "/mcp-admin")
        assert (list(client.tools(basic("eva"))), list(admin.tools(basic("eva")))) == (READS, ALL)
        called = client.call("tags_create", basic("eva"), code="a")
        assert (called.is_error, called.status) == (True, 403)
        assert admin.call("tags_create", basic("eva"), code="a").status == 201

    def test_a_cap_that_is_none(self) -> None:
        """A cap that names no tier is refused at once."""
        with pytest.raises(ValueError, match="no tier"):
            McpView.as_view(max_tier="reader")

    def test_its_tokens(self, tags: Any) -> None:
        """What only administrators get is not bought through a mount for readers: neither as a tool nor as a URI."""
        User.objects.create_superuser("eva", password="secret")
        view = heir(DeviceViewSet, mcp_admin=True)
        client = tags(
            path("mcp", McpView.as_view(max_tier="read_write")),
            path("mcp-admin", McpView.as_view()),
            registered(view, "secrets"),
            DISCLOSE_CONTINUATION=["write"],
        )
        admin = Agent(f"http://{client.place}", client.era, "/mcp-admin")
        token = admin.call("secrets_create", basic("eva"), items=[{"name": "edge"}]).data["continuation_token"]
        uri = f"continuation://secrets_create/{token}"
        assert admin.call("secrets_create", basic("eva"), continuation_token=token).data[0]["name"] == "edge"
        assert "contents" in admin.result("resources/read", basic("eva"), uri=uri)
        assert client.call("secrets_create", basic("eva"), continuation_token=token).status == 403
        assert client.ask("resources/read", basic("eva"), uri=uri).data["error"]["message"] == "Resource not found"


class TestCalls:
    def test_what_is_out_of_reach(self, tags: Any, ann: User) -> None:
        """It is an error that repeats only what was sent, and nothing is done."""
        Tag.objects.create(code="a")
        called = tags().call("tags.destroy", basic("ann"), code="a")
        assert (called.is_error, called.data) == (
            True,
            {"status_code": 403, "error": {"detail": "You do not have permission for 'tags.destroy'."}},
        )
        assert Tag.objects.exists()

    def test_who_could_say_who_it_is(self, tags: Any) -> None:
        """Whom nobody knows is told that this may help."""
        called = tags().call("tags_list")
        assert (called.status, called.data["_notes"]) == (403, ["Authenticate, if you can."])

    def test_a_reader_who_writes(self, tags: Any) -> None:
        """An action of a dispatcher is enforced when it is called; who only reads sees the others alone."""
        done: list[int] = []

        class Box:
            """A box."""

            @mcp_action()
            def look(self, arguments: Any, request: Any) -> Any:
                """Look."""
                return "dark"

            @mcp_action(write=True)
            def shake(self, arguments: Any, request: Any) -> Any:
                """Shake."""
                done.append(1)

        mcp_dispatcher("box")(Box)
        client = tags(ANONYMOUS_TIER="read")
        listed = client.tools()["box"]
        assert listed["inputSchema"]["properties"] == {
            "action": {"type": "string", "enum": ["help", "look"]},
            "params": {"type": "object"},
            "continuation_token": {"type": "string"},
        }
        assert listed["annotations"] == {"readOnlyHint": True}
        called = client.call("box", action="shake", params={"hard": True})
        assert (called.is_error, called.data) == (
            True,
            {
                "status_code": 403,
                "error": {"detail": "You do not have permission for 'shake'."},
                "_notes": ["Authenticate, if you can."],
            },
        )
        assert done == []
        assert client.call("box", action="shak").data["error"] == {"action": ["'shak' is not known here; known: look"]}
        assert client.call("box", action="look").data == "dark"


class TestAdmin:
    @pytest.mark.parametrize("above", [True, False])
    def test_a_function_view(self, agent: Make, settings: Any, *, above: bool) -> None:
        """A function view bears the mark itself, above or below what makes it a view."""

        def drop(request: Request) -> Response:
            """Drop it."""
            return Response()

        if not above:
            drop.mcp_admin = True  # type: ignore[attr-defined]
        view: Any = api_view(["POST"])(drop)
        if above:
            view.mcp_admin = True
        settings.FRISIAN_PIPELINE = {"ANONYMOUS_TIER": "read_write"}
        client = agent(path("drop/", view), registered(TagViewSet, "tags"))
        assert "drop_post" not in client.tools()
        assert client.call("drop_post").status == 403

    def test_an_action(self, agent: Make, settings: Any) -> None:
        """So does an action."""

        def destroy(self: Any, request: Request, pk: str) -> Response:
            return Response(status=204)

        destroy.mcp_admin = True  # type: ignore[attr-defined]
        settings.FRISIAN_PIPELINE = {"ANONYMOUS_TIER": "read_write"}
        assert list(agent(registered(heir(TagViewSet, destroy=destroy), "tags")).tools()) == WRITES
