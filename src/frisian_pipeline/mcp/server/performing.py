"""An action that the host has written by hand, called and answered."""

from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from typing import Any

from msgspec import Raw
from rest_framework.generics import GenericAPIView

from frisian_pipeline.drf import facts
from frisian_pipeline.drf.agent_views import Place, in_settings
from frisian_pipeline.drf.beside import told_by
from frisian_pipeline.drf.budgets import budgets
from frisian_pipeline.drf.known import known_by, masks_of
from frisian_pipeline.drf.pipelines import JSON
from frisian_pipeline.drf.shaping import Beside, shaped
from frisian_pipeline.exchange import Call
from frisian_pipeline.mcp.protocol import CallResult
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.calls import asked
from frisian_pipeline.mcp.server.redemption import STORE
from frisian_pipeline.mcp.server.results import failure, success
from frisian_pipeline.mcp.server.running import is_content, run
from frisian_pipeline.mcp.server.telling import broken, unsaid
from frisian_pipeline.mcp.surfaces.routed import Perform
from frisian_pipeline.mcp.tiers import Tier


def sendable(data: Any) -> list[Raw]:
    """Content blocks, encoded as data is: the text of a template or of a translation is no plain text to msgspec."""
    return [Raw(JSON(block)) for block in (data if isinstance(data, Sequence) else [data])]


def call_of(routed: Perform, caller: Caller, serializer: Any, status: int) -> Call:
    """Describe the call of an action to the core, by its author's word and by what made its answer."""
    action, place = routed.action, Place((routed.tool.name,))
    words = asked(routed.shaping) if status < HTTPStatus.BAD_REQUEST else {}
    view = "" if routed.shaping.get("view") == "full" else in_settings(place, action.name)
    return Call(
        routed.tool.name,
        action=action.name,
        method="POST" if action.writes else "GET",
        owner=bound(caller, action.tier),
        verify=routed.shaping.get("verify") is True,
        can_continue=routed.discloses and bool(caller.owner),
        declared=action.operation,
        # There is no view: what a generic one of this serializer would look up identifies its objects.
        lookup_field="" if serializer is None else facts.lookup_field(GenericAPIView, serializer),
        light_keys=facts.names(facts.meta(serializer, "mcp_light_key")),
        once=facts.names(facts.meta(serializer, "mcp_once")),
        floor=True,
        **{**budgets(None, action.name, routed.shaping.get("budget")), "heavy": action.heavy},
        view=view,
        known=known_by(serializer, masks_of(view, words.get("fields"), words.get("exclude"))),
        **words,
    )


def bound(caller: Caller, tier: Tier) -> str:
    """Whom a token belongs to: a caller, as long as it reaches as far as what the token came from."""
    return f"{caller.owner} {tier.label}" if caller.owner else ""


def perform(routed: Perform, caller: Caller) -> CallResult:
    """Call an action and shape what it answers; it never raises."""
    try:
        data, status, serializer, author = run(routed.action, routed.arguments, caller)
    except Exception as error:  # noqa: BLE001  it is the host's code, and an answer goes out
        return broken(routed, caller, error)
    if data is None and routed.action.writes and status == HTTPStatus.OK:
        status = int(HTTPStatus.NO_CONTENT)
    try:
        if is_content(data):
            return CallResult(content=sendable(data), is_error=status >= HTTPStatus.BAD_REQUEST)
        describe = partial(call_of, routed, caller, serializer, status)
        content, name = shaped(describe, data, status, STORE, Beside(tell=told_by(author, caller.request)))
    except Exception as error:  # noqa: BLE001  as with a view, what cannot be encoded is a failure
        return unsaid(routed.tool.name, caller, error)
    return success(content, name) if status < HTTPStatus.BAD_REQUEST else failure(status, content)
