"""One event and three histograms for each answer."""

import logging
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from prometheus_client import CollectorRegistry

from frisian_pipeline import Call, Disclosure, Exchange, Operation
from frisian_pipeline.stages import Report, report
from frisian_pipeline.tokens import Counter, Vocabulary, estimate, exact

PAYLOADS = sorted((Path(__file__).parent.parent / "payloads").glob("*.json"))

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


def points(reader: InMemoryMetricReader) -> dict[str, Any]:
    """What each instrument has recorded."""
    data = reader.get_metrics_data()
    assert data is not None
    found = data.resource_metrics[0].scope_metrics[0].metrics
    return {metric.name: metric.data.data_points[0] for metric in found}


def scraped(registry: CollectorRegistry) -> dict[str, tuple[float, dict[str, str]]]:
    """What Prometheus sees: the sums of the histograms, each with its labels."""
    samples = [sample for family in registry.collect() for sample in family.samples if sample.name.endswith("_sum")]
    return {sample.name: (sample.value, sample.labels) for sample in samples}


class Seeing:
    """A counter of characters that remembers how many it saw."""

    def __init__(self, *, exact: bool) -> None:
        self.exact = exact
        self.seen: list[int] = []

    def __call__(self, text: str, /) -> int:
        self.seen.append(len(text))
        return len(text)


SAMPLINGS = [
    pytest.param(report.ROUGH, Seeing(exact=False), id="estimate"),
    pytest.param(report.FINE, Seeing(exact=True), id="exact"),
]


def halve(text: str) -> int:
    """A counter."""
    return len(text) // 2


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
        sizes = ("result_bytes", "answer_bytes", "answer_tokens", "tokens_saved", "kept", "masked", "verified", "notes")
        assert {name: getattr(record, name) for name in sizes} == {
            "result_bytes": 400,
            "answer_bytes": 26,
            "answer_tokens": 26,
            "tokens_saved": 374,
            "kept": True,
            "masked": True,
            "verified": False,
            "notes": 0,
        }
        assert (record.format, record.counter) == ("json", "len")  # type: ignore[attr-defined]
        words = repr(vars(record))
        assert not any(secret in words for secret in ("payload", "secret-mask", "TOKEN", "ann"))

    def test_three_histograms(self, reader: InMemoryMetricReader) -> None:
        """With an SDK, tokens, bytes and the tokens saved are recorded with the tool's name."""
        Report(halve)(EXCHANGE)
        found = points(reader)
        sums = {name: point.sum for name, point in found.items()}
        assert sums == {
            "mcp.tool.response_tokens": 13,
            "mcp.tool.response_bytes": 26,
            "mcp.tool.tokens_saved": 187,
        }
        attributes = {"tool_name": "devices", "format": "json", "disclosure": "lean", "counter": "halve"}
        saved = found.pop("mcp.tool.tokens_saved")
        assert dict(saved.attributes) == {"tool_name": "devices"}
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

    def test_prometheus(self, registry: CollectorRegistry) -> None:
        """A host that is scraped by Prometheus shows the same sums with the same labels."""
        Report(halve)(EXCHANGE)
        found = scraped(registry)
        sums = {name.split("_sum")[0]: value for name, (value, _) in found.items()}
        assert {name: value for name, value in sums.items() if "token" in name or "bytes" in name} == {
            "mcp_tool_response_tokens": 13,
            "mcp_tool_response_bytes": 26,
            "mcp_tool_tokens_saved": 187,
        }
        wanted = {"tool_name": "devices", "format": "json", "disclosure": "lean", "counter": "halve"}
        wholly = [labels for name, (_, labels) in found.items() if "saved" not in name]
        assert all(wanted.items() <= labels.items() for labels in wholly)

    @pytest.mark.parametrize(
        ("counter", "name"),
        [
            pytest.param(None, "cl100k_base/o200k_base", id="auto"),
            pytest.param(estimate, "estimate", id="estimate"),
            pytest.param(Vocabulary(("o200k_base",)), "o200k_base", id="one vocabulary"),
        ],
    )
    def test_counters(self, counter: Counter | None, name: str, reader: InMemoryMetricReader) -> None:
        """What counted is told, since counts of different counters do not compare."""
        Report(counter)(EXCHANGE)
        found = [point.attributes for told, point in points(reader).items() if "saved" not in told]
        assert {attributes["counter"] for attributes in found} == {name}

    @given(st.text())
    def test_formats_are_few(self, name: str) -> None:
        """Anybody may ask for any format, and yet there are no more of them in metrics than we know."""
        asked = EXCHANGE.replace(call=Call("devices", format=name))
        assert report.format_of(asked) == (name if name in report.FORMATS else "other")

    def test_without_an_sdk(self) -> None:
        """Where only the API is installed, answers go out and are logged, and nothing of the SDK is asked for."""
        code = (
            "import logging, sys\n"
            "sys.modules['opentelemetry.sdk'] = None\n"
            "from opentelemetry import metrics\n"
            "from frisian_pipeline import Call, Exchange, agent_answers, telemetry\n"
            "from frisian_pipeline.edge import answer\n"
            "from frisian_pipeline.stores import MemoryStore\n"
            "logging.basicConfig(level=logging.INFO)\n"
            "assert answer(agent_answers(MemoryStore()), Exchange.begin(Call('devices'), [1])) == b'[1]'\n"
            "assert not telemetry.is_measured()\n"
            "telemetry.recorder().answered(1, 1, 0, {})"
        )
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        assert done.stderr == "INFO:frisian_pipeline:answered\n"

    def test_somebody_watches(self) -> None:
        """Who watches is told each tool's tokens, whether or not anybody else listens."""
        seen: list[tuple[str, int]] = []
        Report(halve, lambda tool, tokens: seen.append((tool, tokens)))(EXCHANGE)
        assert seen == [("devices", 13)]

    @pytest.mark.parametrize(("sampling", "counter"), SAMPLINGS)
    @pytest.mark.parametrize("part", [0, 0.5, 1])
    def test_short_answers_are_counted(self, sampling: report.Sampling, counter: Any, part: float) -> None:
        """A short content is counted as it is; an exact counter counts more of one than others do."""
        content = b"x" * int(part * sampling.pieces * sampling.size)
        counter.seen.clear()
        assert report.count_tokens(content, counter) == len(content)
        assert counter.seen == [len(content)]

    @pytest.mark.parametrize(("sampling", "counter"), SAMPLINGS)
    @given(more=st.integers(1, 500_000))
    def test_long_answers_are_sampled(self, sampling: report.Sampling, counter: Any, more: int) -> None:
        """A long content costs no more to count than some pieces of it, whatever its size."""
        most = sampling.pieces * sampling.size
        counter.seen.clear()
        assert report.count_tokens(b"x" * (most + more), counter) == most + more
        assert counter.seen == [most]

    @pytest.mark.parametrize("full", [b"", b"x", b"x" * 260, b"x" * 2_600_000])
    def test_the_whole_result_is_never_counted(self, full: bytes) -> None:
        """What is counted is what was sent, once; what that saved is scaled from bytes."""
        counter = Seeing(exact=False)
        cost = report.cost_of(EXCHANGE.replace(full=full), counter)
        assert counter.seen == [len(EXCHANGE.content)]
        assert cost.saved == max(0, len(full) - len(EXCHANGE.content))

    def test_a_sample_may_cut_a_character(self) -> None:
        """Bytes of a cut character do no harm."""
        assert report.count_tokens(b"x" + "é".encode() * 5000, len) == pytest.approx(5000, rel=0.04)

    @pytest.mark.parametrize("counter", [estimate, exact], ids=["estimate", "exact"])
    @pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.stem)
    def test_samples_tell_of_the_whole(self, path: Path, counter: Counter) -> None:
        """What is scaled up from pieces of a real answer is on average within 5 % of what the whole costs."""
        content = path.read_bytes()
        counted = fmean(report.count_tokens(content, counter) for _ in range(60))
        assert counted == pytest.approx(counter(content.decode()), rel=0.05)

    @pytest.mark.parametrize("rows", range(44, 52))
    def test_rows_of_one_length(self, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """Pieces do not always show the same of rows, however long these are; words cost less than digits."""
        monkeypatch.setattr(report, "random", Random(rows).random)  # noqa: S311
        words, digits = "the device is in service and all is well today", "9 8 7 6 5 4 3 2 1 0 5 8 3 9 2 7 4 1 6 0 "
        content = "".join(f"{words:60}{digits:60}" for _ in range(rows)).encode()
        counted = fmean(report.count_tokens(content, estimate) for _ in range(200))
        assert counted == pytest.approx(estimate(content.decode()), rel=0.05)


class TestFailures:
    def test_what_fails_to_be_told_costs_nothing(self, caplog: pytest.LogCaptureFixture) -> None:
        """A counter, an exporter or a watch that fails is told of by its kind, and the answer goes out as it is."""

        def fail(text: str) -> int:
            raise ZeroDivisionError(text)

        with caplog.at_level("INFO", "frisian_pipeline"):
            assert Report(fail)(EXCHANGE) is EXCHANGE
        assert caplog.messages[-1] == "an answer could not be reported (ZeroDivisionError)"
