"""What a call turns out to be, once a surface has read it."""

from typing import Any

from msgspec import Struct

from frisian_pipeline.mcp.discovery import Fault, Tool
from frisian_pipeline.mcp.handwritten.values import Action, Handwritten


class Run(Struct, frozen=True):
    """
    A discovered tool is to be called.

    Attributes:
        tool: Which.
        arguments: With these.
        discloses: Its caller has a slot for a continuation token, whatever the tool's own schema says.
    """

    tool: Tool
    arguments: dict[str, Any]
    discloses: bool = False


class Perform(Struct, frozen=True):
    """
    An action that the host has written is to be called.

    Attributes:
        tool: What it belongs to.
        action: Which.
        arguments: Its parameters.
        shaping: What the caller says of the answer.
        discloses: Its caller has a slot for a continuation token.
    """

    tool: Handwritten
    action: Action
    arguments: dict[str, Any]
    shaping: dict[str, Any]
    discloses: bool


class Continue(Struct, frozen=True):
    """What a tool that the host has written answered before is asked for."""

    tool: Handwritten
    arguments: dict[str, Any]


class Tell(Struct, frozen=True):
    """The surface knows the answer itself: help, or what a search found."""

    data: Any


class Refuse(Struct, frozen=True):
    """The arguments do not say what is to be called."""

    faults: tuple[Fault, ...]


class Forbid(Struct, frozen=True):
    """The caller does not reach what it names, in its own words; without any it is the tool that it called."""

    asked: str = ""


Routed = Run | Perform | Continue | Tell | Refuse | Forbid
