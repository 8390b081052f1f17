"""A user's calls without HTTP: for commands that measure what an agent would be answered."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from rest_framework.request import Request

from frisian_pipeline.mcp.invocation import Authority, remember
from frisian_pipeline.mcp.protocol import TextContent, UnknownToolError
from frisian_pipeline.mcp.server import Caller, HostServer


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
        text: What the agent reads.
        is_error: It is an error.
    """

    text: str
    is_error: bool


class Replay:
    """Calls the host's tools as a user, whom every view takes over; None is somebody anonymous."""

    def __init__(self, server: HostServer, user: Any) -> None:
        self._server = server
        self._user = user

    def _caller(self) -> Caller:
        made = request_of(self._user)
        known = Caller.of(made)
        return msgspec.structs.replace(known, authority=Authority(trusted=True))

    def tools(self) -> list[dict[str, Any]]:
        """The tools that the user sees."""
        listed: list[dict[str, Any]] = msgspec.json.decode(self._server.tools(self._caller()))
        return listed

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Replayed:
        """
        Call a tool.

        Raises:
            LookupError: If the user sees none of this name.
        """
        try:
            result = self._server.call_tool(self._caller(), tool, dict(arguments), {})
        except UnknownToolError as error:
            raise LookupError(f"there is no tool {tool!r}") from error
        texts = [block.text for block in result.content if isinstance(block, TextContent)]
        return Replayed("\n".join(texts), result.is_error)
