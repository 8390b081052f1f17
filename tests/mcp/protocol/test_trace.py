"""A caller's OpenTelemetry trace goes on in the call."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry import baggage, context, trace

from frisian_pipeline.mcp.protocol import CallResult, trace_context
from tests.mcp.protocol.shop import META, ORDERS, Shop, legacy, modern

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = f"00-{TRACE}-b7ad6b7169203331-01"
SENT = {"traceparent": PARENT, "tracestate": "shop=1", "baggage": "desk=3"}


class Traced(Shop):
    """A server that looks where it is called."""

    def __init__(self, *, fails: bool = False) -> None:
        super().__init__()
        self.fails = fails
        self.seen: list[tuple[str, str, Any]] = []

    def call_tool(self, caller: str, name: str, arguments: dict[str, Any], meta: Mapping[str, Any], /) -> CallResult:
        span = trace.get_current_span().get_span_context()
        self.seen.append((f"{span.trace_id:032x}", span.trace_state.to_header(), baggage.get_baggage("desk")))
        if self.fails:
            raise ValueError
        return ORDERS


class TestTrace:
    @pytest.mark.parametrize("send", [modern, legacy])
    @pytest.mark.parametrize("fails", [False, True])
    def test_it_goes_on(self, send: Any, *, fails: bool) -> None:
        """A tool runs inside its caller's trace, which ends with the call, also where that fails."""
        shop, before = Traced(fails=fails), context.get_current()
        meta = (META | SENT) if send is modern else SENT
        send("tools/call", shop, name="orders_list", _meta=meta)
        assert shop.seen == [(TRACE, "shop=1", "3")]
        assert context.get_current() == before

    def test_it_is_not_sent(self) -> None:
        """Without a trace in _meta the call stays in the one it is in."""
        shop = Traced()
        token = context.attach(baggage.set_baggage("desk", "ours"))
        modern("tools/call", shop, name="orders_list")
        context.detach(token)
        assert shop.seen == [("0" * 32, "", "ours")]


class TestTraceContext:
    @pytest.mark.parametrize("meta", [{}, META, {"traceparent": 5, "baggage": None, "tracestate": ["a"]}])
    def test_nothing_to_read(self, meta: dict[str, Any]) -> None:
        """A _meta that says nothing of a trace gives no context."""
        assert trace_context(meta) is None

    def test_a_parent_that_is_none(self) -> None:
        """A malformed parent leaves the current span where it is."""
        ours = trace.set_span_in_context(trace.NonRecordingSpan(trace.SpanContext(1, 2, is_remote=False)))
        token = context.attach(ours)
        found = trace_context({"traceparent": "soon"})
        context.detach(token)
        assert trace.get_current_span(found).get_span_context().trace_id == 1

    @given(st.fixed_dictionaries({}, optional=dict.fromkeys(SENT, st.text() | st.none() | st.integers())))
    def test_anything_is_read(self, meta: dict[str, Any]) -> None:
        """Whatever a caller sends as its trace, reading it does not fail."""
        found = trace_context(meta)
        assert (found is None) == (not any(isinstance(value, str) for value in meta.values()))
