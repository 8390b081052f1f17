"""What a continuation token of a hand-written tool is sent for."""

from collections.abc import Callable
from typing import Any, TypeVar

from frisian_pipeline.drf.agent_views import Place, in_settings
from frisian_pipeline.drf.budgets import budgets
from frisian_pipeline.errors import TokenError
from frisian_pipeline.exchange import Call
from frisian_pipeline.mcp.handwritten.values import Handwritten
from frisian_pipeline.mcp.protocol import CallResult
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.calls import asked
from frisian_pipeline.mcp.server.going_on import bought, go_on
from frisian_pipeline.mcp.server.performing import bound
from frisian_pipeline.mcp.server.redemption import SLOT
from frisian_pipeline.mcp.tiers import Tier
from frisian_pipeline.redemption import Wanted

Bought = TypeVar("Bought")


def go_on_written(tool: Handwritten, arguments: dict[str, Any], caller: Caller) -> CallResult:
    """Give what a token of a hand-written tool buys."""

    def buy(wanted: Wanted) -> tuple[bytes, str]:
        def buy_as(owner: str) -> tuple[bytes, str]:
            return bought(arguments[SLOT], again(tool, owner, arguments), wanted)

        return redeem_written(tool, caller, buy_as)

    return go_on(arguments, buy)


def again(tool: Handwritten, owner: str, arguments: dict[str, Any]) -> Call:
    """Describe a redemption to the core."""
    view = "" if arguments.get("view") == "full" else in_settings(Place((tool.name,)), tool.name)
    words = {**asked(arguments), **budgets(None, tool.name, arguments.get("budget"))}
    return Call(tool.name, owner=owner, view=view, **words)


def redeem_written(tool: Handwritten, caller: Caller, buy: Callable[[str], Bought]) -> Bought:
    """
    Buy as whoever the caller may have been when it was given the token, as far as it reaches by now.

    Raises:
        TokenError: If there is any doubt.
    """
    for tier in sorted((one for one in Tier if caller.owner and one <= caller.tier), reverse=True):
        try:
            return buy(bound(caller, tier))
        except TokenError:
            continue
    raise TokenError
