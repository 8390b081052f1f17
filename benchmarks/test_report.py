"""What it costs to tell operators what answers cost."""

import sys
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.test import override_settings
from opentelemetry import metrics
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from benchmarks.bars import Measure
from benchmarks.payloads import devices
from benchmarks.requests import LEGACY, call
from benchmarks.test_endpoint import SENT, text_of
from benchmarks.timing import best
from frisian_pipeline import Call, Exchange, agent_answers, recorder, telemetry
from frisian_pipeline.stages import Report
from frisian_pipeline.stages.report import count_tokens
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.tokens import estimate

WRITE = Call("devices_create", action="create", method="POST", owner="somebody", can_continue=True)


@pytest.fixture
def sdk() -> Iterator[None]:
    """A host with the OpenTelemetry SDK."""
    provider = MeterProvider(metric_readers=[InMemoryMetricReader()])
    telemetry.the_recorder.cache_clear()
    with patch.multiple(metrics, get_meter_provider=lambda: provider, get_meter=provider.get_meter):
        yield
    telemetry.the_recorder.cache_clear()
    provider.shutdown()


class TestReport:
    """The bars of the report."""

    def test_metrics(self, sdk: None, measure: Measure, monkeypatch: pytest.MonkeyPatch) -> None:
        """Metrics cost a call next to nothing, since they wait; what the SDK takes to record them is paid later."""
        row = agent_answers(MemoryStore(), counter=estimate).without(Report)
        exchange = row(Exchange.begin(WRITE, devices(1), 201))
        report = Report(lambda text: 30)
        assert telemetry.is_measured()
        for name, most, limit in (("that waits", sys.maxsize, 20), ("that is recorded at once", 0, None)):
            monkeypatch.setattr(recorder, "MOST", most)
            (took,) = best(lambda: report(exchange), seconds=0.5)
            measure(f"metrics of a call {name}, beside the count", 1e6 * took, limit, unit="us")

    @pytest.mark.parametrize("tool", ["nothing_list", "devices_list", "devices_create"])
    def test_the_estimate(self, tool: str, measure: Measure) -> None:
        """To count an answer costs at most a tenth of the call, however large it is."""
        urls = {"ROOT_URLCONF": "benchmarks.test_endpoint"}
        with override_settings(**urls, FRISIAN_PIPELINE={"ANONYMOUS_TIER": "read_write", "SURFACE": "flat"}):
            send = call(LEGACY, tool, **({"items": SENT} if tool == "devices_create" else {}))
            content = text_of(send).encode()
            count, whole = best(lambda: count_tokens(content, estimate), send, seconds=2)
        measure(f"estimate of {len(content):,} B / its call, {tool}", 100 * count / whole, 10, unit="%")
        measure("the same", 1e6 * count, None, unit="us")
