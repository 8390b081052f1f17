"""Measurements by OpenTelemetry's API; they wait until the host's exporter collects them."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from functools import partial
from threading import Lock
from typing import NamedTuple

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.metrics import CallbackOptions, Meter, Observation

BUCKETS = 0, *(step * 10**power for power in range(1, 7) for step in (1, 2, 5))
"""The buckets that the host is advised to have; the SDK's own end at 10,000, where long answers begin."""

MOST = 4096
"""So many answers may wait; what comes on top is recorded at once."""

UNTRACED = trace.set_span_in_context(trace.INVALID_SPAN, Context())
"""No trace. An empty context would not do: the SDK takes the collection's own in its place."""


class Measured(NamedTuple):
    """
    What an answer cost.

    Attributes:
        tokens: Counted, of what was sent.
        size: Bytes of what was sent.
        saved: Tokens that it did not cost.
        attributes: Of tokens and bytes; each costs time, so savings have the tool's name alone.
        context: The trace that it belongs to, and nothing else, since it is kept.
    """

    tokens: int
    size: int
    saved: int
    attributes: Mapping[str, str]
    context: Context


class Recorder:
    """
    Records answers in histograms, and rises of tools in a counter; safe to share among threads.

    To record a value takes an SDK ten microseconds and more. So answers wait here until the host collects: then the SDK
    first observes the counter, and what waits is recorded.
    """

    def __init__(self, meter: Meter) -> None:
        made = partial(meter.create_histogram, explicit_bucket_boundaries_advisory=BUCKETS)
        self._tokens = made("mcp.tool.response_tokens", "{token}", "Tokens of an answer.")
        self._bytes = made("mcp.tool.response_bytes", "By", "Bytes of an answer.")
        self._saved = made("mcp.tool.tokens_saved", "{token}", "Tokens an answer did not cost.")
        meter.create_observable_counter(
            "mcp.tool.regressions", [self._collect], "{rise}", "Rises of a tool over its baseline."
        )
        self._waiting: deque[Measured] = deque()
        self._rises: Counter[str] = Counter()
        self._lock = Lock()

    def answered(self, tokens: int, size: int, saved: int, attributes: Mapping[str, str]) -> None:
        """Take note of an answer."""
        measured = Measured(tokens, size, saved, attributes, trace_of())
        if len(self._waiting) < MOST:
            self._waiting.append(measured)
        else:
            self._record(measured)

    def rose(self, tool: str) -> None:
        """Take note of a tool that has risen over its baseline."""
        with self._lock:
            self._rises[tool] += 1

    def _record(self, measured: Measured) -> None:
        tokens, size, saved, attributes, context = measured
        self._tokens.record(tokens, attributes, context)
        self._bytes.record(size, attributes, context)
        self._saved.record(saved, {"tool_name": attributes["tool_name"]}, context)

    def _collect(self, options: CallbackOptions) -> Iterator[Observation]:
        """Record what waits, and give the rises; answers that come meanwhile wait for the next time."""
        for _ in range(len(self._waiting)):
            self._record(self._waiting.popleft())
        with self._lock:
            rises = dict(self._rises)
        for tool, count in rises.items():
            yield Observation(count, {"tool_name": tool})


def trace_of() -> Context:
    """The trace that an answer belongs to, where it is sampled: exemplars name it."""
    span = trace.get_current_span().get_span_context()
    if not span.trace_flags.sampled:
        return UNTRACED
    return trace.set_span_in_context(trace.NonRecordingSpan(span), Context())
