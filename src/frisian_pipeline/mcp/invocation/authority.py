"""Whose authority an inner request has: the same as over REST."""

from typing import Any

from django.http import HttpRequest
from msgspec import Struct


class Authority(Struct, frozen=True):
    """
    How the endpoint knows its caller, ``outer.user``.

    Attributes:
        trusted: Every view takes over whom the endpoint's authenticator knows.
    """

    trusted: bool = False


NOBODY = Authority()


def force_user(inner: HttpRequest, outer: Any, authority: Authority) -> None:
    """
    Force the endpoint's user and credential on a view, where the host trusts the authenticator that knew them.

    Every other view authenticates anew, on the headers that the inner request carries: its authenticators may refuse by
    path or method, write on the request, or be asked for by a permission. One that vouches for the outer body or path
    (a signature) cannot, so the view answers 401; the host names it in ``TRUSTED_AUTHENTICATORS``.
    """
    user = getattr(outer, "user", None)
    if authority.trusted and getattr(user, "is_authenticated", False):
        vars(inner).update(_force_auth_user=user, _force_auth_token=getattr(outer, "auth", None))
