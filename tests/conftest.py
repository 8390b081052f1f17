"""Hosts that have the OpenTelemetry SDK installed; the sessions of clients, which read this too, have none."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from frisian_pipeline import telemetry


def installed(reader: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Measure with an SDK of one test's own; in a process, only one could be installed for good."""
    from opentelemetry import metrics
    from opentelemetry.sdk.metrics import MeterProvider

    provider = MeterProvider(metric_readers=[reader])
    monkeypatch.setattr(metrics, "get_meter_provider", lambda: provider)
    monkeypatch.setattr(metrics, "get_meter", provider.get_meter)
    telemetry.the_recorder.cache_clear()
    yield
    telemetry.the_recorder.cache_clear()
    provider.shutdown()


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Metrics that stay in memory."""
    from opentelemetry.sdk.metrics.export import InMemoryMetricReader

    reader = InMemoryMetricReader()
    for _ in installed(reader, monkeypatch):
        yield reader


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Metrics as Prometheus scrapes them."""
    from opentelemetry.exporter.prometheus import PrometheusMetricReader
    from prometheus_client import CollectorRegistry

    registry = CollectorRegistry()
    for _ in installed(PrometheusMetricReader(registry=registry), monkeypatch):
        yield registry


class Failing(logging.Handler):
    """A handler of a host's that has no answer to what it is told but an error, and counts them."""

    def __init__(self) -> None:
        super().__init__()
        self.failed = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.failed += 1
        raise ConnectionError("the log cannot be reached")


@pytest.fixture(params=["DEBUG", "WARNING"])
def failing_log(request: pytest.FixtureRequest) -> Iterator[Failing]:
    """A log that fails on each event, of which there are many or few."""
    log, handler = logging.getLogger("frisian_pipeline"), Failing()
    level = log.level
    log.setLevel(request.param)
    log.addHandler(handler)
    yield handler
    log.removeHandler(handler)
    log.setLevel(level)
