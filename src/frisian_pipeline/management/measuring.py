"""What tools cost: their answers to recorded calls, or their entries in the listing."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from statistics import fmean
from typing import NamedTuple

import msgspec
from django.core.management.base import CommandError

from frisian_pipeline.drf.pipelines import JSON, counter
from frisian_pipeline.exchange import Exchange
from frisian_pipeline.management.recorded import Recorded
from frisian_pipeline.management.replaying import Replay, answered
from frisian_pipeline.management.witness import witnessed
from frisian_pipeline.regressions import Baseline
from frisian_pipeline.tokens import name_of


class Cost(NamedTuple):
    """
    What a call told.

    Attributes:
        tool: The tool that answered.
        tokens: Of its answer.
        fault: Why there are none; empty where it was measured.
    """

    tool: str
    tokens: int
    fault: str = ""


def refuse_writes(replay: Replay, calls: Mapping[int, Recorded]) -> None:
    """
    See that no call changes anything, before the first is made.

    Raises:
        CommandError: If one may.
    """
    for line, call in calls.items():
        try:
            writes = replay.leads_to(call.tool, call.arguments).writes
        except LookupError:
            continue
        if writes:
            fault = f"{call.tool} may write, and would do so again"
            raise CommandError(f"{fault}; leave it out (line {line}), or add --writes.")


def cost_of(exchange: Exchange) -> int:
    """Count all of an answer; the report, whose numbers are compared to the baseline later on, counts pieces."""
    return counter()((exchange.content or JSON(exchange.body)).decode(errors="replace"))


def made(replay: Replay, call: Recorded) -> Cost:
    """Make a call and measure its answer, if it succeeds."""
    try:
        tool = replay.leads_to(call.tool, call.arguments).tool
    except LookupError as error:
        return Cost(call.tool, 0, str(error))
    with witnessed() as seen:
        replayed = replay.call(call.tool, call.arguments)
    if replayed.is_error or not seen.walked:
        fault = "was answered whole, because the pipeline failed" if seen.begun else answered(replayed)
        return Cost(tool, 0, f"{tool} {answered(replayed) if replayed.is_error else fault}")
    return Cost(tool, cost_of(seen.walked[-1]))


def averages(costs: Iterable[Cost]) -> Baseline:
    """The average of each tool's answers, of those that were measured."""
    counts: dict[str, list[int]] = defaultdict(list)
    for cost in costs:
        if not cost.fault:
            counts[cost.tool].append(cost.tokens)
    tools = {tool: round(fmean(some), 1) for tool, some in sorted(counts.items())}
    return Baseline(name_of(counter()), "calls", tools)


def of_listing(replay: Replay) -> Baseline:
    """
    Measure the tools as they are listed.

    Raises:
        CommandError: If there are none.
    """
    costs = {str(tool["name"]): float(counter()(msgspec.json.encode(tool).decode())) for tool in replay.tools()}
    if not costs:
        raise CommandError("No tool is listed for this user; name one who may use some with --user.")
    return Baseline(name_of(counter()), "listed", costs)
