"""Where events and metrics go: the host's log, and OpenTelemetry where the host has installed it."""

import logging
import sys
from contextlib import suppress
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from frisian_pipeline.recorder import Recorder

log = logging.getLogger("frisian_pipeline")

making = Lock()


class SafeLog(logging.LoggerAdapter[logging.Logger]):
    """The host's log, in which a handler or filter that fails costs the event, and never the answer it tells of."""

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        """Log an event as the host's logger does, in the name of who tells it."""
        with suppress(Exception):
            self.logger.log(level, msg, *args, **{"stacklevel": 2, **kwargs})


safe_log = SafeLog(log)


@cache
def event_log() -> Any:
    """A structlog logger on the standard library's; loaded at the first event, since it is slow to import."""
    import structlog

    return structlog.wrap_logger(
        safe_log, processors=[structlog.stdlib.render_to_log_kwargs], wrapper_class=structlog.stdlib.BoundLogger
    )


def recorder() -> "Recorder":
    """
    What measures answers by OpenTelemetry's API; it records nothing until the host installs an SDK.

    All threads share one: of two that were made at once the SDK would ask only one for what waits.
    """
    with making:
        return the_recorder()


@cache
def the_recorder() -> "Recorder":
    """The only one."""
    from opentelemetry import metrics

    from frisian_pipeline.recorder import Recorder

    return Recorder(metrics.get_meter("frisian_pipeline"))


def is_measured() -> bool:
    """Tell whether the host has installed a meter provider; nobody can have, before OpenTelemetry is imported."""
    metrics = sys.modules.get("opentelemetry.metrics")
    return metrics is not None and "opentelemetry.metrics" not in type(metrics.get_meter_provider()).__module__
