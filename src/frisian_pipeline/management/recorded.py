"""Recorded calls, and who makes them again."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec
from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from msgspec import Struct

from frisian_pipeline.checks import all_callbacks


class Recorded(Struct, frozen=True):
    """
    A call of a tool.

    Attributes:
        tool: The tool's name.
        arguments: What it was called with.
    """

    tool: str
    arguments: dict[str, Any] = {}


class Replayed(Protocol):
    """What a call was answered."""

    @property
    def text(self) -> str:
        """What the agent reads."""
        ...

    @property
    def is_error(self) -> bool:
        """It is an error."""
        ...


class Replay(Protocol):
    """Calls the host's tools as a user."""

    def tools(self) -> list[dict[str, Any]]: ...

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Replayed: ...


def read_calls(path: str) -> list[Recorded]:
    """
    Read calls, one on each line, all before the first of them is made.

    Raises:
        CommandError: If the file cannot be read, or a line is no call.
    """
    try:
        lines = Path(path).read_bytes().splitlines()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}. Name a file of calls.") from error
    calls = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                calls.append(msgspec.json.decode(line, type=Recorded))
            except msgspec.MsgspecError as error:
                wanted = '{"tool": "devices_list", "arguments": {}}'
                raise CommandError(
                    f"{path}, line {number} is no call: {error}. Write {wanted}, a line each."
                ) from error
    return calls


def user_of(name: str) -> Any:
    """
    The user of this name; None for nobody.

    Raises:
        CommandError: If there is none.
    """
    if not name:
        return None
    users: Any = get_user_model()
    try:
        return users.objects.get_by_natural_key(name)
    except users.DoesNotExist as error:
        raise CommandError(f"There is no user {name!r}; name one with --user.") from error


def replay_as(name: str) -> Replay:
    """
    The project's MCP endpoint, called by this user without HTTP.

    Raises:
        CommandError: If the project serves none.
    """
    for callback in all_callbacks():
        if hasattr(callback.cls, "mcp_replay"):
            made: Replay = callback.cls.mcp_replay(user_of(name))
            return made
    raise CommandError("The project serves no MCP endpoint; include frisian_pipeline.mcp.urls in its URLs.")
