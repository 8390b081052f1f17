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


class Signature(BasicAuthentication):
    """The host's own."""


def health(*authenticators: Any) -> Any:
    """A tool whose view has these authenticators."""
    view = HealthView.as_view(authentication_classes=authenticators or [Signature, BasicAuthentication])
    return the(tools_of(path("health/", view)), "health_get")


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
        force_user(health().endpoint, inner, SimpleNamespace(user=user, auth=auth), Authority(Signature))
        assert hasattr(inner, "_force_auth_user") is forced

    @pytest.mark.parametrize(
        ("authenticators", "known_by"),
        [
            pytest.param([BasicAuthentication, Signature], Signature, id="another is asked first"),
            pytest.param([BasicAuthentication], Signature, id="another is asked alone"),
            pytest.param([BasicAuthentication], BasicAuthentication, id="one that finds its credential again"),
        ],
    )
    def test_nobody_is_forced_before_others_are_asked(self, authenticators: Any, known_by: Any) -> None:
        """A view that would have asked somebody else, or can ask again, does so."""
        inner = RequestFactory().get("/health/")
        outer = SimpleNamespace(user=User(pk=7), auth=None)
        force_user(health(*authenticators).endpoint, inner, outer, Authority(known_by))
        assert not hasattr(inner, "_force_auth_user")
