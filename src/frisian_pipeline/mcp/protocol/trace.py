"""A caller's OpenTelemetry trace goes on in the call."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from opentelemetry.context import Context

KEYS = ("traceparent", "tracestate", "baggage")
NOWHERE = nullcontext()


def trace_context(meta: Mapping[str, Any]) -> "Context | None":
    """The current context with what ``_meta`` says about the caller's trace; None where it says nothing."""
    carrier = {key: value for key in KEYS if isinstance(value := meta.get(key), str)}
    if not carrier:
        return None
    from opentelemetry import context, propagate  # noqa: PLC0415  slow to import, and few callers send a trace

    return propagate.extract(carrier, context.get_current())


@contextmanager
def attached(found: "Context") -> Iterator[None]:
    """Run a block inside a trace."""
    from opentelemetry import context  # noqa: PLC0415  here it is loaded already

    token = context.attach(found)
    try:
        yield
    finally:
        context.detach(token)


def continued(meta: Mapping[str, Any]) -> AbstractContextManager[None]:
    """What runs a block inside the caller's trace, if there is one."""
    found = trace_context(meta) if meta else None
    return NOWHERE if found is None else attached(found)
