"""A tool's call in the words of the core."""

from collections.abc import Mapping
from typing import Any

from frisian_pipeline.drf.agent_views import place_of
from frisian_pipeline.drf.budgets import budgets
from frisian_pipeline.drf.calls import facts_of
from frisian_pipeline.drf.facts import as_mask
from frisian_pipeline.exchange import Call
from frisian_pipeline.mcp.discovery import Fault, Tool
from frisian_pipeline.mcp.invocation import Answer
from frisian_pipeline.mcp.invocation.responses import is_plain
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.options import formats
from frisian_pipeline.mcp.server.redemption import could_redeem


def call_of(tool: Tool, caller: Caller, answer: Answer, shaping: Mapping[str, Any], *, discloses: bool) -> Call:
    """Describe a call to the core; an error only as far as its own words go."""
    action, owner = tool.endpoint.action, caller.bound(answer.request)
    known: dict[str, Any] = {
        "action": action,
        "method": tool.endpoint.method,
        "owner": owner,
        "verify": shaping.get("verify") is True,
    }
    if answer.status < 400:
        known |= asked(shaping)
        known["can_continue"] = (discloses or tool.discloses) and could_redeem(tool, caller, owner, answer.view)
        known |= budgets(answer.view, action, shaping.get("budget"))
        known["heavy"] = tool.heavy or known["heavy"]
        if answer.view is not None:
            place = place_of(answer.view, answer.request, tool.name, tool.endpoint.route)
            made = made_in(answer)
            known |= facts_of(answer.view, known, made, place, wants_all=shaping.get("view") == "full")
    return Call(tool.name, **known)


def made_in(answer: Answer) -> Any:
    """The data as its serializer made it, where what was sent has the same names; it may have been rendered."""
    plain = is_plain(getattr(answer.response, "accepted_renderer", None))
    return answer.response.data if plain else answer.data


def asked(shaping: Mapping[str, Any]) -> dict[str, Any]:
    """What the caller says about the answer, in the words of a call; a mask may be a list of its parts."""
    known = {name: shaping[name] for name in ("format",) if name in shaping}
    return known | {name: as_mask(shaping[name]) for name in ("fields", "exclude") if name in shaping}


def unserved(arguments: dict[str, Any]) -> list[Fault]:
    """The fault of a format that the host does not offer; those that it does are named."""
    name, known = arguments.get("format", "json"), formats()
    if name in known or not isinstance(name, str):
        return []
    return [Fault(("format",), f"{name[:80]!r} is not offered here; known: {', '.join(known)}")]
