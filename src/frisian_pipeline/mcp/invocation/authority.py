"""Whose authority an inner request has: the same as over REST."""

from functools import partial
from typing import Any

from django.contrib.auth.middleware import get_user
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from msgspec import Struct
from rest_framework.views import APIView

from frisian_pipeline.mcp.discovery import Endpoint

STOCK = "rest_framework.authentication"
REMEMBERED = "_frisian_pipeline_user"

IDENTITY = frozenset({"user", "auth", "csrf_processing_done"})
"""What DRF and the CSRF check leave on the outer request; the inner one earns its own."""


class Authority(Struct, frozen=True):
    """
    How the endpoint knows its caller, ``outer.user``.

    Attributes:
        authenticator: The class that knew the caller; None where none did.
        trusted: Every view takes over whom that class knows.
    """

    authenticator: type[Any] | None = None
    trusted: bool = False


def remember_user(outer: HttpRequest) -> None:
    """
    Keep whom the host's middleware took the caller for.

    The endpoint does so before it authenticates anybody, since DRF then overwrites ``outer.user``. Where it does not,
    an inner request has the session's user.
    """
    if hasattr(outer, "user"):
        setattr(outer, REMEMBERED, outer.user)


def user_before(outer: HttpRequest, inner: HttpRequest) -> dict[str, Any]:
    """The user as the host's middleware left it; nothing where no middleware names one."""
    if hasattr(outer, REMEMBERED):
        return {"user": getattr(outer, REMEMBERED)}
    # Only AuthenticationMiddleware sets auser; a user may be DRF's work.
    return {"user": SimpleLazyObject(partial(get_user, inner))} if hasattr(outer, "auser") else {}


def begins_with(endpoint: Endpoint, wanted: type[Any]) -> bool:
    """
    Tell whether this very class is the first that the view asks; a view that chooses for itself is not asked.

    DRF's own find their credential again in what the inner request carries.
    """
    if wanted.__module__ == STOCK or endpoint.view.get_authenticators is not APIView.get_authenticators:
        return False
    asked = endpoint.initkwargs.get("authentication_classes", endpoint.view.authentication_classes)
    return wanted is next(iter(asked), None)


def force_user(endpoint: Endpoint, inner: HttpRequest, outer: Any, authority: Authority) -> None:
    """
    Force the user that the endpoint has authenticated, where the view would have authenticated it in the same way.

    One who came with a credential of its own presents it again: permissions may ask which authenticator took it, and
    DRF hides that of a forced user. Where the host trusts the authenticator, every view takes over user and credential.
    """
    user, auth = getattr(outer, "user", None), getattr(outer, "auth", None)
    if authority.authenticator is None or not getattr(user, "is_authenticated", False):
        return
    if authority.trusted or (auth is None and begins_with(endpoint, authority.authenticator)):
        vars(inner).update(_force_auth_user=user, _force_auth_token=auth)
