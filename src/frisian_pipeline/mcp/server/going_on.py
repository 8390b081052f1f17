"""What a continuation token is sent for: a kept result, in the way that is said beside the token."""

from collections.abc import Callable
from typing import Any

from frisian_pipeline.drf.agent_views import place_of
from frisian_pipeline.drf.budgets import budgets
from frisian_pipeline.drf.calls import facts_of
from frisian_pipeline.drf.pipelines import counter, rendering
from frisian_pipeline.drf.reporting import redeemed
from frisian_pipeline.errors import MaskError, RedemptionError, TokenError
from frisian_pipeline.exchange import Call
from frisian_pipeline.mcp.discovery import RESERVED, Fault, Tool
from frisian_pipeline.mcp.discovery.check import Check
from frisian_pipeline.mcp.invocation import admit
from frisian_pipeline.mcp.protocol import CallResult
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.calls import asked as asked_in
from frisian_pipeline.mcp.server.calls import unserved
from frisian_pipeline.mcp.server.redemption import SLOT, STORE
from frisian_pipeline.mcp.server.results import refused, success, unredeemed
from frisian_pipeline.redemption import ARGUMENTS, MASKS, Kept, Wanted, redeem_in_format, wanted

SHAPING = (*MASKS, "view", "budget", "format")
CHECK = Check({"type": "object", "properties": {name: RESERVED[name] for name in (SLOT, *SHAPING)}}, strict=True)


def faults_in(arguments: dict[str, Any]) -> tuple[Fault, ...]:
    """What is wrong with what is said beside a token, which runs nothing."""
    others = [name for name in arguments if name not in (SLOT, *SHAPING, *ARGUMENTS)]
    strange = [Fault((one,), f"has no place beside {SLOT}; leave one of them out") for one in others]
    return (
        *strange,
        *unserved(arguments),
        *CHECK({name: arguments[name] for name in (SLOT, *SHAPING) if name in arguments}),
    )


def go_on(arguments: dict[str, Any], buy: Callable[[Wanted], tuple[bytes, str]]) -> CallResult:
    """Give what a token buys, or say what is wrong; a doubt about the token is one error, whatever it is."""
    faults = faults_in(arguments)
    if faults:
        return refused(faults)
    try:
        asked = wanted({name: arguments[name] for name in arguments if name != SLOT})
        return success(*buy(asked))
    except RedemptionError as error:
        return refused([Fault((error.argument,), error.fault)])
    except MaskError as error:
        return refused([Fault(("fields",) if arguments.get("fields") else ("exclude",), str(error))])
    except TokenError as error:
        return unredeemed(error)


def go_on_with(tool: Tool, caller: Caller, arguments: dict[str, Any]) -> CallResult:
    """Give what a token of a discovered tool buys, if its view still lets the caller in."""
    return go_on(arguments, lambda asked: bought_from(tool, caller, arguments, asked))


def bought_from(tool: Tool, caller: Caller, arguments: dict[str, Any], asked: Wanted) -> tuple[bytes, str]:
    """
    What a token of a discovered tool buys, and its format; what its view knows of a list says how rows are shown.

    Raises:
        TokenError: If there is any doubt.
        MaskError: If a mask cannot be read.
    """
    try:
        view = admit(tool, caller.request, caller.authority, counts=True)
        owner = caller.bound(view.request)
        call = call_again(tool, view, owner, arguments)
    except Exception:  # noqa: BLE001  the host's authenticators and permissions: what they do not allow is forbidden
        raise TokenError from None
    return bought(arguments[SLOT], call, asked)


def call_again(tool: Tool, view: Any, owner: str, arguments: dict[str, Any]) -> Call:
    """
    Describe a redemption to the core, in the words of the call that it continues.

    Raises:
        TokenError: If nobody can tell whose it is.
    """
    if not owner:
        raise TokenError
    known = {"action": tool.endpoint.action, "method": "GET", "owner": owner, **asked_in(arguments)}
    known |= budgets(view, tool.endpoint.action, arguments.get("budget"))
    place = place_of(view, view.request, tool.name, tool.endpoint.route)
    wants_all = arguments.get("view") == "full"
    return Call(tool.name, **{**known, **facts_of(view, known, None, place, wants_all=wants_all)})


def bought(token: str, call: Call, asked: Wanted) -> tuple[bytes, str]:
    """
    What a token buys, and the name of the format that it is in.

    Raises:
        TokenError: If there is any doubt: a store that fails cannot tell whether the token is good.
        MaskError: If a mask cannot be read.
    """
    try:
        kept = Kept(STORE, token, call.owner, call.tool)
        content, name = redeem_in_format(kept, call, asked, render=rendering(call, asked), counter=counter())
    except MaskError:
        raise
    except Exception:  # noqa: BLE001
        raise TokenError from None
    return redeemed(call, content, name, STORE), name
