"""Write down what tools cost, or check that they cost no more than that."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from frisian_pipeline import conf
from frisian_pipeline.errors import BaselineError
from frisian_pipeline.management.measuring import of_calls, of_listing
from frisian_pipeline.management.recorded import read_calls, replay_as
from frisian_pipeline.management.table import table
from frisian_pipeline.regressions import RISE, Baseline, rise_of

HEAD = "tool", "baseline", "now", "change"


def compared(before: Baseline, now: Baseline) -> Iterator[tuple[str, Any, Any, str]]:
    """A row for each tool: its averages and the change; what is only on one side is said to be."""
    for tool in sorted(before.tools | now.tools):
        if tool not in now.tools:
            yield tool, before.tools[tool], "-", "missing"
        elif tool not in before.tools:
            yield tool, "-", now.tools[tool], "new"
        else:
            change = rise_of(now.tools[tool], before.tools[tool])
            yield tool, before.tools[tool], now.tools[tool], f"{change:+.1%}{' !' if change > RISE else ''}"


def comparable(before: Baseline, now: Baseline) -> None:
    """
    See that two measurements are of the same kind.

    Raises:
        CommandError: If they are not.
    """
    if (before.measured, before.counter) != (now.measured, now.counter):
        told, wanted = (f"{one.measured} by {one.counter}" for one in (now, before))
        raise CommandError(f"This measures {told}, the baseline {wanted}; measure as it was, or --write it anew.")


class Command(BaseCommand):
    """Writes or checks the baseline."""

    help = "Writes down the average tokens of each tool, or fails where one has risen by more than 20 %."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--write", action="store_true", help="write the baseline")
        what.add_argument("--check", action="store_true", help="exit with 1 where a tool has risen over it")
        parser.add_argument("--path", default="", help="the baseline file; by default BASELINE of the settings")
        parser.add_argument("--calls", default="", help="a file of calls to make again, JSON lines of tool, arguments")
        parser.add_argument("--writes", action="store_true", help="make calls of tools that write, too")
        parser.add_argument("--user", default="", help="who calls; nobody by default")

    def handle(self, *args: Any, **options: Any) -> None:
        path = options["path"] or conf.settings().baseline
        if not path:
            raise CommandError("No file is named; set BASELINE in FRISIAN_PIPELINE, or add --path.")
        now = self._measure(options)
        if options["write"]:
            self._write(now, path)
        else:
            self._check(now, path)

    def _measure(self, options: dict[str, Any]) -> Baseline:
        replay = replay_as(options["user"])
        if not options["calls"]:
            return of_listing(replay)
        return of_calls(replay, read_calls(options["calls"]), writes=options["writes"])

    def _write(self, now: Baseline, path: str) -> None:
        try:
            now.write(path)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}. Name another with --path.") from error
        self._show(("tool", "tokens"), sorted(now.tools.items()))
        self.stdout.write(f"Written to {path}: {now.measured} by {now.counter}.")

    def _check(self, now: Baseline, path: str) -> None:
        try:
            before = Baseline.read(path)
        except BaselineError as error:
            raise CommandError(f"{path}: {error}.") from error
        comparable(before, now)
        rows = list(compared(before, now))
        self._show(HEAD, rows)
        risen = sum(row[-1].endswith("!") for row in rows)
        if risen:
            raise CommandError(f"{risen} of {len(rows)} tools cost over {RISE:.0%} more than their baseline.")

    def _show(self, head: tuple[str, ...], rows: list[Any]) -> None:
        for line in table(head, rows):
            self.stdout.write(line)
