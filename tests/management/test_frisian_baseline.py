"""Writing down what tools cost, and checking it."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from frisian_pipeline.management.measuring import listening
from frisian_pipeline.regressions import Baseline
from frisian_pipeline.telemetry import log
from tests.project.models import Tag

Run = Callable[..., str]
LIST, GET = {"tool": "things_list"}, {"tool": "things_retrieve", "arguments": {"code": "tag-1"}}


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where the baseline is."""
    return str(tmp_path / "baseline.json")


@pytest.fixture
def record(tmp_path: Path) -> Callable[..., str]:
    """Write calls into a file; returns where."""

    def record(*calls: Any) -> str:
        file = tmp_path / "calls.jsonl"
        file.write_text("\n".join(json.dumps(call) for call in calls) + "\n\n")
        return str(file)

    return record


@pytest.fixture
def write(record: Callable[..., str], path: str) -> Callable[..., list[str]]:
    """The command that measures these calls."""
    return lambda *calls: ["frisian_baseline", "--write", "--path", path, "--calls", record(*calls)]


def said(run: Run, *words: str) -> str:
    """What a command that fails says."""
    with pytest.raises(CommandError) as caught:
        run(*words)
    assert caught.value.returncode == 1
    return str(caught.value)


class TestCalls:
    def test_written(self, run: Run, record: Callable[..., str], path: str) -> None:
        """Each tool's answers are averaged, as the report counts them, and shown as a table."""
        out = run("frisian_baseline", "--write", "--path", path, "--calls", record(LIST, GET, GET), "--user", "ann")
        baseline = Baseline.read(path)
        assert (baseline.counter, baseline.measured) == ("o200k_base", "calls")
        assert list(baseline.tools) == ["things_list", "things_retrieve"]
        assert out.splitlines()[0].split() == ["tool", "tokens"]
        assert out.splitlines()[-1] == f"Written to {path}: calls by o200k_base."

    def test_checked(self, run: Run, record: Callable[..., str], path: str) -> None:
        """What costs as much as before is no regression; a tool that is new or missing is shown and is none either."""
        run("frisian_baseline", "--write", "--path", path, "--calls", record(LIST), "--user", "ann")
        out = run("frisian_baseline", "--check", "--path", path, "--calls", record(LIST, GET), "--user", "ann")
        rows = {line.split()[0]: line.split()[-1] for line in out.splitlines()}
        assert (rows["things_list"], rows["things_retrieve"]) == ("+0.0%", "new")
        out = run("frisian_baseline", "--check", "--path", path, "--calls", record(GET), "--user", "ann")
        assert {line.split()[0]: line.split()[-1] for line in out.splitlines()}["things_list"] == "missing"

    def test_a_regression(self, run: Run, record: Callable[..., str], path: str) -> None:
        """A tool whose average has risen by more than a fifth fails the check."""
        run("frisian_baseline", "--write", "--path", path, "--calls", record(LIST), "--user", "ann")
        Tag.objects.update(label="of a much longer name than it had before " * 2)
        words = "frisian_baseline", "--check", "--path", path, "--calls", record(LIST), "--user", "ann"
        assert said(run, *words) == "1 of 1 tools cost over 20% more than their baseline."

    def test_the_log_is_left_as_it_was(self, run: Run, record: Callable[..., str], path: str, caplog: Any) -> None:
        """The host's log hears nothing of calls that are made to be measured."""
        before = log.level, log.propagate, list(log.handlers)
        with caplog.at_level(logging.DEBUG):
            run("frisian_baseline", "--write", "--path", path, "--calls", record(LIST), "--user", "ann")
        assert "answered" not in caplog.messages
        assert (log.level, log.propagate, list(log.handlers)) == before

    def test_writes_are_asked_for(self, run: Run, record: Callable[..., str], path: str) -> None:
        """A call that may write is made only where that is asked for."""
        create = {"tool": "things_create", "arguments": {"code": "new", "label": "new"}}
        words = ["frisian_baseline", "--write", "--path", path, "--calls", record(create), "--user", "ann"]
        assert said(run, *words).startswith("things_create may write, and would do so again; leave it out")
        assert not Tag.objects.filter(code="new").exists()
        run(*words, "--writes")
        assert Tag.objects.filter(code="new").exists()

    @pytest.mark.parametrize(
        ("calls", "user", "says"),
        [
            pytest.param([LIST], "", "No call was answered and reported", id="nobody may"),
            pytest.param([{"tool": "nope"}], "ann", "there is no tool 'nope' for this user", id="unknown"),
            pytest.param([], "ann", "No call was answered and reported", id="no calls"),
            pytest.param([{"name": "x"}], "ann", "line 1 is no call: Object missing", id="no tool"),
            pytest.param([LIST], "bob", "There is no user 'bob'; name one with --user.", id="no user"),
        ],
    )
    def test_refused(self, write: Callable[..., list[str]], run: Run, calls: list[Any], user: str, says: str) -> None:
        """What cannot be measured says why, and what to do."""
        assert says in said(run, *write(*calls), "--user", user, "--writes")

    def test_no_file(self, run: Run, path: str) -> None:
        """Calls that are not there are said not to be."""
        says = "nope.jsonl cannot be read: No such file or directory. Name a file of calls."
        assert said(run, "frisian_baseline", "--write", "--path", path, "--calls", "nope.jsonl") == says


class TestListening:
    def test_answers_are_heard(self) -> None:
        """Of all that is logged meanwhile only answers are taken for answers."""
        with listening() as told:
            log.info("something else")
            log.info("answered", extra={"tool": "a", "answer_tokens": 3, "status": 200})
        assert told == [("a", 3, 200)]


class TestListing:
    def test_written_and_checked(self, run: Run, path: str) -> None:
        """Without calls the tools themselves are measured, those that the user sees."""
        run("frisian_baseline", "--write", "--path", path, "--user", "ann")
        baseline = Baseline.read(path)
        assert baseline.measured == "listed"
        assert {"things_list", "things_create"} <= baseline.tools.keys()
        assert "+0.0%" in run("frisian_baseline", "--check", "--path", path, "--user", "ann")

    def test_the_setting(self, run: Run, project: Any, path: str) -> None:
        """The file is the setting's, where none is named."""
        project.FRISIAN_PIPELINE = {**project.FRISIAN_PIPELINE, "BASELINE": path}
        run("frisian_baseline", "--write", "--user", "ann")
        assert Baseline.read(path).tools

    def test_what_does_not_compare(self, run: Run, record: Callable[..., str], path: str) -> None:
        """A baseline of calls says nothing about the listing."""
        run("frisian_baseline", "--write", "--path", path, "--calls", record(LIST), "--user", "ann")
        says = said(run, "frisian_baseline", "--check", "--path", path, "--user", "ann")
        assert says.startswith(
            "This measures listed by o200k_base, the baseline calls by o200k_base; measure as it was"
        )

    def test_no_path(self, run: Run) -> None:
        """Without a file there is nothing to do."""
        assert said(run, "frisian_baseline", "--write").startswith("No file is named; set BASELINE")

    def test_no_baseline(self, run: Run, path: str) -> None:
        """A check without a baseline says how to write one."""
        assert said(run, "frisian_baseline", "--check", "--path", path, "--user", "ann") == (
            f"{path}: it cannot be read (FileNotFoundError); write it with manage.py frisian_baseline --write."
        )

    def test_nowhere(self, run: Run, tmp_path: Path) -> None:
        """A file that cannot be written is said to be."""
        says = said(run, "frisian_baseline", "--write", "--path", str(tmp_path / "no" / "file"), "--user", "ann")
        assert says.endswith("cannot be written: No such file or directory. Name another with --path.")

    def test_no_endpoint(self, run: Run, project: Any, path: str) -> None:
        """A project without an endpoint is told how to have one."""
        project.ROOT_URLCONF = "tests.project.api"
        says = said(run, "frisian_baseline", "--write", "--path", path)
        assert says == "The project serves no MCP endpoint; include frisian_pipeline.mcp.urls in its URLs."
