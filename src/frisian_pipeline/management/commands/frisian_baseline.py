"""Write down what tools cost, or check that they cost no more than that."""

from collections.abc import Iterator, Mapping
from math import isinf
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from frisian_pipeline import conf
from frisian_pipeline.checks.counters import renewing
from frisian_pipeline.drf.pipelines import counter
from frisian_pipeline.errors import BaselineError
from frisian_pipeline.management.measuring import Cost, averages, made, of_listing, refuse_writes
from frisian_pipeline.management.progress import with_progress
from frisian_pipeline.management.recorded import read_calls
from frisian_pipeline.management.replaying import replay_as
from frisian_pipeline.management.table import table
from frisian_pipeline.management.telling import faults_in, unmeasured
from frisian_pipeline.regressions import RISE, Baseline, rise_of
from frisian_pipeline.tokens import name_of

OF_CALLS = "a file of calls to make again, JSON lines of tool, arguments; - is standard input"
HEAD = "tool", "baseline", "now", "change"


def compared(before: Baseline, now: Baseline) -> Iterator[tuple[str, Any, Any, str]]:
    """A row for each tool: its averages and the change; what is only on one side is said to be."""
    for tool in sorted(before.tools | now.tools):
        if tool not in now.tools:
            yield tool, before.tools[tool], "-", "missing"
        elif tool not in before.tools:
            yield tool, "-", now.tools[tool], "new"
        else:
            yield tool, before.tools[tool], now.tools[tool], changed(rise_of(now.tools[tool], before.tools[tool]))


def changed(rise: float) -> str:
    """A change, marked where it is too much."""
    said = "from nothing" if isinf(rise) else f"{rise:+.1%}"
    return f"{said} !" if rise > RISE else said


def read_baseline(path: str, measured: str) -> Baseline:
    """
    Read the baseline that is to be compared to, before anything is measured.

    Raises:
        CommandError: If there is none, or it is of something else.
    """
    try:
        before = Baseline.read(path)
    except BaselineError as error:
        raise CommandError(f"{path}: {error}.") from error
    counted = name_of(counter())
    if (before.measured, before.counter) != (measured, counted):
        told = f"This measures {measured} by {counted}, the baseline {before.measured} by {before.counter}"
        raise CommandError(f"{told}; measure as it was, or --write it anew.")
    return before


def objections(before: Baseline, rows: list[Any], costs: Mapping[int, Cost]) -> Iterator[str]:
    """What is wrong: tools that have risen, and tools of the baseline of which not every call was measured."""
    risen = sum(row[-1].endswith("!") for row in rows)
    if risen:
        yield f"{risen} of {len(rows)} tools cost over {RISE:.0%} more than their baseline."
    yield from failures(before, costs)


def failures(baseline: Baseline, costs: Mapping[int, Cost]) -> Iterator[str]:
    """What is wrong with the calls: some of a tool that the baseline has were not measured."""
    failed = sorted({cost.tool for cost in costs.values() if cost.fault} & baseline.tools.keys())
    if failed:
        yield f"Calls failed that the baseline has a number for: {', '.join(failed)}; mend them, or leave them out."


class Command(BaseCommand):
    """Writes or checks the baseline."""

    help = "Writes down the average tokens of each tool, or fails where one has risen by more than 20 %."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--write", action="store_true", help="write the baseline")
        what.add_argument("--check", action="store_true", help="exit with 1 where a tool has risen over it")
        parser.add_argument("--path", default="", help="the baseline file; by default BASELINE of the settings")
        parser.add_argument("--calls", default="", help=OF_CALLS)
        parser.add_argument("--writes", action="store_true", help="make calls of tools that write, too")
        parser.add_argument("--user", default="", help="who calls; nobody by default")

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the system checks too, without the one that asks for what is about to be written."""
        before = renewing.set(options["write"])
        try:
            return super().execute(*args, **options)
        finally:
            renewing.reset(before)

    def handle(self, *args: Any, **options: Any) -> None:
        path = options["path"] or conf.settings().baseline
        if not path:
            raise CommandError("No file is named; set BASELINE in FRISIAN_PIPELINE, or add --path.")
        before = None if options["write"] else read_baseline(path, "calls" if options["calls"] else "listed")
        costs = self._make_calls(options) if options["calls"] else {}
        now = averages(costs.values()) if options["calls"] else of_listing(replay_as(options["user"]))
        if before is None:
            self._write(now, path, costs)
        else:
            self._check(before, now, costs)

    def _make_calls(self, options: dict[str, Any]) -> dict[int, Cost]:
        """Make the calls again, and tell of those that give no number."""
        replay, calls = replay_as(options["user"]), read_calls(options["calls"])
        if not options["writes"]:
            refuse_writes(replay, calls)
        lines = with_progress(list(calls), self.stderr, "calls")
        costs = {line: made(replay, calls[line]) for line in lines}
        if all(cost.fault for cost in costs.values()):
            raise CommandError(f"No call was measured: {'; '.join(faults_in(costs))}.")
        if told := unmeasured(costs):
            self.stderr.write(told)
        return costs

    def _write(self, now: Baseline, path: str, costs: Mapping[int, Cost]) -> None:
        try:
            now.write(path)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}. Name another with --path.") from error
        self._show(("tool", "tokens"), sorted(now.tools.items()))
        self.stdout.write(f"Written to {path}: {now.measured} by {now.counter}.")
        for fault in failures(now, costs):
            self.stderr.write(f"A --check will fail. {fault}")

    def _check(self, before: Baseline, now: Baseline, costs: Mapping[int, Cost]) -> None:
        rows = list(compared(before, now))
        self._show(HEAD, rows)
        wrong = list(objections(before, rows, costs))
        if wrong:
            raise CommandError(" ".join(wrong))

    def _show(self, head: tuple[str, ...], rows: list[Any]) -> None:
        for line in table(head, rows):
            self.stdout.write(line)
