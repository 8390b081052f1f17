"""A user's calls without HTTP: for commands that measure what an agent would be answered."""

from collections.abc import Mapping
from functools import cached_property
from io import BytesIO
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from msgspec import Struct
from rest_framework.request import Request

from frisian_pipeline.mcp.invocation import Authority, remember
from frisian_pipeline.mcp.protocol import CallResult, TextContent, UnknownToolError
from frisian_pipeline.mcp.server import Caller, HostServer
from frisian_pipeline.mcp.server.following import follow, permitted
from frisian_pipeline.mcp.server.past import Led, Past
from frisian_pipeline.mcp.tiers import Tier


def served_name() -> str:
    """A name that the host serves itself by, so that links can be made."""
    named = (name.lstrip(".") for name in settings.ALLOWED_HOSTS if name not in ("*", "."))
    return next(named, "localhost")


def request_of(user: Any) -> Request:
    """A request by a user to the endpoint, as a server might have taken it."""
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/",
        "SERVER_NAME": served_name(),
        "SERVER_PORT": "80",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": "0",
        "wsgi.input": BytesIO(),
        "wsgi.url_scheme": "http",
    }
    request = WSGIRequest(environ)
    remember(request)
    if user is not None:
        # As DRF's own test client does it: whoever asks who calls is told.
        vars(request)["_force_auth_user"] = user
    return Request(request)


class Replayed(NamedTuple):
    """
    What a call was answered.

    Attributes:
        is_error: It is an error.
        status: That of the error, as REST would send it; 0 where nobody says.
        said: The error as an agent reads it; it may hold what the host's views say, so that it is for no log.
    """

    is_error: bool
    status: int = 0
    said: str = ""


class WithStatus(Struct):
    """An error as far as its status goes."""

    status_code: int = 0


def status_in(said: str) -> int:
    """The status that an error says; 0 where it is in its author's own words."""
    try:
        return msgspec.json.decode(said, type=WithStatus).status_code
    except msgspec.MsgspecError:
        return 0


def replayed(result: CallResult) -> Replayed:
    """What a call was answered, in the words of whoever made it."""
    if not result.is_error:
        return Replayed(is_error=False)
    said = next((block.text for block in result.content if isinstance(block, TextContent)), "")
    return Replayed(is_error=True, status=status_in(said), said=said)


class Replay:
    """
    Calls the host's tools as a user, whom every view takes over; None is somebody anonymous.

    Nobody reaches further than ``most``, which is as far as the endpoint lets anybody.
    """

    def __init__(self, server: HostServer, user: Any, most: Tier) -> None:
        self._server = server
        self._user = user
        self._most = most

    @cached_property
    def _past(self) -> Past:
        return Past(self._caller())

    def _caller(self) -> Caller:
        made = request_of(self._user)
        known = Caller.of(made, self._most)
        return msgspec.structs.replace(known, authority=Authority(trusted=True))

    def tools(self) -> list[dict[str, Any]]:
        """The tools that the user sees."""
        listed: list[dict[str, Any]] = msgspec.json.decode(self._server.tools(self._caller()))
        return listed

    def leads_to(self, tool: str, arguments: Mapping[str, Any]) -> Led:
        """
        Find what a call leads to, whatever surface it was recorded on; nothing is run.

        Raises:
            LookupError: If there is no tool of this name.
        """
        return self._lead(self._caller(), tool, arguments)

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Replayed:
        """
        Make a call, whatever surface it was recorded on.

        Raises:
            LookupError: If there is no tool of this name.
        """
        caller = self._caller()
        entry, routed = self._lead(caller, tool, arguments)
        return replayed(permitted(entry, caller) or follow(routed, caller, tool))

    def _lead(self, caller: Caller, tool: str, arguments: Mapping[str, Any]) -> Led:
        try:
            return self._past.lead(caller, tool, dict(arguments))
        except UnknownToolError as error:
            raise LookupError(f"there is no tool {tool[:80]!r} for this user{self._past.near(tool)}") from error
