"""Who calls a tool."""

from typing import Any, Self

from django.http import HttpRequest
from django.utils.module_loading import import_string
from msgspec import Struct
from rest_framework.request import Request

from frisian_pipeline import conf
from frisian_pipeline.drf.owners import owner_of
from frisian_pipeline.mcp.invocation import Authority
from frisian_pipeline.mcp.tiers import Tier, tier_of


class Caller(Struct, frozen=True):
    """
    Who calls, as the endpoint has authenticated it.

    Attributes:
        request: The HTTP request that the call came with.
        owner: The caller's name, which tokens are bound to; empty where it cannot be told from others.
        authority: How the endpoint knows the caller.
        drf_request: The same request, as DRF has it.
        tier: How far the caller reaches.
        in_batch: Other messages may follow, whose views must not find changed what this one's have changed.
    """

    request: HttpRequest
    owner: str
    authority: Authority
    drf_request: Request
    tier: Tier
    in_batch: bool = False

    @classmethod
    def of(cls, request: Request, most: Tier = Tier.ADMIN, *, in_batch: bool = False) -> Self:
        """Who sends a DRF request, and reaches as far as ``most`` through this endpoint."""
        named = conf.settings().trusted_authenticators
        trusted = bool(named) and type(request.successful_authenticator) in map(import_string, named)
        authority, tier = Authority(trusted), tier_of(request, most)
        return cls(request._request, owner_of(request), authority, request, tier, in_batch)

    def bound(self, request: Any) -> str:
        """
        Name the caller as the endpoint and a view know it, since each may ask for another credential.

        Empty where one of them cannot tell.
        """
        owner = "" if request is None else owner_of(request)
        if not owner or not self.owner:
            return ""
        return owner if owner == self.owner else f"{self.owner} {owner}"
