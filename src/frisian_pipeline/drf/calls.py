"""A REST request in the words of the core."""

from collections.abc import Mapping
from copy import copy
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.urls import resolve, reverse
from django.views import View
from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request

from frisian_pipeline import conf
from frisian_pipeline.drf import facts
from frisian_pipeline.drf.agent_views import Place, agent_view, place_of
from frisian_pipeline.drf.budgets import LEAST_BUDGET, budgets
from frisian_pipeline.drf.known import known_by, known_of, masks_of
from frisian_pipeline.drf.owners import ANONYMOUS, owner_of
from frisian_pipeline.exchange import UNKNOWN, Call, Known
from frisian_pipeline.masks import Auto, Mask, mask_of
from frisian_pipeline.telemetry import safe_log

OPEN = frozenset({AllowAny, IsAuthenticatedOrReadOnly})
"""Permissions that look at nothing of an anonymous caller."""

OFF = frozenset({"false", "0", "no", "off"})


def tool_of(view: Any, request: Request) -> str:
    """The name under which a REST view is reported: its URL name, else its class."""
    match = getattr(request, "resolver_match", None)
    return getattr(match, "view_name", "") or type(view).__name__


def action_of(view: Any, method: str) -> str:
    """The view's action; where it has none, the name of the function that answers the method, empty for no method."""
    name = "get" if method == "HEAD" else method.lower()
    return getattr(view, "action", None) or (name if name in View.http_method_names else "")


def as_it_came(request: Request) -> HttpRequest:
    """A copy of the host's request without the user that DRF has written on it, unless a session put it there."""
    came: Any = copy(request._request)
    if not isinstance(request.successful_authenticator, SessionAuthentication):
        came.user = None
    return came  # type: ignore[no-any-return]


def can_redeem(view: Any, request: Request, owner: str) -> bool:
    """Tell whether a token could be redeemed: the endpoint is there, would know its caller again, and let it in."""
    if not owner or (owner == ANONYMOUS and not all(type(permission) in OPEN for permission in view.get_permissions())):
        return False
    at: Any = resolve(reverse("frisian_pipeline:continuation", args=["token"])).func
    endpoint = at.cls()
    again = endpoint.initialize_request(as_it_came(request))
    return owner_of(again) == owner and all(
        permission.has_permission(again, endpoint) for permission in endpoint.get_permissions()
    )


def has_slot(view: Any, request: Request, owner: str) -> bool:
    """Tell whether an answer may hold a token: no token is given in vain."""
    if request.method in SAFE_METHODS and "read" not in conf.settings().disclose_continuation:
        return False
    try:
        return can_redeem(view, request, owner)
    except Exception:
        # No such URL, or authenticators and permissions of the host that need another request: nothing is promised.
        return False


def asks_to_verify(request: Request) -> bool:
    """Tell whether ``verify`` is asked for; anything but a plain no is a yes, since a yes loses nothing."""
    value = request.query_params.get("verify")
    return value is not None and value.lower() not in OFF


def readable(view: Any, action: str, serializer: Any, place: Place) -> tuple[Any, Any]:
    """The agent view of an answer; one that cannot be found or read is none, and the log says so."""
    try:
        found = agent_view(view, action, serializer, place)
        for one in filter(None, found):
            if one is not Auto:
                mask_of(one)
    except ImproperlyConfigured:
        raise
    except Exception as error:
        safe_log.error(
            "the agent view of %s cannot be read (%s); all fields are shown", type(view).__name__, type(error).__name__
        )
        return "", ""
    return found


def facts_of(view: Any, call: Mapping[str, Any], data: Any, place: Place, *, wants_all: bool) -> dict[str, Any]:
    """What the serializer and the view know about an answer; without their agent view where all is wanted."""
    serializer, action = facts.serializer_of(data, view), call["action"]
    view_mask, view_exclude = ("", "") if wants_all else readable(view, action, serializer, place)
    declared = facts.declared_operation(view, action)
    writes = call["method"] not in SAFE_METHODS or declared is not None
    masks = masks_of(view_mask, view_exclude, call.get("fields"), call.get("exclude"))
    return {
        "declared": declared,
        # Only an envelope and a mask ask for it.
        "lookup_field": facts.lookup_field(view, serializer) if writes or masks else "",
        "light_keys": facts.names(facts.meta(serializer, "mcp_light_key")),
        "once": facts.names(facts.meta(serializer, "mcp_once")),
        "view": view_mask,
        "view_exclude": view_exclude,
        "known": known_again(view, serializer, masks) if data is None else known_of(data, masks),
    }


def known_again(view: Any, serializer: Any, masks: list[Mask]) -> Known:
    """What the view's serializer tells of data that it has made before."""
    if not masks or not isinstance(serializer, type):
        return UNKNOWN
    context = getattr(view, "get_serializer_context", dict)
    return only_opaque(known_by(serializer(context=context()), masks))


def only_opaque(known: Known) -> Known:
    """What is free-form data, and nothing of which fields there are: those that were not read are not kept."""
    inside = {name: only_opaque(one) for name, one in known.names.items()}
    return Known({name: one for name, one in inside.items() if one.opaque or one.names}, opaque=known.opaque)


def asked(view: Any, request: Request, owner: str) -> dict[str, Any]:
    """What the query string says about the answer, and whether it may hold a token."""
    return {
        "can_continue": has_slot(view, request, owner),
        "fields": ",".join(filter(None, request.query_params.getlist("fields"))),
        "exclude": ",".join(filter(None, request.query_params.getlist("exclude"))),
    }


def budget_in(request: Request) -> int | None:
    """The budget that the query string names; None where it names none, or no number that an answer could have."""
    budget = request.query_params.get("budget", "")
    return int(budget) if budget.isdecimal() and len(budget) < 10 and int(budget) >= LEAST_BUDGET else None


def misses_budget(request: Request) -> bool:
    """Tell whether the query string names a budget that is none."""
    return "budget" in request.query_params and budget_in(request) is None


def call_of(view: Any, request: Request, data: Any, status: int) -> Call:
    """Describe a request to the core; for an error only as far as its own words go."""
    owner, method = owner_of(request), str(request.method)
    action = action_of(view, method)
    known: dict[str, Any] = {"action": action, "method": method, "owner": owner, "verify": asks_to_verify(request)}
    if status < 400 and method != "OPTIONS":
        wants_all = request.query_params.get("view") == "full"
        known |= asked(view, request, owner)
        known |= facts_of(view, known, data, place_of(view, request), wants_all=wants_all)
        known |= budgets(view, action, budget_in(request))
    return Call(tool_of(view, request), **known)
