"""Exchanges to look at: of a file, or of a call as it is made."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandError

from frisian_pipeline.drf import shaping
from frisian_pipeline.drf.pipelines import STORE, HostStore, pipeline
from frisian_pipeline.exchange import Call, Exchange
from frisian_pipeline.management.measuring import reading
from frisian_pipeline.management.recorded import replay_as
from frisian_pipeline.pipeline import Pipeline


def read_result(path: str, call: Call, status: int) -> Exchange:
    """
    An exchange of the JSON in a file.

    Raises:
        CommandError: If there is none.
    """
    try:
        return Exchange.begin(call, msgspec.json.decode(Path(path).read_bytes()), status)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}. Name a file of JSON.") from error
    except msgspec.MsgspecError as error:
        raise CommandError(f"{path} is no JSON: {error}. Name a file of JSON.") from error


@contextmanager
def witnessed() -> Iterator[list[Exchange]]:
    """Keep each exchange as it begins its walk; a command has the process to itself."""
    seen: list[Exchange] = []

    def witness(exchange: Exchange, /) -> Exchange:
        seen.append(exchange)
        return exchange

    def watched(store: HostStore = STORE) -> Pipeline:
        return Pipeline(witness, *pipeline(store))

    module = vars(shaping)
    before, module["pipeline"] = module["pipeline"], watched
    try:
        yield seen
    finally:
        module["pipeline"] = before


def parsed(arguments: str) -> dict[str, Any]:
    """
    A call's arguments from the command line.

    Raises:
        CommandError: If they are no JSON object.
    """
    try:
        return msgspec.json.decode(arguments, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise CommandError(f"The arguments are no JSON object: {error}. Write '{{\"limit\": 10}}'.") from error


def made_call(tool: str, arguments: str, user: str, *, writes: bool) -> Exchange:
    """
    Call a tool and return the exchange that its answer began.

    Raises:
        CommandError: If it cannot be called, or may write and must not, or answers nothing that is shaped.
    """
    replay, given = replay_as(user), parsed(arguments)
    if not writes and tool not in reading(replay):
        raise CommandError(f"{tool} is unknown to this user, or may write; see --user, or add --writes.")
    try:
        with witnessed() as seen:
            replay.call(tool, given)
    except LookupError as error:
        raise CommandError(f"{error.args[0]} for this user; name one who has it with --user.") from error
    if not seen:
        raise CommandError(f"{tool} answered nothing that is shaped; see what it answers over MCP.")
    return seen[-1]
