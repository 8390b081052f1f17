"""What an inner request takes over from the outer one: what the server and the host's middleware have put there."""

from functools import lru_cache, partial
from typing import Any

from django.contrib.auth import aget_user, get_user
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from msgspec import Struct

from frisian_pipeline.mcp.invocation.headers import spare_headers

REMEMBERED = "_frisian_pipeline_carried"

LEFT_BEHIND = (
    *("CONTENT_", "HTTP_CONTENT_", "HTTP_MCP_", "HTTP_ACCEPT", "HTTP_TRANSFER_ENCODING", "HTTP_LAST_EVENT_ID"),
    *("HTTP_IF_", "HTTP_RANGE"),
)
"""What describes the outer request's own body and protocol, and what it has of the endpoint's answers already."""

LANGUAGE = "HTTP_ACCEPT_LANGUAGE"
# Apache's spelling of the outer path; Django would work out the script's name from it.
REWRITTEN = ("SCRIPT_URL", "REDIRECT_URL")

OWN = frozenset(
    {*vars(HttpRequest()), *dir(WSGIRequest), *dir(ASGIRequest)}
    | {"environ", "scope", "script_name", "_stream", "_read_started", "_body", "_post", "_files", "_post_parse_error"}
)
"""What a Django request holds of itself; whatever else is on it, somebody has put there."""

NOT_CARRIED = OWN | {REMEMBERED, "csrf_processing_done", "_cached_user", "_acached_user"}
"""An inner request is checked for forgery itself, and looks up its session's user itself."""

IDENTITY = ("user", "auth")
"""What DRF writes on Django's request."""


class Carried(Struct, frozen=True):
    """
    What an inner request takes over.

    Attributes:
        meta: The headers and what else the server says, but for what describes the outer body and protocol.
        put_on: What the host's middleware has put on the request.
    """

    meta: dict[str, Any]
    put_on: dict[str, Any]


@lru_cache(maxsize=1024)
def is_carried(name: str) -> bool:
    """Tell what the outer request came with from what describes its own body and protocol."""
    return name == LANGUAGE or not (name in REWRITTEN or name.startswith(LEFT_BEHIND))


def carried_of(meta: dict[str, Any], state: dict[str, Any]) -> Carried:
    """What there is to take over of a request's META and attributes."""
    return Carried(
        {name: value for name, value in meta.items() if is_carried(name)},
        {name: value for name, value in state.items() if name not in NOT_CARRIED},
    )


def remember(outer: HttpRequest) -> None:
    """
    Keep what the host's middleware has made of a request.

    The endpoint does so before it authenticates anybody: DRF then overwrites ``outer.user``, and the endpoint's
    authenticators and permissions may write more, of which a view knows only what its own write.
    """
    vars(outer)[REMEMBERED] = dict(outer.META), dict(vars(outer))
    spare_headers(outer)


def remembered(outer: HttpRequest) -> Carried:
    """What is carried; where nobody has kept it, without a user but the session's."""
    if REMEMBERED in vars(outer):
        return carried_of(*vars(outer)[REMEMBERED])
    found = carried_of(outer.META, vars(outer))
    for name in IDENTITY:
        found.put_on.pop(name, None)
    # Only AuthenticationMiddleware sets auser; a user may be DRF's work.
    if hasattr(outer, "auser"):
        found.put_on["user"] = SimpleLazyObject(partial(get_user, outer))
    return found


def is_of_session(user: Any) -> bool:
    """Tell whether AuthenticationMiddleware has named a user, and nobody after it."""
    source = vars(user).get("_setupfunc") if type(user) is SimpleLazyObject else None
    return getattr(source, "__module__", "") == "django.contrib.auth.middleware"


def afresh(outer: HttpRequest) -> HttpRequest:
    """Make the outer request as the host's middleware left it; its session's user is looked up anew."""
    put_on = remembered(outer).put_on
    again = type(outer).__new__(type(outer))
    vars(again).update({name: value for name, value in vars(outer).items() if name in OWN}, **put_on)
    if is_of_session(put_on.get("user")):
        found = {"user": SimpleLazyObject(partial(get_user, again)), "auser": partial(aget_user, again)}
        vars(again).update(found)
    return again
