"""Who calls, as one text that tokens are bound to."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from rest_framework.request import Request

ANONYMOUS = "anonymous"
FLEETING = frozenset({"exp", "iat", "nbf", "jti", "auth_time", "nonce", "at_hash", "sid"})
"""The claims of a JWT that a refreshed one has anew."""


def owner_of(request: Request) -> str:
    """
    Name the caller by the class and key of its user, and by its credential; empty where it cannot be told from others.

    That is a user without a key, and somebody anonymous whom credentials of another kind let in.
    """
    user, auth = getattr(request, "user", None), getattr(request, "auth", None)
    if user is None or not getattr(user, "is_authenticated", True):
        return ANONYMOUS if auth is None else ""
    key = getattr(user, "pk", None)
    # Sessions give a lazy user, which claims the class of the user that tokens and passwords give.
    kind = user.__class__
    return "" if key is None else f"{kind.__module__}.{kind.__qualname__}:{key}{credential_of(auth)}"


def credential_of(auth: Any) -> str:
    """
    Tell apart the credentials of one user, of which one may do less than another; empty where nothing is known of it.

    A JWT is what it claims, so that a refreshed one is the same; a key or token that is kept is its own key.
    """
    if auth is None:
        return ""
    claims = getattr(auth, "payload", auth)
    if isinstance(claims, Mapping):
        return digest(str(sorted((str(name), repr(value)) for name, value in claims.items() if name not in FLEETING)))
    named = auth if isinstance(auth, (str, bytes)) else getattr(auth, "pk", None)
    return "" if named is None else digest(f"{type(auth).__qualname__}:{named!r}")


def digest(text: str) -> str:
    """A text that does not show what it is of: an owner may be logged, and a credential not."""
    return "+" + blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()
