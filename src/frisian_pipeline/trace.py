"""A walk through a row of stages, step by step: which stage gave what, how large it is, and how long it took."""

from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Any, NamedTuple

from msgspec.structs import fields

from frisian_pipeline.exchange import Disclosure, Exchange, Operation
from frisian_pipeline.formats import Json
from frisian_pipeline.pipeline import Stage, name_of

FACTS = tuple(field.name for field in fields(Exchange))


class Step(NamedTuple):
    """
    One stage's step.

    Attributes:
        stage: The stage's name.
        seconds: What it took.
        before: The exchange that it was given.
        after: The exchange that it gave.
    """

    stage: str
    seconds: float
    before: Exchange
    after: Exchange

    @property
    def gave(self) -> tuple[str, ...]:
        """The facts that are others after it."""
        if self.after is self.before:
            return ()
        return tuple(fact for fact in FACTS if getattr(self.after, fact) is not getattr(self.before, fact))

    def size(self, json: Json) -> int:
        """The bytes of what is shown after it; see ``size_of``."""
        return size_of(self.after, json)


def size_of(exchange: Exchange, json: Json) -> int:
    """The bytes of what is shown: the content, else the body in JSON; 0 where that cannot be encoded."""
    weighed = exchange.full if exchange.body is exchange.result else b""
    try:
        return len(exchange.content or weighed or json(exchange.body))
    except Exception:
        # To look must not fail where the row goes on: a later stage may replace the body.
        return 0


def walk(stage: Stage, exchange: Exchange) -> Exchange:
    """
    Take one step.

    Raises:
        TypeError: If the stage gives something else than an exchange, or a content that is no bytes.
    """
    walked: object = stage(exchange)
    if not isinstance(walked, Exchange):
        raise TypeError(f"a stage gives an Exchange, not {type(walked).__name__}")
    content: object = walked.content
    if not isinstance(content, bytes):
        raise TypeError(f"the content of an answer is bytes, not {type(content).__name__}")
    return walked


def trace(row: Iterable[Stage], exchange: Exchange) -> Iterator[Step]:
    """Walk through a row; what a stage raises is raised."""
    for stage in row:
        started = perf_counter()
        walked = walk(stage, exchange)
        yield Step(name_of(stage), perf_counter() - started, exchange, walked)
        exchange = walked


def facts_of(step: Step, json: Json) -> dict[str, Any]:
    """What is logged about a step: names, what was decided, and sizes before and after, never content."""
    told: dict[str, Any] = {"tool": step.after.call.tool, "stage": step.stage, "gave": step.gave}
    given = {fact: getattr(step.after, fact) for fact in step.gave}
    told |= {fact: value.value for fact, value in given.items() if isinstance(value, (Operation, Disclosure))}
    if {"body", "content"} & set(step.gave):
        told |= {"bytes_before": size_of(step.before, json), "bytes": step.size(json)}
    return {**told, "notes": len(step.after.notes), "microseconds": round(1e6 * step.seconds)}
