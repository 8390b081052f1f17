"""What an inner request must not inherit."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import RequestFactory
from django.urls import path

from frisian_pipeline.mcp.invocation.authority import Authority, force_user
from frisian_pipeline.mcp.invocation.requests import inner_request
from tests.mcp.discovery.hosts import HealthView, the, tools_of


def health() -> Any:
    """A tool."""
    return the(tools_of(path("health/", HealthView.as_view())), "health_get")


class TestInnerRequest:
    def test_it_earns_its_own_identity(self) -> None:
        """Who the endpoint took the caller for, and that it has checked CSRF, is not the inner request's."""
        outer = RequestFactory().post("/mcp/", headers={"Host": "testserver"}, SCRIPT_URL="/mcp/", REDIRECT_URL="/mcp/")
        vars(outer).update(user="ann", auth="a token", csrf_processing_done=True, tenant="frisia")
        tool = health()
        inner = inner_request(tool, tool.place({}), "/health/", outer)
        assert vars(inner)["tenant"] == "frisia"
        assert not {"user", "auth", "csrf_processing_done"} & set(vars(inner))
        assert not {"SCRIPT_URL", "REDIRECT_URL"} & set(inner.META)


class TestForceUser:
    @pytest.mark.parametrize("auth", [None, "a token"])
    @pytest.mark.parametrize(
        ("user", "trusted", "forced"),
        [
            pytest.param(User(pk=7), True, True, id="a trusted user"),
            pytest.param(User(pk=7), False, False, id="a user"),
            pytest.param(AnonymousUser(), True, False, id="nobody"),
            pytest.param(None, True, False, id="no user at all"),
        ],
    )
    def test_only_where_the_host_trusts(self, user: Any, auth: Any, *, trusted: bool, forced: bool) -> None:
        """A user is forced with the credential where the host trusts who knew both, and an anonymous caller never."""
        inner = RequestFactory().get("/health/")
        force_user(inner, SimpleNamespace(user=user, auth=auth), Authority(trusted))
        assert hasattr(inner, "_force_auth_user") is forced
        assert getattr(inner, "_force_auth_token", None) == (auth if forced else None)
