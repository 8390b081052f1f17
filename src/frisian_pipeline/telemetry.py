"""Where events and metrics go: the host's log, and OpenTelemetry where the host has installed it."""

import logging
import sys
from functools import cache
from typing import Any, NamedTuple

log = logging.getLogger("frisian_pipeline")


class Instruments(NamedTuple):
    """What answers are measured with."""

    tokens: Any
    bytes: Any
    saved: Any
    regressions: Any


@cache
def event_log() -> Any:
    """A structlog logger on the standard library's; loaded at the first event, since it is slow to import."""
    import structlog

    return structlog.wrap_logger(
        log, processors=[structlog.stdlib.render_to_log_kwargs], wrapper_class=structlog.stdlib.BoundLogger
    )


@cache
def instruments() -> Instruments:
    """The OpenTelemetry instruments; they record nothing until the host installs an SDK."""
    from opentelemetry import metrics

    meter = metrics.get_meter("frisian_pipeline")
    return Instruments(
        meter.create_histogram("mcp.tool.response_tokens", unit="{token}", description="Tokens of an answer."),
        meter.create_histogram("mcp.tool.response_bytes", unit="By", description="Bytes of an answer."),
        meter.create_histogram("mcp.tool.tokens_saved", unit="{token}", description="Tokens an answer did not cost."),
        meter.create_counter("mcp.tool.regressions", unit="{rise}", description="Rises of a tool over its baseline."),
    )


def is_measured() -> bool:
    """Tell whether the host has installed a meter provider; nobody can have, before OpenTelemetry is imported."""
    metrics = sys.modules.get("opentelemetry.metrics")
    return metrics is not None and "opentelemetry.metrics" not in type(metrics.get_meter_provider()).__module__
