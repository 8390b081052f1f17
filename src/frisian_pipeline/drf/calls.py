"""A REST request in the words of the core."""

from typing import Any

from django.urls import NoReverseMatch, reverse
from msgspec.structs import replace
from rest_framework.request import Request

from frisian_pipeline.drf import facts
from frisian_pipeline.drf.owners import owner_of
from frisian_pipeline.exchange import Call

OFF = frozenset({"false", "0", "no", "off"})


def tool_of(view: Any, request: Request) -> str:
    """The name under which a REST view is reported: its URL name, else its class."""
    match = getattr(request, "resolver_match", None)
    return getattr(match, "view_name", "") or type(view).__name__


def action_of(view: Any, method: str) -> str:
    """The view's action; where it has none, the name of the function that answers the method."""
    return getattr(view, "action", None) or ("get" if method == "HEAD" else method.lower())


def can_redeem() -> bool:
    """Tell whether the redemption endpoint is in the host's URLs."""
    try:
        reverse("frisian_pipeline:continuation", args=["token"])
    except NoReverseMatch:
        return False
    return True


def asks_to_verify(request: Request) -> bool:
    """Tell whether ``verify`` is asked for; anything but a plain no is a yes, since a yes loses nothing."""
    value = request.query_params.get("verify")
    return value is not None and value.lower() not in OFF


def with_facts(call: Call, view: Any, request: Request, serializer: Any) -> Call:
    """Add what the serializer, the view and the query string say about the answer."""
    view_mask, view_exclude = facts.agent_view(view, call.action, serializer)
    wants_all = request.query_params.get("view") == "full"
    return replace(
        call,
        declared=facts.declared_operation(view, call.action),
        lookup_field=facts.lookup_field(view, serializer),
        light_keys=facts.names(facts.meta(serializer, "mcp_light_key")),
        once=facts.names(facts.meta(serializer, "mcp_once")),
        view="" if wants_all else view_mask,
        view_exclude="" if wants_all else view_exclude,
        fields=",".join(request.query_params.getlist("fields")),
        exclude=",".join(request.query_params.getlist("exclude")),
    )


def call_of(view: Any, request: Request, data: Any, status: int) -> Call:
    """Describe a request to the core; for an error only as far as its own words go."""
    owner, method = owner_of(request), str(request.method)
    call = Call(
        tool=tool_of(view, request),
        action=action_of(view, method),
        method=method,
        owner=owner,
        verify=asks_to_verify(request),
        can_continue=owner != "" and can_redeem(),
    )
    if status >= 400 or method == "OPTIONS":
        return call
    return with_facts(call, view, request, facts.serializer_of(data, view))
