"""One event and three histograms for each answer."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry import metrics
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from frisian_pipeline import Call, Disclosure, Exchange, Operation
from frisian_pipeline.stages import Report, report

EXCHANGE = Exchange.begin(
    Call("devices", action="create", owner="ann", fields="secret-mask"), {"id": "payload"}, 201
).replace(
    operation=Operation.CREATE,
    disclosure=Disclosure.LEAN,
    full=b"x" * 400,
    token="TOKEN",
    content=b'{"id":1,"status_code":201}',
)


def refuses(text: str) -> int:
    """A counter that must not be called."""
    raise AssertionError(text)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemoryMetricReader]:
    """Metrics of a host that has the OpenTelemetry SDK installed."""
    reader = InMemoryMetricReader()
    provider = MeterProvider(metric_readers=[reader])
    monkeypatch.setattr(metrics, "get_meter_provider", lambda: provider)
    monkeypatch.setattr(metrics, "get_meter", provider.get_meter)
    report.histograms.cache_clear()
    yield reader
    report.histograms.cache_clear()
    provider.shutdown()


def points(reader: InMemoryMetricReader) -> dict[str, Any]:
    """What each histogram has recorded."""
    data = reader.get_metrics_data()
    assert data is not None
    found = data.resource_metrics[0].scope_metrics[0].metrics
    return {metric.name: metric.data.data_points[0] for metric in found}


class TestReport:
    def test_nobody_listens(self) -> None:
        """Without a log level and an SDK nothing is counted."""
        assert Report(refuses)(EXCHANGE) is EXCHANGE

    def test_one_event(self, caplog: pytest.LogCaptureFixture) -> None:
        """An event tells sizes and decisions, and no payload, mask, token or owner."""
        caplog.set_level(logging.INFO)
        assert Report(len)(EXCHANGE) is EXCHANGE
        (record,) = caplog.records
        assert (record.name, record.getMessage(), record.exc_info) == ("frisian_pipeline", "answered", None)
        told = {name: getattr(record, name) for name in ("tool", "action", "status", "operation", "disclosure")}
        assert told == {
            "tool": "devices",
            "action": "create",
            "status": 201,
            "operation": "create",
            "disclosure": "lean",
        }
        sizes = {name: getattr(record, name) for name in ("result_bytes", "answer_bytes", "answer_tokens", "kept")}
        assert sizes == {"result_bytes": 400, "answer_bytes": 26, "answer_tokens": 26, "kept": True}
        words = repr(vars(record))
        assert not any(secret in words for secret in ("payload", "secret-mask", "TOKEN", "ann"))

    def test_three_histograms(self, reader: InMemoryMetricReader) -> None:
        """With an SDK, tokens, bytes and the tokens saved are recorded with the tool's name."""
        Report(lambda text: len(text) // 2)(EXCHANGE)
        found = points(reader)
        sums = {name: point.sum for name, point in found.items()}
        assert sums == {
            "mcp.tool.response_tokens": 13,
            "mcp.tool.response_bytes": 26,
            "mcp.tool.tokens_saved": 187,
        }
        attributes = {"tool_name": "devices", "format": "json", "disclosure": "lean"}
        assert all(dict(point.attributes) == attributes for point in found.values())

    @pytest.mark.parametrize(
        "facts",
        [
            pytest.param({"full": b""}, id="nobody weighed it"),
            pytest.param({"content": b""}, id="nobody encoded it"),
            pytest.param({"full": b"x"}, id="it grew"),
        ],
    )
    def test_nothing_is_saved(self, facts: dict[str, Any], reader: InMemoryMetricReader) -> None:
        """Savings are never negative, and none are claimed where the sizes are unknown."""
        Report()(EXCHANGE.replace(**facts))
        assert points(reader)["mcp.tool.tokens_saved"].sum == 0

    def test_long_answers_are_sampled(self) -> None:
        """A long content costs no more to count than two samples, and is scaled by its bytes."""
        counted: list[int] = []

        def counter(text: str) -> int:
            counted.append(len(text))
            return len(text) // 4

        assert report.count_tokens(b"x" * 1_000_000, counter) == 250_000
        assert counted == [4096]

    def test_a_sample_may_cut_a_character(self) -> None:
        """Bytes of a cut character do no harm."""
        assert abs(report.count_tokens(b"x" + "é".encode() * 5000, len) - 5000) < 10
