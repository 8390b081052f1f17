"""What stands beside a read: facts of its author, ``agent_facts(self, data, request)``, and notes on the request."""

from collections.abc import Callable
from functools import partial
from typing import Any

from frisian_pipeline.drf.budgets import LEAST_BUDGET, NO_BUDGET
from frisian_pipeline.drf.calls import misses_budget
from frisian_pipeline.drf.iterators import read
from frisian_pipeline.drf.pipelines import JSON, counter
from frisian_pipeline.exchange import Call, Exchange, Operation
from frisian_pipeline.stages.classify import classify
from frisian_pipeline.telemetry import safe_log


def told_by(author: Any, request: Any) -> Callable[[Exchange], dict[str, Any]]:
    """Ask the author of an answer for its facts, once there is an exchange."""
    return partial(facts_beside, author, request)


def facts_beside(author: Any, request: Any, exchange: Exchange) -> dict[str, Any]:
    """The author's facts beside a read that succeeds; none where there is no author, or asking for them fails."""
    if isinstance(author, type) or not hasattr(author, "agent_facts") or not may_have(exchange):
        return {}
    try:
        return affordable(sendable(author.agent_facts(read(exchange.result), request)), exchange.call)
    except Exception as error:
        # The answer itself is there, and goes out.
        safe_log.error(
            "agent_facts failed (%s) on tool %s; no facts are sent", type(error).__name__, exchange.call.tool
        )
        return {}


def warned_of(request: Any) -> Callable[[Exchange], tuple[str, ...]]:
    """Say of a request what of its words could not be taken, once there is an exchange."""
    return partial(untaken, request)


def untaken(request: Any, exchange: Exchange) -> tuple[str, ...]:
    """What a caller should hear of its own words beside a read that succeeds: it has happened, so that is no error."""
    if not misses_budget(request) or not may_have(exchange):
        return ()
    return (f"budget {NO_BUDGET}; the usual one holds",)


def affordable(facts: dict[str, Any], call: Call) -> dict[str, Any]:
    """Facts that leave as much of the smaller budget to the rows as they take; none where they do not."""
    least = min(filter(None, (call.budget, call.hard_budget)), default=0)
    if not least or counter()(JSON(facts).decode()) <= max(0, least - LEAST_BUDGET) // 2:
        return facts
    safe_log.warning("agent_facts are too large for the budget on tool %s; no facts are sent", call.tool)
    return {}


def may_have(exchange: Exchange) -> bool:
    """Tell whether an answer may have anything beside it, before any stage has walked; no data has no beside."""
    if exchange.result is None or exchange.call.method == "OPTIONS" or exchange.speaks_whole:
        return False
    return classify(exchange.call, exchange.status) is Operation.READ


def sendable(facts: Any) -> dict[str, Any]:
    """
    Facts as plain data; None is none.

    Raises:
        TypeError: If they are no dict, or hold what JSON does not know.
    """
    if facts is not None and not isinstance(facts, dict):
        raise TypeError("agent_facts gives a dict")
    found: dict[str, Any] = read(facts or {})
    JSON(found)
    return found
