"""A host whose middleware chooses the URL configuration: each tenant has its own tools, and no other's."""

import json
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client
from django.urls import include, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from frisian_pipeline.mcp.discovery import Tools
from frisian_pipeline.mcp.server import listing
from frisian_pipeline.mcp.server.listing import Surface, Surfaces
from frisian_pipeline.mcp.tiers import Tier
from tests.mcp.discovery.hosts import HealthView, heir, host, tools_of
from tests.mcp.live.agents import OPEN

conf: dict[str, Any] = {}


class WhoView(APIView):
    """Says whose it is."""

    tenant = ""

    def get(self, request: Request) -> Response:
        return Response(self.tenant)


def by_host(get_response: Any) -> Any:
    """Choose the URLs by the host that is asked."""

    def handle(request: HttpRequest) -> Any:
        if request.get_host() in conf:
            request.urlconf = conf[request.get_host()]
        return get_response(request)

    return handle


def urls(*names: str, tenant: str) -> Any:
    """The URLs of a tenant."""
    views = [path(f"{name}/", heir(WhoView, tenant=tenant).as_view()) for name in names]
    return host(*views, path("", include("frisian_pipeline.mcp.urls")))


def ask(at: str, method: str, **params: Any) -> Any:
    """Ask a tenant's endpoint."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return Client().post("/mcp", json.dumps(message), content_type="application/json", headers={"Host": at}).json()


def names(at: str) -> list[str]:
    """The tools of a tenant."""
    return [tool["name"] for tool in ask(at, "tools/list")["result"]["tools"]]


@pytest.fixture(autouse=True, params=[True, False], ids=["through middleware", "as it is"])
def hosts(request: Any, settings: Any, db: None) -> None:
    """Two tenants beside the root's URLs."""
    settings.FRISIAN_PIPELINE = OPEN | {"THROUGH_MIDDLEWARE": request.param}
    settings.ALLOWED_HOSTS = ["*"]
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.by_host"]
    settings.FRISIAN_PIPELINE = OPEN
    settings.ROOT_URLCONF = urls("both", tenant="root")
    conf.update(a=urls("both", "mine", tenant="a"), b=urls("both", tenant="b"))


class TestTenants:
    def test_each_lists_its_own(self) -> None:
        """A listing has what the tenant's URLs have, whoever was asked before."""
        assert [names(at) for at in ("root", "a", "b", "a", "root")] == [
            ["both_get"],
            ["both_get", "mine_get"],
            ["both_get"],
            ["both_get", "mine_get"],
            ["both_get"],
        ]

    def test_each_calls_its_own(self) -> None:
        """A tool of the same name is the tenant's; the endpoint's URLs are its own again after a call."""
        for at in ("a", "b", "root"):
            result = ask(at, "tools/call", name="both_get")["result"]
            assert json.loads(result["content"][0]["text"]) == at
            assert Client().get("/both/", headers={"Host": at}).json() == at
        assert ask("b", "tools/call", name="mine_get")["error"]["message"] == "Unknown tool: mine_get"

    def test_a_batch(self) -> None:
        """The members of a batch are one tenant's."""
        call = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "mine_get"}}
        batch = json.dumps([{**call, "id": number} for number in range(2)])
        replies = Client().post("/mcp", batch, content_type="application/json", headers={"Host": "a"}).json()
        assert [json.loads(reply["result"]["content"][0]["text"]) for reply in replies] == ["a", "a"]


class TestListing:
    def test_keeps_some(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Listings that are in use are encoded once; those of too many URL configurations do not pile up."""
        monkeypatch.setattr(listing, "MOST", 2)
        made = Surfaces()
        first, second, third = (tools_of(path(f"{name}/", HealthView.as_view())) for name in "abc")

        def surface(tools: Tools) -> Surface:
            return made(tools, Tier.READ)

        kept = surface(first)
        assert surface(second) is surface(second)
        assert surface(first) is kept
        assert surface(third) is not surface(first) is not kept
