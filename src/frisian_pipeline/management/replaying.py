"""Who makes calls, and through what."""

from collections.abc import Mapping
from typing import Any, Protocol

from django.contrib.auth import get_user_model
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.core.management.base import CommandError

from frisian_pipeline.checks.routes import all_callbacks


class Led(Protocol):
    """Where a call leads."""

    @property
    def tool(self) -> str:
        """The tool that answers, by the name under which its answers are reported."""
        ...

    @property
    def writes(self) -> bool:
        """It may change something."""
        ...


class Replayed(Protocol):
    """What a call was answered."""

    @property
    def is_error(self) -> bool:
        """It is an error."""
        ...

    @property
    def status(self) -> int:
        """That of the error; 0 where nobody says."""
        ...

    @property
    def said(self) -> str:
        """The error as an agent reads it, for the terminal and no log."""
        ...


class Replay(Protocol):
    """Calls the host's tools as a user; a call of a tool that is not there is a ``LookupError``."""

    def tools(self) -> list[dict[str, Any]]: ...

    def leads_to(self, tool: str, arguments: Mapping[str, Any]) -> Led: ...

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Replayed: ...


def user_of(name: str) -> Any:
    """
    The user of this name; None for nobody.

    Raises:
        CommandError: If there is none, or it is inactive and could not call.
    """
    if not name:
        return None
    users: Any = get_user_model()._default_manager  # noqa: SLF001  Django's word for it, whatever it is called
    try:
        found = users.get_by_natural_key(name)
    except (ObjectDoesNotExist, ValueError, ValidationError) as error:
        raise CommandError(f"There is no user {name!r}; name one with --user.") from error
    if not getattr(found, "is_active", True):
        raise CommandError(f"The user {name!r} is inactive, and could not call; name another with --user.")
    return found


def replay_as(name: str) -> Replay:
    """
    The project's MCP endpoint, called by this user without HTTP.

    Raises:
        CommandError: If the project serves none.
    """
    for callback in all_callbacks():
        if hasattr(callback.cls, "mcp_replay"):
            made: Replay = callback.cls.mcp_replay(callback.initkwargs, user_of(name))
            return made
    raise CommandError("The project serves no MCP endpoint; include frisian_pipeline.mcp.urls in its URLs.")


def answered(replayed: Replayed) -> str:
    """What a command says of an answer."""
    if not replayed.is_error:
        return "answered nothing that is shaped"
    return f"answered {replayed.status}" if replayed.status else "answered an error"
