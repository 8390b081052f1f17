"""Measurements wait until they are collected."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from time import sleep
from typing import Any

import pytest
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from frisian_pipeline import recorder, telemetry
from frisian_pipeline.recorder import Recorder

ATTRIBUTES = {"tool_name": "devices", "format": "json", "disclosure": "full", "counter": "estimate"}
NAMES = {"mcp.tool.response_tokens", "mcp.tool.response_bytes", "mcp.tool.tokens_saved"}


def collected(reader: InMemoryMetricReader) -> dict[str, Any]:
    """The data points of each instrument, as one reader sees them."""
    data = reader.get_metrics_data()
    if data is None:
        return {}
    found = data.resource_metrics[0].scope_metrics[0].metrics
    return {metric.name: metric.data.data_points[0] for metric in found}


def recorded(*readers: InMemoryMetricReader) -> Recorder:
    """A recorder that these readers collect from."""
    return Recorder(MeterProvider(metric_readers=readers).get_meter("test"))


class TestRecorder:
    @pytest.mark.parametrize("most", [0, 3, recorder.MOST])
    def test_nothing_is_lost(self, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every answer is recorded once, whether it waits or finds no place, and whoever collects how often."""
        monkeypatch.setattr(recorder, "MOST", most)
        readers = InMemoryMetricReader(), InMemoryMetricReader()
        measuring = recorded(*readers)
        for number in range(10):
            measuring.answered(number, 2 * number, 3 * number, ATTRIBUTES)
            if number == 5:
                collected(readers[0])
        for reader in (*readers, readers[0]):
            found = collected(reader)
            assert found.keys() == NAMES
            assert {(point.count, point.sum) for point in found.values()} == {(10, 45), (10, 90), (10, 135)}

    def test_buckets_reach_as_far_as_answers(self) -> None:
        """An answer that is bought whole, of a megabyte, is told apart from one of a usual budget."""
        reader = InMemoryMetricReader()
        measuring = recorded(reader)
        for tokens in (5, 4_000, 30_000, 250_000):
            measuring.answered(tokens, 4 * tokens, 3 * tokens, ATTRIBUTES)
        for point in collected(reader).values():
            assert max(point.bucket_counts) == 1
            assert point.bucket_counts[-1] == 0

    def test_at_once(self) -> None:
        """Answers may come while others are collected."""
        reader, done = InMemoryMetricReader(), Event()
        measuring = recorded(reader)

        def answer() -> None:
            for _ in range(3_000):
                measuring.answered(1, 2, 3, ATTRIBUTES)

        def collect() -> None:
            while not done.is_set():
                collected(reader)

        with ThreadPoolExecutor(6) as threads:
            collecting = [threads.submit(collect) for _ in range(2)]
            for answering in [threads.submit(answer) for _ in range(4)]:
                answering.result()
            done.set()
            for one in collecting:
                one.result()
        found = collected(reader)
        assert {name: (point.count, point.sum) for name, point in found.items()} == {
            "mcp.tool.response_tokens": (12_000, 12_000),
            "mcp.tool.response_bytes": (12_000, 24_000),
            "mcp.tool.tokens_saved": (12_000, 36_000),
        }

    def test_there_is_one(self, reader: InMemoryMetricReader, monkeypatch: pytest.MonkeyPatch) -> None:
        """Threads that measure their first answer at the same moment measure it with the same recorder."""
        together, get_meter = Barrier(8), metrics.get_meter

        def get_slowly(name: str) -> metrics.Meter:
            sleep(0.05)
            return get_meter(name)

        monkeypatch.setattr(metrics, "get_meter", get_slowly)

        def answer() -> None:
            together.wait()
            telemetry.recorder().answered(1, 2, 3, ATTRIBUTES)

        with ThreadPoolExecutor(8) as threads:
            for one in [threads.submit(answer) for _ in range(8)]:
                one.result()
        assert {point.count for point in collected(reader).values()} == {8}

    def test_rises(self) -> None:
        """Rises are counted by tool, and are the same however often they are asked for."""
        reader = InMemoryMetricReader()
        measuring = recorded(reader)
        assert collected(reader) == {}
        for _ in range(2):
            measuring.rose("devices")
        for _ in range(2):
            point = collected(reader)["mcp.tool.regressions"]
            assert (point.value, dict(point.attributes)) == (2, {"tool_name": "devices"})

    @pytest.mark.parametrize("sampled", [True, False])
    def test_exemplars(self, *, sampled: bool) -> None:
        """An exemplar names the trace in which the answer was given, not the one in which it was collected."""
        reader = InMemoryMetricReader()
        measuring = recorded(reader)
        flags = trace.TraceFlags(trace.TraceFlags.SAMPLED if sampled else trace.TraceFlags.DEFAULT)
        with trace.use_span(trace.NonRecordingSpan(trace.SpanContext(7, 8, is_remote=False, trace_flags=flags))):
            measuring.answered(1, 2, 3, ATTRIBUTES)
        other = trace.SpanContext(9, 9, is_remote=False, trace_flags=trace.TraceFlags(trace.TraceFlags.SAMPLED))
        with trace.use_span(trace.NonRecordingSpan(other)):
            found = collected(reader)
        traces = {exemplar.trace_id for point in found.values() for exemplar in point.exemplars}
        assert traces == ({7} if sampled else set())
