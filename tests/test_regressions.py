"""The baseline of what tools cost, and the alarm over it."""

import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from frisian_pipeline.errors import BaselineError
from frisian_pipeline.regressions import Alarm, Baseline, rise_of

BASELINE = Baseline("estimate", "calls", {"b_list": 100.0, "a_list": 12.5})


def warned(caplog: pytest.LogCaptureFixture) -> list[tuple[str, float, float]]:
    """What each warning says."""
    told = [
        vars(record) for record in caplog.records if " tokens on average, where its baseline is " in record.getMessage()
    ]
    return [(one["tool"], one["average_tokens"], one["baseline_tokens"]) for one in told]


def counted(reader: InMemoryMetricReader) -> dict[Any, Any]:
    """How many regressions of each tool."""
    data = reader.get_metrics_data()
    found = data.resource_metrics[0].scope_metrics[0].metrics if data is not None else []
    points = [point for metric in found if metric.name == "mcp.tool.regressions" for point in metric.data.data_points]
    return {(point.attributes or {})["tool_name"]: getattr(point, "value", None) for point in points}


class TestBaseline:
    def test_round_trip(self, tmp_path: Path) -> None:
        """What is written is read, in lines that are sorted by tool."""
        BASELINE.write(tmp_path / "baseline.json")
        assert Baseline.read(tmp_path / "baseline.json") == BASELINE
        assert (tmp_path / "baseline.json").read_text() == (
            '{\n  "counter": "estimate",\n  "measured": "calls",\n  "tools": {\n    "a_list": 12.5,\n'
            '    "b_list": 100.0\n  }\n}\n'
        )

    @pytest.mark.parametrize(
        ("content", "fault"),
        [
            pytest.param(None, r"it cannot be read \(FileNotFoundError\)", id="no file"),
            pytest.param(b"{", "it is no baseline", id="no JSON"),
            pytest.param(b'{"a": 1}', "it is no baseline", id="other JSON"),
            pytest.param(b'{"counter": "x", "measured": "calls", "tools": {"a": -1}}', "no baseline", id="negative"),
            pytest.param(b'{"counter": "x", "measured": "calls", "tools": {"a": "1"}}', "no baseline", id="text"),
        ],
    )
    def test_what_is_none(self, content: bytes | None, fault: str, tmp_path: Path) -> None:
        """A file that is no baseline is an error that says what to do, and repeats nothing of the file."""
        if content is not None:
            (tmp_path / "baseline.json").write_bytes(content)
        with pytest.raises(BaselineError, match=f"{fault}.*; write it with manage.py frisian_baseline --write$"):
            Baseline.read(tmp_path / "baseline.json")

    @pytest.mark.parametrize(("measured", "counter"), [("listed", "estimate"), ("calls", "quarter")])
    def test_what_does_not_compare(self, measured: Any, counter: str, tmp_path: Path) -> None:
        """Answers compare to answers by the same counter, and to nothing else."""
        Baseline(counter, measured, {}).write(tmp_path / "baseline.json")
        with pytest.raises(BaselineError, match=f"of {measured} by {counter}, not of calls by estimate"):
            Baseline.of_calls(tmp_path / "baseline.json", "estimate")

    @pytest.mark.parametrize(
        ("now", "before", "rise"), [(12, 10, 0.2), (5, 10, -0.5), (0, 0, 0.0), (1, 0, float("inf"))]
    )
    def test_rise(self, now: float, before: float, rise: float) -> None:
        """A rise is a part of what was; from nothing it has no end."""
        assert rise_of(now, before) == pytest.approx(rise)


class TestAlarm:
    def test_once_for_each_crossing(self, caplog: pytest.LogCaptureFixture, reader: InMemoryMetricReader) -> None:
        """It warns once when the average is over, not at every call, and again when it has been under in between."""
        alarm = Alarm({"a": 100}, window=4, least=2)
        for tokens in (100, 100, 150, 200, 200, 200, 50, 50, 50, 50, 300, 300):
            alarm("a", tokens)
        assert warned(caplog) == [("a", 137.5, 100), ("a", 175.0, 100)]
        assert counted(reader) == {"a": 2}
        assert {record.levelno for record in caplog.records} == {logging.WARNING}

    def test_without_metrics(self, caplog: pytest.LogCaptureFixture) -> None:
        """Where nobody measures, the log is told alone."""
        Alarm({"a": 1}, least=1)("a", 2)
        assert warned(caplog) == [("a", 2.0, 1)]

    def test_a_few_answers_say_nothing(self, caplog: pytest.LogCaptureFixture) -> None:
        """Before there were some answers there is no average."""
        alarm = Alarm({"a": 1}, least=3)
        alarm("a", 9)
        alarm("a", 9)
        assert warned(caplog) == []
        alarm("a", 9)
        assert warned(caplog) == [("a", 9.0, 1)]

    @given(st.lists(st.integers(0, 100)), st.integers(1, 5))
    def test_memory(self, tokens: list[int], window: int) -> None:
        """It remembers no more answers than it averages, and none of tools that it does not know."""
        alarm = Alarm({"a": 1e9}, window=window)
        for count in tokens:
            alarm("a", count)
            alarm(f"unknown {count}", count)
        assert {tool: list(last) for tool, last in alarm._last.items()} == {"a": tokens[-window:]}

    def test_a_fifth_is_not_over(self, caplog: pytest.LogCaptureFixture) -> None:
        """What has risen by exactly 20 % has not risen by more."""
        Alarm({"a": 10}, least=1)("a", 12)
        assert warned(caplog) == []

    def test_threads(self, caplog: pytest.LogCaptureFixture) -> None:
        """Threads that report at once cross once."""
        alarm = Alarm({"a": 10}, least=8)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: alarm("a", 50), range(200)))
        assert warned(caplog) == [("a", 50.0, 10)]
