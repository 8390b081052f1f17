"""What an inner request must not inherit."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import RequestFactory
from django.urls import path
from rest_framework.authentication import BasicAuthentication

from frisian_pipeline.mcp.invocation.authority import Authority, force_user
from frisian_pipeline.mcp.invocation.requests import inner_request
from tests.mcp.discovery.hosts import HealthView, the, tools_of

BASIC = path("health/", HealthView.as_view(authentication_classes=[BasicAuthentication]))


def health() -> Any:
    """A tool whose view takes Basic credentials."""
    return the(tools_of(BASIC), "health_get")


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
    @pytest.mark.parametrize(
        ("user", "auth", "forced"),
        [
            pytest.param(User(pk=7), None, True, id="a user"),
            pytest.param(AnonymousUser(), None, False, id="nobody"),
            pytest.param(None, None, False, id="no user at all"),
            pytest.param(User(pk=7), "a token", False, id="a user with a credential"),
        ],
    )
    def test_only_a_known_user_is_forced(self, user: Any, auth: Any, *, forced: bool) -> None:
        """An anonymous caller is never forced, and one with a credential presents it again."""
        inner = RequestFactory().get("/health/")
        force_user(health().endpoint, inner, SimpleNamespace(user=user, auth=auth), Authority(BasicAuthentication))
        assert hasattr(inner, "_force_auth_user") is forced
