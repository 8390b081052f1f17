"""Exchanges to look at: of a file, or of a call as it is made."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.core.management.base import CommandError

from frisian_pipeline.exchange import Call, Exchange
from frisian_pipeline.formats.plain import read
from frisian_pipeline.management.files import called, read_file
from frisian_pipeline.management.replaying import Replay, answered, replay_as
from frisian_pipeline.management.witness import witnessed
from frisian_pipeline.redemption import MASKS


def read_result(path: str, call: Call, status: int) -> Exchange:
    """
    An exchange of the JSON in a file.

    Raises:
        CommandError: If there is none.
    """
    content = read_file(path, "a file of JSON")
    try:
        return Exchange.begin(call, read(content), status)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CommandError(f"{called(path)} is no JSON: {error}. Name a file of JSON.") from error


def parsed(arguments: str) -> dict[str, Any]:
    """
    A call's arguments from the command line.

    Raises:
        CommandError: If they are no JSON object.
    """
    try:
        return msgspec.json.decode(arguments, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CommandError(f"The arguments are no JSON object: {error}. Write '{{\"limit\": 10}}'.") from error


def refuse_write(replay: Replay, tool: str, arguments: dict[str, Any], *, writes: bool) -> None:
    """
    See that a call can be made, and changes nothing where it must not.

    Raises:
        CommandError: If there is no such tool, or it may write and must not.
    """
    try:
        led = replay.leads_to(tool, arguments)
    except LookupError as error:
        raise CommandError(f"Nothing is called ({error}). Name another tool, or --user.") from error
    if led.writes and not writes:
        raise CommandError(f"{tool} may write, and would do so; add --writes to call it.")


def made_call(tool: str, arguments: str, user: str, *, writes: bool, tell: Callable[[str], object]) -> Exchange:
    """
    Call a tool and return the exchange that its answer began; an error is told as an agent reads it.

    Raises:
        CommandError: If it cannot be called, or may write and must not, or answers nothing that is shaped.
    """
    given, replay = parsed(arguments), replay_as(user)
    refuse_write(replay, tool, given, writes=writes)
    with witnessed() as seen:
        replayed = replay.call(tool, given)
    if replayed.is_error:
        tell(f"{tool} {answered(replayed)}: {replayed.said}")
    if not seen.begun:
        raise CommandError(f"{tool} answered nothing that is shaped. Name other arguments, another tool, or --user.")
    begun = seen.begun[-1]
    return begun if replay.leads_to(tool, given).writes else with_all_fields(replay, tool, given, begun)


def with_all_fields(replay: Replay, tool: str, arguments: dict[str, Any], begun: Exchange) -> Exchange:
    """The same with what its masks left out, which was not even computed: it is read anew, to see what they save."""
    if not begun.call.is_masked:
        return begun
    whole = unmasked(arguments)
    if replay.leads_to(tool, arguments).tool != tool:
        whole = {name: unmasked(value) if isinstance(value, dict) else value for name, value in whole.items()}
    with witnessed() as seen:
        replay.call(tool, whole)
    result = seen.begun[-1].result if seen.begun else begun.result
    return Exchange.begin(begun.call, result, begun.status).replace(notes=begun.notes, facts=begun.facts)


def unmasked(arguments: dict[str, Any]) -> dict[str, Any]:
    """The same arguments, with nothing said of what is shown but that it is all."""
    return {name: value for name, value in arguments.items() if name not in MASKS} | {"view": "full"}
