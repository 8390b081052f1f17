"""One event and three histograms for each answer: sizes and decisions, never content."""

import logging
from random import random
from typing import Any, ClassVar, NamedTuple, Protocol

from msgspec import Struct

from frisian_pipeline.exchange import Exchange
from frisian_pipeline.telemetry import event_log, is_measured, log, recorder, safe_log
from frisian_pipeline.tokens import Counter, counter_of, is_exact, name_of


class Sampling(NamedTuple):
    """
    How much of a content is counted.

    Attributes:
        pieces: Pieces that a content is judged by which is longer than all of them.
        size: Bytes of a piece.
    """

    pieces: int
    size: int


ROUGH, FINE = Sampling(8, 64), Sampling(128, 512)
"""What costs little for a megabyte as for a page; an exact counter counts as much in the same time."""

FORMATS = frozenset({"json", "columnar", "toon", "tron", "csv", "markdown", "auto"})
"""Formats that are told apart; all others are one, since anybody may ask for any name."""


class Watch(Protocol):
    """Is told what each answer of a tool cost."""

    def __call__(self, tool: str, tokens: int, /) -> None: ...


class Cost(NamedTuple):
    """
    What an answer costs.

    Attributes:
        tokens: Counted, in pieces where the content is long.
        saved: Tokens that the whole result would have cost on top; scaled from bytes, it is never counted.
        counter: The name of what counted.
    """

    tokens: int
    saved: int
    counter: str


def pieces_of(content: bytes, sampling: Sampling) -> bytes:
    """
    The content, or a piece of each of its parts, which are equally long.

    Where in its part a piece begins is left to chance: rows may be as long as the parts are, and always show the same.
    """
    count, size = sampling
    if len(content) <= count * size:
        return content
    room = len(content) / count - size
    starts = [int(part * len(content) / count + room * random()) for part in range(count)]  # noqa: S311
    return b"".join([content[start : start + size] for start in starts])


def count_tokens(content: bytes, counter: Counter) -> int:
    """Count a content's tokens, or scale up what its pieces cost."""
    pieces = pieces_of(content, FINE if is_exact(counter) else ROUGH)
    count = counter(pieces.decode(errors="ignore"))
    return count if pieces is content else round(count * len(content) / len(pieces))


def cost_of(exchange: Exchange, counter: Counter) -> Cost:
    """Count what is sent, and scale what is not."""
    tokens, size = count_tokens(exchange.content, counter), len(exchange.content)
    saved = round(tokens * (len(exchange.full) - size) / size) if exchange.full and size else 0
    return Cost(tokens, max(0, saved), name_of(counter))


def format_of(exchange: Exchange) -> str:
    """The format of an answer, if it is one that we know: anybody may ask for any."""
    name = exchange.format or exchange.call.format
    return name if name in FORMATS else "other"


def facts(exchange: Exchange, cost: Cost) -> dict[str, Any]:
    """What is logged about an exchange; nothing here is payload, token or owner."""
    return {
        "tool": exchange.call.tool,
        "action": exchange.call.action,
        "status": exchange.status,
        "operation": exchange.operation.value,
        "disclosure": exchange.disclosure.value,
        "format": format_of(exchange),
        "counter": cost.counter,
        "result_bytes": len(exchange.full),
        "answer_bytes": len(exchange.content),
        "answer_tokens": cost.tokens,
        "tokens_saved": cost.saved,
        "kept": exchange.token != "",
        "masked": exchange.call.is_masked,
        "verified": exchange.call.verify,
        "notes": len(exchange.notes),
    }


def record(exchange: Exchange, cost: Cost) -> None:
    """Record an answer in the histograms."""
    attributes = {
        "tool_name": exchange.call.tool,
        "format": format_of(exchange),
        "disclosure": exchange.disclosure.value,
        "counter": cost.counter,
    }
    recorder().answered(cost.tokens, len(exchange.content), cost.saved, attributes)


class Report(Struct, frozen=True):
    """
    Tell operators what an answer cost and what was decided.

    Attributes:
        counter: Counts tokens; None is an exact one where that can be had, else the estimator.
        watch: Is told what each answer cost; None where nobody watches.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"operation", "disclosure", "full", "token", "notes", "content"})
    gives: ClassVar[frozenset[str]] = frozenset()

    counter: Counter | None = None
    watch: Watch | None = None

    def __call__(self, exchange: Exchange, /) -> Exchange:
        logged, measured = log.isEnabledFor(logging.INFO), is_measured()
        if logged or measured or self.watch is not None:
            try:
                self._tell(exchange, logged=logged, measured=measured)
            except Exception as error:  # noqa: BLE001
                # The answer is done: what tells of it is the host's log, exporter or counter, and costs it nothing.
                safe_log.warning("an answer could not be reported (%s)", type(error).__name__)
        return exchange

    def _tell(self, exchange: Exchange, *, logged: bool, measured: bool) -> None:
        cost = cost_of(exchange, self.counter or counter_of())
        if logged:
            event_log().info("answered", **facts(exchange, cost))
        if measured:
            record(exchange, cost)
        if self.watch is not None:
            self.watch(exchange.call.tool, cost.tokens)
