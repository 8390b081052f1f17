"""How far a caller reaches: nowhere, to what reads, to what writes, to what only administrators do."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Self

from django.utils.module_loading import import_string
from rest_framework.request import Request

from frisian_pipeline import conf

SCOPES = {
    "read": "read",
    "write": "read_write",
    "read_write": "read_write",
    "admin": "admin",
}
"""The scopes of a credential that name a tier, each alone or after ``mcp:``."""


class Tier(IntEnum):
    """How far a caller reaches, or how far it has to reach for a tool; each includes those before it."""

    NONE = 0
    READ = 1
    READ_WRITE = 2
    ADMIN = 3

    @classmethod
    def named(cls, name: str) -> Self:
        """
        The tier of this name, as the settings spell it.

        Raises:
            ValueError: If there is none.
        """
        try:
            return cls[name.upper()]
        except (KeyError, AttributeError):
            raise ValueError(f"no tier: must be one of {', '.join(one.label for one in cls)}") from None

    @classmethod
    def of(cls, said: "Tier | str") -> "Tier":
        """
        A tier, or the one of this name.

        Raises:
            ValueError: If there is none.
        """
        return said if isinstance(said, cls) else cls.named(said)  # type: ignore[arg-type]

    @property
    def label(self) -> str:
        """The name as the settings and the help spell it."""
        return self.name.lower()


def claim(auth: Any, name: str) -> Any:
    """What a credential says under a name, as claims or as an object; None where it says nothing."""
    # The claims of a JWT are often no Mapping, though they are read like one.
    found = auth.get(name) if hasattr(auth, "get") and hasattr(auth, "__getitem__") else None
    return getattr(auth, name, None) if found is None else found


def scopes_of(auth: Any) -> frozenset[str]:
    """The scopes that a credential lists under ``scopes`` and ``scope``, texts or rows; none where it lists none."""
    said = (claim(auth, name) for name in ("scopes", "scope"))
    rows = (one.split() if isinstance(one, str) else one for one in said if isinstance(one, Iterable))
    return frozenset(str(scope) for row in rows for scope in row)


def allowed(auth: Any) -> Tier:
    """
    How far a credential lets its user reach: as far as its ``mcp_tier`` or its scopes say, else as far as the user.

    Scopes that name no tier are about something else; the view's own permissions know what.
    """
    if auth is None:
        return Tier.ADMIN
    tier = claim(auth, "mcp_tier")
    if tier is not None:
        return Tier.of(tier)
    named = (SCOPES.get(scope.removeprefix("mcp:")) for scope in scopes_of(auth))
    return max((Tier.named(name) for name in named if name), default=Tier.ADMIN)


def known(request: Request) -> Tier:
    """How far a user reaches by the settings: a superuser everywhere."""
    user = request.user
    if user is None or not getattr(user, "is_authenticated", False):
        return Tier.named(conf.settings().anonymous_tier)
    return Tier.ADMIN if getattr(user, "is_superuser", False) else Tier.named(conf.settings().authenticated_tier)


def resolved(request: Request) -> Tier | None:
    """What the host's own resolver says; None where there is none, or it leaves the caller to us."""
    path = conf.settings().tier_resolver
    said = import_string(path)(request) if path else None
    return None if said is None else Tier.of(said)


def tier_of(request: Request, most: Tier = Tier.ADMIN) -> Tier:
    """
    Find how far a caller reaches, ``most`` at the most.

    The host's resolver decides; without one the lower of what the user and its credential's scopes allow.

    Raises:
        ValueError: If the host's resolver names no tier.
    """
    said = resolved(request)
    return min(most, min(known(request), allowed(request.auth)) if said is None else said)
