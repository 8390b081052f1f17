"""Continuation tokens, as a tool and as a resource take them: authority is asked for anew at each use."""

from typing import Any

from rest_framework.permissions import AllowAny, IsAdminUser, IsAuthenticated, IsAuthenticatedOrReadOnly

from frisian_pipeline.drf.pipelines import HostStore
from frisian_pipeline.errors import TokenError
from frisian_pipeline.mcp.discovery import Tool
from frisian_pipeline.mcp.invocation import admit, is_stock, overrides
from frisian_pipeline.mcp.server.caller import Caller

STORE = HostStore()
SLOT = "continuation_token"
OF_THE_CALLER = frozenset({AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly, IsAdminUser})


def owner_again(tool: Tool, caller: Caller, *, redeems: bool = False) -> str:
    """Name the caller as the tool's view knows it now; empty where the view would not let it in, or cannot tell."""
    try:
        return caller.bound(admit(tool, caller.request, caller.authority, counts=redeems).request)
    except Exception:  # noqa: BLE001
        # The host's authenticators and permissions, perhaps in want of a path: what they do not allow is forbidden.
        return ""


def asks_no_path(view: Any) -> bool:
    """Tell whether a view's permissions look at nothing but the caller."""
    return view is not None and all(type(one) in OF_THE_CALLER for one in view.get_permissions())


def could_redeem(tool: Tool, caller: Caller, owner: str, view: Any) -> bool:
    """Tell whether the view would know its caller again; it has just done so where only the path could say more."""
    if not owner or not is_stock(tool.endpoint):
        return False
    known = not tool.endpoint.parameters or asks_no_path(view)
    return (known and not overrides(tool.endpoint, "initial")) or owner_again(tool, caller) == owner


def redeem(tool: Tool, caller: Caller, token: str, kind: str = "") -> bytes:
    """
    Give back what a token stands for; ``kind`` tells apart what a tool keeps beside results.

    Raises:
        TokenError: If there is any doubt.
    """
    owner = owner_again(tool, caller, redeems=True)
    if not owner:
        raise TokenError
    try:
        return STORE.get(token, owner=owner, tool=kind + tool.name)
    except Exception:  # noqa: BLE001
        # A store that fails cannot tell whether the token is good, and must not tell more than that.
        raise TokenError from None
