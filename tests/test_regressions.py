"""The baseline of what tools cost, and the alarm over it."""

import errno
import logging
import os
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
            pytest.param(b'{"counter": "x", "measured": "calls", "tools": {"a": NaN}}', "no baseline", id="NaN"),
            pytest.param(b'{"counter": "x", "measured": "calls", "tools": {"a": 1e999}}', "no baseline", id="huge"),
            pytest.param(
                b'{"counter": "x", "measured": "calls", "tools": {}, "version": 2}', "no baseline", id="newer"
            ),
            pytest.param('{"a": 1}'.encode("utf-16"), "it is no baseline", id="UTF-16"),
            pytest.param(b'{"counter": ' + b"[" * 200_000, "it is no baseline", id="deep"),
        ],
    )
    def test_what_is_none(self, content: bytes | None, fault: str, tmp_path: Path) -> None:
        """A file that is no baseline is an error that says what to do, and repeats nothing of the file."""
        if content is not None:
            (tmp_path / "baseline.json").write_bytes(content)
        with pytest.raises(BaselineError, match=f"{fault}.*; write it with manage.py frisian_baseline --write$"):
            Baseline.read(tmp_path / "baseline.json")

    def test_a_mark_before_the_text(self, tmp_path: Path) -> None:
        """A baseline that an editor has saved with the mark of UTF-8 is read."""
        BASELINE.write(tmp_path / "baseline.json")
        marked = tmp_path / "marked.json"
        marked.write_bytes(b"\xef\xbb\xbf" + (tmp_path / "baseline.json").read_bytes())
        assert Baseline.read(marked) == BASELINE

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


class TestWrite:
    def test_at_once(self, tmp_path: Path) -> None:
        """Whoever reads while others write finds a whole baseline, and nothing else is left there."""
        path, large = tmp_path / "baseline.json", {f"tool_{number}": 1.0 for number in range(2_000)}
        BASELINE.write(path)
        several = [Baseline("estimate", "calls", large), BASELINE] * 20
        with ThreadPoolExecutor(4) as pool:
            written = [pool.submit(one.write, path) for one in several]
            read = [Baseline.read(path) for _ in range(100)]
        assert [one.result() for one in written] == [None] * 40
        assert {len(one.tools) for one in read} <= {2, 2_000}
        assert list(tmp_path.iterdir()) == [path]

    def test_what_it_replaces(self, tmp_path: Path) -> None:
        """A link stays a link, and who may read the file may read the new one."""
        file, link = tmp_path / "file.json", tmp_path / "link.json"
        file.touch(0o640)
        link.symlink_to(file)
        BASELINE.write(link)
        assert (link.is_symlink(), file.stat().st_mode & 0o777) == (True, 0o640)
        assert Baseline.read(file) == BASELINE

    def test_what_is_no_file(self, tmp_path: Path) -> None:
        """A pipe or a device is written to and not replaced, and so is one behind a link, such as /dev/stdout."""
        pipe, link = tmp_path / "pipe", tmp_path / "link"
        os.mkfifo(pipe)
        link.symlink_to(pipe)
        with ThreadPoolExecutor(1) as pool:
            read = pool.submit(pipe.read_bytes)
            BASELINE.write(link)
            assert b'"a_list": 12.5' in read.result()
        assert pipe.is_fifo()

    def test_a_failure(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where the new one cannot be put in its place the old one stays, and nothing else."""
        BASELINE.write(tmp_path / "baseline.json")

        def full(path: Path, target: Path) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(Path, "replace", full)
        with pytest.raises(OSError, match="No space left"):
            Baseline("estimate", "calls", {}).write(tmp_path / "baseline.json")
        assert Baseline.read(tmp_path / "baseline.json") == BASELINE
        assert list(tmp_path.iterdir()) == [tmp_path / "baseline.json"]


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

    @pytest.mark.parametrize("window", [1, 5])
    def test_hovering(self, window: int, caplog: pytest.LogCaptureFixture) -> None:
        """An average that hovers at the limit warns once."""
        alarm = Alarm({"a": 100}, window=window)
        for tokens in [121, 119] * 20 + [125, 111] * 20:
            alarm("a", tokens)
        assert len(warned(caplog)) == 1

    @pytest.mark.parametrize(("between", "times"), [(111, 1), (109, 2), (100, 2), (0, 2)])
    def test_back(self, between: int, times: int, caplog: pytest.LogCaptureFixture) -> None:
        """It is back where no more than half of the allowed rise is left, and then warns again."""
        alarm = Alarm({"a": 100}, window=1)
        for tokens in (121, between, 121):
            alarm("a", tokens)
        assert len(warned(caplog)) == times

    def test_from_nothing(self, caplog: pytest.LogCaptureFixture) -> None:
        """A tool that cost nothing has risen with its first token; what is said of it is true, and JSON."""
        alarm = Alarm({"a": 0}, window=1)
        for tokens in (0, 5, 6, 0, 7):
            alarm("a", tokens)
        assert warned(caplog) == [("a", 5.0, 0), ("a", 7.0, 0)]
        assert caplog.messages[0] == "a costs 5.0 tokens on average, where its baseline is 0.0"

    def test_small_averages(self, caplog: pytest.LogCaptureFixture) -> None:
        """The message tells a small average from its baseline."""
        alarm = Alarm({"a": 1.0}, window=3)
        for tokens in (1, 1, 2):
            alarm("a", tokens)
        assert caplog.messages == ["a costs 1.3 tokens on average, where its baseline is 1.0"]

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
