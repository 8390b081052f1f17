"""Writing down what tools cost, and checking it."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import path as django_path

from frisian_pipeline.drf.pipelines import pipeline
from frisian_pipeline.management.replaying import replay_as
from frisian_pipeline.management.witness import witnessed
from frisian_pipeline.mcp.view import McpView
from frisian_pipeline.regressions import Baseline
from frisian_pipeline.stages import Report
from frisian_pipeline.telemetry import log
from tests.management.conftest import GuardedViewSet
from tests.mcp.discovery.hosts import host, registered
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


@pytest.fixture
def quietly(project: Any) -> Iterator[Callable[..., None]]:
    """Silence the host's log, or what reports to it."""
    level = log.level

    def quietly(how: str) -> None:
        if how == "disabled":
            logging.disable(logging.CRITICAL)
        elif how == "level":
            log.setLevel(logging.ERROR)
        else:
            project.FRISIAN_PIPELINE = {**project.FRISIAN_PIPELINE, "PIPELINE": "tests.project.hosts.silent"}

    yield quietly
    logging.disable(logging.NOTSET)
    log.setLevel(level)


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

    def test_calls_from_standard_input(self, run: Run, path: str, typed: Callable[[bytes], None]) -> None:
        """Calls may come from another command."""
        typed(json.dumps(LIST).encode())
        run("frisian_baseline", "--write", "--path", path, "--calls", "-", "--user", "ann")
        assert list(Baseline.read(path).tools) == ["things_list"]

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

    def test_the_log_hears_nothing(self, run: Run, record: Callable[..., str], path: str, caplog: Any) -> None:
        """Calls that are made to be measured are no traffic: the host's log is not told of them."""
        with caplog.at_level(logging.DEBUG):
            run("frisian_baseline", "--write", "--path", path, "--calls", record(LIST), "--user", "ann")
        assert "answered" not in caplog.messages

    @pytest.mark.parametrize("quiet", ["disabled", "level", "no report"])
    def test_no_log_is_needed(
        self, quiet: str, run: Run, write: Callable[..., list[str]], path: str, quietly: Callable[..., None]
    ) -> None:
        """What is measured is the same, whatever the host's log does, and whether or not anything reports."""
        words = *write(LIST, GET), "--user", "ann"
        run(*words)
        before = Baseline.read(path)
        quietly(quiet)
        run(*words)
        assert Baseline.read(path) == before

    def test_the_numbers_are_those_of_the_report(
        self, run: Run, record: Callable[..., str], path: str, project: Any
    ) -> None:
        """What is written down is what the alarm is told of the same answer at run time, in pieces where it is long."""
        Tag.objects.bulk_create(Tag(code=f"more-{number}", label="label " * number) for number in range(20))
        told: list[tuple[str, int]] = []
        run("frisian_baseline", "--write", "--path", path, "--calls", record(LIST), "--user", "ann")
        report = next(stage for stage in pipeline() if isinstance(stage, Report))
        watched = msgspec.structs.replace(report, watch=lambda tool, tokens: told.append((tool, tokens)))
        with witnessed() as seen:
            replay_as("ann").call("things_list", {})
        watched(seen.walked[-1])
        assert told == [(tool, round(tokens)) for tool, tokens in Baseline.read(path).tools.items()]

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
            pytest.param([LIST, LIST], "", "measured: things_list answered 403 (lines 1, 2).", id="nobody may"),
            pytest.param([{"tool": "nope"}], "ann", "there is no tool 'nope' for this user (line 1)", id="unknown"),
            pytest.param([{"tool": "things_lst"}], "ann", "; did you mean 'things_list'?", id="nearly known"),
            pytest.param([], "ann", "calls.jsonl is empty. Name a file of calls.", id="no calls"),
            pytest.param([{"arguments": {}}], "ann", "line 1 is no call: Object missing", id="no tool"),
            pytest.param([LIST], "bob", "There is no user 'bob'; name one with --user.", id="no user"),
            pytest.param([LIST], "old", "The user 'old' is inactive, and could not call", id="inactive"),
        ],
    )
    def test_refused(self, write: Callable[..., list[str]], run: Run, calls: list[Any], user: str, says: str) -> None:
        """What cannot be measured says why, and what to do."""
        assert says in said(run, *write(*calls), "--user", user, "--writes")

    def test_no_file(self, run: Run, path: str) -> None:
        """Calls that are not there are said not to be."""
        says = "nope.jsonl cannot be read: No such file or directory. Name a file of calls."
        assert said(run, "frisian_baseline", "--write", "--path", path, "--calls", "nope.jsonl") == says


class TestChecks:
    """What the project is warned of before a command runs."""

    @pytest.fixture
    def warned(self, project: Any, path: str) -> Callable[..., str]:
        """The project has no baseline yet, and something else that is wrong; gives what the checks of a command say."""
        project.FRISIAN_PIPELINE = {**project.FRISIAN_PIPELINE, "BASELINE": path, "BUDGET_TOKENS": 59}

        def warned(*words: str) -> str:
            err = StringIO()
            with suppress(CommandError):
                call_command(
                    "frisian_baseline", *words, "--user", "ann", skip_checks=False, stdout=StringIO(), stderr=err
                )
            return err.getvalue()

        return warned

    def test_nobody_who_writes_it_is_told_to_write_it(self, warned: Callable[..., str], path: str) -> None:
        """A write hears of all that is wrong but the baseline."""
        says = warned("--write")
        assert ("W011" in says, "W012" in says, Path(path).exists()) == (False, True, True)

    def test_whoever_checks_it_is(self, warned: Callable[..., str]) -> None:
        """A check hears of the baseline, too, also after a write in the same process that failed."""
        warned("--write", "--calls", "nope.jsonl")
        says = warned("--check")
        assert ("W011" in says, "W012" in says) == (True, True)


class TestFailures:
    """Calls that fail are told, and what has a number must not fail unseen."""

    LOST = {"tool": "things_retrieve", "arguments": {"code": "gone"}}
    NOPE = {"tool": "nope"}

    def test_a_write_warns(self, run: Run, record: Callable[..., str], path: str, capsys: Any) -> None:
        """The others are written down; each fault is told once, with the lines that have it."""
        calls = record(LIST, self.LOST, self.NOPE, *[self.LOST] * 11)
        run("frisian_baseline", "--write", "--path", path, "--calls", calls, "--user", "ann")
        assert list(Baseline.read(path).tools) == ["things_list"]
        assert capsys.readouterr().err.splitlines() == [
            "13 of 14 calls were not measured:",
            "  things_retrieve answered 404 (lines 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, ...)",
            "  there is no tool 'nope' for this user (line 3)",
        ]

    def test_a_write_that_no_check_can_keep_says_so(
        self, run: Run, record: Callable[..., str], path: str, capsys: Any
    ) -> None:
        """Where calls failed of a tool that has a number, the next check fails as it stands."""
        calls = record(LIST, GET, self.LOST)
        run("frisian_baseline", "--write", "--path", path, "--calls", calls, "--user", "ann")
        told = capsys.readouterr().err.splitlines()[-1]
        assert told.startswith("A --check will fail. Calls failed that the baseline has a number for: things_retrieve;")
        says = said(run, "frisian_baseline", "--check", "--path", path, "--calls", calls, "--user", "ann")
        assert told.endswith(says)

    def test_nothing_is_written_of_nothing(self, run: Run, record: Callable[..., str], path: str) -> None:
        """Where no call was measured the baseline stays what it was."""
        run("frisian_baseline", "--write", "--path", path, "--calls", record(LIST), "--user", "ann")
        before = Baseline.read(path)
        says = said(run, "frisian_baseline", "--write", "--path", path, "--calls", record(self.LOST), "--user", "ann")
        assert says == "No call was measured: things_retrieve answered 404 (line 1)."
        assert Baseline.read(path) == before

    def test_a_check_fails(self, run: Run, record: Callable[..., str], path: str) -> None:
        """A call that fails of a tool that has a number is an error, though others of the tool succeed."""
        run("frisian_baseline", "--write", "--path", path, "--calls", record(LIST, GET), "--user", "ann")
        calls = record(LIST, GET, self.LOST)
        says = said(run, "frisian_baseline", "--check", "--path", path, "--calls", calls, "--user", "ann")
        assert says.startswith("Calls failed that the baseline has a number for: things_retrieve; mend them")

    def test_a_tool_that_is_gone(self, run: Run, record: Callable[..., str], path: str) -> None:
        """A call of a tool that is no longer there fails the check, if it has a number."""
        run("frisian_baseline", "--write", "--path", path, "--calls", record(LIST), "--user", "ann")
        before = Baseline.read(path)
        Baseline(before.counter, "calls", {**before.tools, "nope": 1.0}).write(path)
        words = "frisian_baseline", "--check", "--path", path, "--calls", record(LIST, self.NOPE), "--user", "ann"
        assert "has a number for: nope;" in said(run, *words)
        before.write(path)
        run(*words)

    def test_both(self, run: Run, record: Callable[..., str], path: str) -> None:
        """All that is wrong is said at once."""
        run("frisian_baseline", "--write", "--path", path, "--calls", record(LIST, GET), "--user", "ann")
        Tag.objects.update(label="of a much longer name than it had before " * 2)
        calls = record(LIST, self.LOST)
        says = said(run, "frisian_baseline", "--check", "--path", path, "--calls", calls, "--user", "ann")
        assert says.startswith("1 of 2 tools cost over 20% more than their baseline. Calls failed")

    def test_a_pipeline_that_fails(self, run: Run, project: Any, record: Callable[..., str], path: str) -> None:
        """An answer that went out whole because a stage failed is no measure of what the pipeline makes of it."""
        project.FRISIAN_PIPELINE = {**project.FRISIAN_PIPELINE, "PIPELINE": "tests.project.hosts.broken"}
        says = said(run, "frisian_baseline", "--write", "--path", path, "--calls", record(LIST), "--user", "ann")
        assert says == "No call was measured: things_list was answered whole, because the pipeline failed (line 1)."
        project.FRISIAN_PIPELINE = {**project.FRISIAN_PIPELINE, "PIPELINE": "tests.project.hosts.nothing"}
        says = said(run, "frisian_baseline", "--write", "--path", path, "--calls", record(LIST), "--user", "ann")
        assert says.startswith("The pipeline cannot be made (ImportError: ")

    def test_nothing_is_run_before_all_is_known(self, run: Run, record: Callable[..., str], path: str) -> None:
        """A baseline that cannot be compared to is refused before any call is made."""
        create = {"tool": "things_create", "arguments": {"code": "new", "label": "new"}}
        says = said(
            run, "frisian_baseline", "--check", "--path", path, "--calls", record(create), "--user", "ann", "--writes"
        )
        assert "it cannot be read" in says
        assert not Tag.objects.filter(code="new").exists()


class TestListing:
    def test_written_and_checked(self, run: Run, path: str) -> None:
        """Without calls the tools themselves are measured, those that the user sees."""
        run("frisian_baseline", "--write", "--path", path, "--user", "ann")
        baseline = Baseline.read(path)
        assert baseline.measured == "listed"
        assert {"things_list", "things_create"} <= baseline.tools.keys()
        assert "+0.0%" in run("frisian_baseline", "--check", "--path", path, "--user", "ann")

    def test_a_capped_endpoint(self, run: Run, project: Any, record: Callable[..., str], path: str) -> None:
        """Nobody is measured to see or do more than the endpoint lets anybody."""
        endpoint = django_path("mcp", McpView.as_view(max_tier="read"))
        project.ROOT_URLCONF = host(registered(GuardedViewSet), endpoint)
        run("frisian_baseline", "--write", "--path", path, "--user", "ann")
        assert list(Baseline.read(path).tools) == ["things_list", "things_retrieve"]
        create = {"tool": "things_create", "arguments": {"code": "new", "label": "new"}}
        words = "--calls", record(create), "--user", "ann", "--writes"
        assert "things_create answered 403" in said(run, "frisian_baseline", "--write", "--path", path, *words)

    def test_nothing_is_listed(self, run: Run, project: Any, path: str) -> None:
        """Where the user sees no tool there is nothing to write down, and a check does not pass."""
        project.FRISIAN_PIPELINE = {**project.FRISIAN_PIPELINE, "ANONYMOUS_TIER": "none"}
        says = "No tool is listed for this user; name one who may use some with --user."
        assert said(run, "frisian_baseline", "--write", "--path", path) == says
        assert not Path(path).exists()

    def test_from_nothing(self, run: Run, path: str) -> None:
        """A tool that cost nothing has risen without end, and no such number is shown."""
        run("frisian_baseline", "--write", "--path", path, "--user", "ann")
        before = Baseline.read(path)
        Baseline(before.counter, "listed", {"things_list": 0.0}).write(path)
        out = StringIO()
        with pytest.raises(CommandError):
            call_command("frisian_baseline", "--check", "--path", path, "--user", "ann", stdout=out)
        (line,) = [line for line in out.getvalue().splitlines() if line.startswith("things_list ")]
        assert line.endswith("from nothing !")

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

    def test_a_directory(self, run: Run, tmp_path: Path) -> None:
        """A directory is no file of a baseline, and stays what it is."""
        says = said(run, "frisian_baseline", "--write", "--path", str(tmp_path), "--user", "ann")
        assert says.endswith("cannot be written: Is a directory. Name another with --path.")
        assert list(tmp_path.iterdir()) == []

    def test_nowhere(self, run: Run, tmp_path: Path) -> None:
        """A file that cannot be written is said to be."""
        says = said(run, "frisian_baseline", "--write", "--path", str(tmp_path / "no" / "file"), "--user", "ann")
        assert says.endswith("cannot be written: No such file or directory. Name another with --path.")

    def test_no_endpoint(self, run: Run, project: Any, path: str) -> None:
        """A project without an endpoint is told how to have one."""
        project.ROOT_URLCONF = "tests.project.api"
        says = said(run, "frisian_baseline", "--write", "--path", path)
        assert says == "The project serves no MCP endpoint; include frisian_pipeline.mcp.urls in its URLs."
