"""What tools cost: their answers to recorded calls, or their entries in the listing."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from statistics import fmean
from typing import NamedTuple

import msgspec
from django.core.management.base import CommandError

from frisian_pipeline import conf
from frisian_pipeline.management.recorded import Recorded, Replay
from frisian_pipeline.regressions import Baseline
from frisian_pipeline.telemetry import log
from frisian_pipeline.tokens import counter_of, name_of


class Told(NamedTuple):
    """One answer, as the log tells it."""

    tool: str
    tokens: int
    status: int


class Listener(logging.Handler):
    """Hears what answers cost, by the very numbers that are compared to the baseline later on."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.told: list[Told] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Take what an event says of an answer."""
        if record.getMessage() == "answered":
            known = vars(record)
            self.told.append(Told(known["tool"], known["answer_tokens"], known["status"]))


@contextmanager
def listening() -> Iterator[list[Told]]:
    """Hear the events of answers, and keep them from the host's log."""
    listener, before = Listener(), (log.level, log.propagate)
    log.addHandler(listener)
    log.setLevel(logging.INFO)
    log.propagate = False
    try:
        yield listener.told
    finally:
        log.removeHandler(listener)
        log.setLevel(before[0])
        log.propagate = before[1]


def reading(replay: Replay) -> set[str]:
    """The tools that only read."""
    return {tool["name"] for tool in replay.tools() if tool.get("annotations", {}).get("readOnlyHint") is True}


def averages(told: Iterable[tuple[str, int]]) -> dict[str, float]:
    """Average tokens of each tool."""
    counts: dict[str, list[int]] = defaultdict(list)
    for tool, tokens in told:
        counts[tool].append(tokens)
    return {tool: round(fmean(some), 1) for tool, some in sorted(counts.items())}


def of_calls(replay: Replay, calls: Iterable[Recorded], *, writes: bool) -> Baseline:
    """
    Make calls again and measure their answers, those that succeed.

    Raises:
        CommandError: If a tool is not there, or writes and must not.
    """
    only_read = reading(replay)
    with listening() as told:
        for call in calls:
            if not writes and call.tool not in only_read:
                raise CommandError(f"{call.tool} may write, and would do so again; leave it out, or add --writes.")
            try:
                replay.call(call.tool, call.arguments)
            except LookupError as error:
                raise CommandError(f"{error.args[0]} for this user; name one who has it with --user.") from error
    succeeded = [(one.tool, one.tokens) for one in told if one.status < 400]
    if not succeeded:
        raise CommandError("No call was answered and reported; see that they succeed, and that PIPELINE has Report.")
    return Baseline(name_of(counter_of(conf.settings().token_counter)), "calls", averages(succeeded))


def of_listing(replay: Replay) -> Baseline:
    """Measure the tools as they are listed."""
    counter = counter_of(conf.settings().token_counter)
    costs = {str(tool["name"]): float(counter(msgspec.json.encode(tool).decode())) for tool in replay.tools()}
    return Baseline(name_of(counter), "listed", costs)
