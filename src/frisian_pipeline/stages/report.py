"""One event and three histograms for each answer: sizes and decisions, never content."""

import logging
import sys
from functools import cache
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct

from frisian_pipeline.exchange import Exchange
from frisian_pipeline.tokens import Counter, counter_of

SAMPLE = 2048
"""Contents longer than twice this many bytes are counted from two samples of this size."""

log = logging.getLogger("frisian_pipeline")


class Histograms(NamedTuple):
    """The instruments an answer is measured with."""

    tokens: Any
    bytes: Any
    saved: Any


@cache
def event_log() -> Any:
    """A structlog logger on the standard library's; loaded at the first event, since it is slow to import."""
    import structlog

    return structlog.wrap_logger(
        log, processors=[structlog.stdlib.render_to_log_kwargs], wrapper_class=structlog.stdlib.BoundLogger
    )


@cache
def histograms() -> Histograms:
    """The OpenTelemetry instruments; they record nothing until the host installs an SDK."""
    from opentelemetry import metrics

    meter = metrics.get_meter("frisian_pipeline")
    return Histograms(
        meter.create_histogram("mcp.tool.response_tokens", unit="{token}", description="Tokens of an answer."),
        meter.create_histogram("mcp.tool.response_bytes", unit="By", description="Bytes of an answer."),
        meter.create_histogram("mcp.tool.tokens_saved", unit="{token}", description="Tokens an answer did not cost."),
    )


def is_measured() -> bool:
    """Tell whether the host has installed a meter provider; nobody can have, before OpenTelemetry is imported."""
    metrics = sys.modules.get("opentelemetry.metrics")
    return metrics is not None and "opentelemetry.metrics" not in type(metrics.get_meter_provider()).__module__


def count_tokens(content: bytes, counter: Counter) -> int:
    """Count a content's tokens; a long one is judged by its beginning and its middle."""
    if len(content) <= 2 * SAMPLE:
        return counter(content.decode(errors="replace"))
    middle = len(content) // 2
    sample = content[:SAMPLE] + content[middle : middle + SAMPLE]
    return round(counter(sample.decode(errors="replace")) * len(content) / len(sample))


def format_of(exchange: Exchange) -> str:
    """The format of an answer, as long as it can be a name: it goes into logs and metrics, and anybody may ask."""
    name = exchange.format or exchange.call.format
    return name if name.isidentifier() and len(name) <= 20 else "other"


def facts(exchange: Exchange, tokens: int) -> dict[str, Any]:
    """What is logged about an exchange; nothing here is payload, token or owner."""
    return {
        "tool": exchange.call.tool,
        "action": exchange.call.action,
        "status": exchange.status,
        "operation": exchange.operation.value,
        "disclosure": exchange.disclosure.value,
        "format": format_of(exchange),
        "result_bytes": len(exchange.full),
        "answer_bytes": len(exchange.content),
        "answer_tokens": tokens,
        "kept": exchange.token != "",
    }


def record(exchange: Exchange, tokens: int) -> None:
    """Record an answer in the histograms; what was saved is scaled from bytes, the full result is never counted."""
    call, size = exchange.call, len(exchange.content)
    saved = round(tokens * (len(exchange.full) - size) / size) if exchange.full and size else 0
    attributes = {"tool_name": call.tool, "format": format_of(exchange), "disclosure": exchange.disclosure.value}
    measured = histograms()
    measured.tokens.record(tokens, attributes)
    measured.bytes.record(size, attributes)
    measured.saved.record(max(0, saved), attributes)


class Report(Struct, frozen=True):
    """
    Tell operators what an answer cost and what was decided.

    Attributes:
        counter: Counts tokens; None is an exact one where that can be had, else the estimator.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"operation", "disclosure", "full", "token", "content"})
    gives: ClassVar[frozenset[str]] = frozenset()

    counter: Counter | None = None

    def __call__(self, exchange: Exchange, /) -> Exchange:
        logged, measured = log.isEnabledFor(logging.INFO), is_measured()
        if logged or measured:
            tokens = count_tokens(exchange.content, self.counter or counter_of())
            if logged:
                event_log().info("answered", **facts(exchange, tokens))
            if measured:
                record(exchange, tokens)
        return exchange
