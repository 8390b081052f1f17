"""Hosts that have the OpenTelemetry SDK installed."""

from collections.abc import Iterator

import pytest
from opentelemetry import metrics
from opentelemetry.exporter.prometheus import PrometheusMetricReader
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader, MetricReader
from prometheus_client import CollectorRegistry

from frisian_pipeline import telemetry


def installed(reader: MetricReader, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Measure with an SDK of one test's own; in a process, only one could be installed for good."""
    provider = MeterProvider(metric_readers=[reader])
    monkeypatch.setattr(metrics, "get_meter_provider", lambda: provider)
    monkeypatch.setattr(metrics, "get_meter", provider.get_meter)
    telemetry.instruments.cache_clear()
    yield
    telemetry.instruments.cache_clear()
    provider.shutdown()


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemoryMetricReader]:
    """Metrics that stay in memory."""
    reader = InMemoryMetricReader()
    for _ in installed(reader, monkeypatch):
        yield reader


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[CollectorRegistry]:
    """Metrics as Prometheus scrapes them."""
    registry = CollectorRegistry()
    for _ in installed(PrometheusMetricReader(registry=registry), monkeypatch):
        yield registry
