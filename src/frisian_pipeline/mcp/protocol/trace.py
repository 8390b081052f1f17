"""A caller's OpenTelemetry trace goes on in the call."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from opentelemetry.context import Context

KEYS = ("traceparent", "tracestate", "baggage")


def trace_context(meta: Mapping[str, Any]) -> "Context | None":
    """The current context with what ``_meta`` says about the caller's trace; None where it says nothing."""
    carrier = {key: value for key in KEYS if isinstance(value := meta.get(key), str)}
    if not carrier:
        return None
    from opentelemetry import context, propagate  # noqa: PLC0415  slow to import, and few callers send a trace

    return propagate.extract(carrier, context.get_current())


@contextmanager
def continued(meta: Mapping[str, Any]) -> Iterator[None]:
    """Run a block inside the caller's trace, if there is one."""
    found = trace_context(meta)
    if found is None:
        yield
        return
    from opentelemetry import context  # noqa: PLC0415  here it is loaded already

    token = context.attach(found)
    try:
        yield
    finally:
        context.detach(token)
