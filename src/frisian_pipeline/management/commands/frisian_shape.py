"""Show what the project's pipeline makes of an answer, stage by stage and format by format."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from frisian_pipeline import conf
from frisian_pipeline.drf.pipelines import JSON
from frisian_pipeline.exchange import Call, Exchange
from frisian_pipeline.management.begun import made_call, read_result
from frisian_pipeline.management.table import table
from frisian_pipeline.management.witness import row_of
from frisian_pipeline.management.words import said_of_call, said_of_file
from frisian_pipeline.pipeline import Pipeline, Stage
from frisian_pipeline.stages import Encode
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.stores.token import new_token
from frisian_pipeline.tokens import counter_of, name_of
from frisian_pipeline.trace import trace

STAGES = "stage", "gave", "bytes", "tokens", "saved", "microseconds"
FORMATS = "format", "bytes", "tokens", "of JSON", "of the whole"
OF_FILES = "method", "status"
TOKEN = new_token().encode()
"""What stands for every token that a walk gives: another one would cost more or less by chance."""


def row_of_stages() -> list[Stage]:
    """The project's pipeline over a store of its own, without the report."""
    store: Any = MemoryStore()
    return row_of(store)


def cost_of(content: bytes) -> int:
    """What a content costs, by the project's counter."""
    return counter_of(conf.settings().token_counter)(content.decode(errors="replace"))


def shown(exchange: Exchange) -> bytes:
    """What would be sent as it stands: the content, else the body in JSON."""
    content = exchange.content or JSON(exchange.body)
    return content.replace(exchange.token.encode(), TOKEN) if exchange.token else content


def steps(row: list[Stage], exchange: Exchange) -> Iterator[tuple[Any, ...]]:
    """A line for the result and each stage: what it gave, what is shown after it, and what that saved."""
    before = cost_of(shown(exchange))
    yield "(result)", "", len(shown(exchange)), before, "", ""
    for step in trace(row, exchange):
        content = shown(step.after)
        tokens = cost_of(content)
        gave = ", ".join(step.gave)
        yield step.stage, gave, len(content), tokens, before - tokens, round(1e6 * step.seconds)
        before = tokens


def formats_of(row: list[Stage]) -> list[str]:
    """The names of the formats that the pipeline can encode in, JSON first."""
    encoders = [stage for stage in row if isinstance(stage, Encode)]
    return list(dict.fromkeys(one.name for encode in encoders for one in (encode.json, *encode.formats)))


def part(count: int, whole: int) -> str:
    """A count as a part of another."""
    return f"{count / whole:.0%}" if whole else "-"


def in_formats(row: list[Stage], exchange: Exchange) -> Iterator[tuple[Any, ...]]:
    """A line for each format: what the whole answer costs in it."""
    whole, json = cost_of(JSON(exchange.result)), 0
    for name in formats_of(row):
        call = msgspec.structs.replace(exchange.call, format=name)
        walked = Pipeline(*row)(exchange.replace(call=call))
        content, sent = shown(walked), walked.format or name
        tokens = cost_of(content)
        json = json or tokens
        yield name if sent == name else f"{name}: {sent}", len(content), tokens, part(tokens, json), part(tokens, whole)


class Command(BaseCommand):
    """Shows what the pipeline does to an answer."""

    help = "Shapes a JSON file, or a call's answer, and shows what each stage and each format saves."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", default="", help="a view's answer, a file of JSON; - is standard input")
        parser.add_argument("--call", nargs="+", default=[], metavar=("TOOL", "ARGUMENTS"), help="call a tool instead")
        parser.add_argument("--user", default="", help="who calls; nobody by default")
        parser.add_argument("--writes", action="store_true", help="call the tool though it may write")
        parser.add_argument("--view", help="the agent view, a mask such as id,name,site(name)")
        parser.add_argument("--fields", help="the caller's mask of fields to keep")
        parser.add_argument("--exclude", help="the caller's mask of fields to leave out")
        parser.add_argument("--budget", type=int, help="the most tokens that the answer may cost")
        parser.add_argument("--method", help="of a file: the request's method; GET by default")
        parser.add_argument("--status", type=int, help="of a file: the answer's status; 200 by default")

    def handle(self, *args: Any, **options: Any) -> None:
        given = said_of_call(options)
        exchange = self._exchange(options)
        exchange = exchange.replace(call=msgspec.structs.replace(exchange.call, **given))
        row = row_of_stages()
        try:
            by_stage, by_format = list(steps(row, exchange)), list(in_formats(row, exchange))
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
            raise CommandError(f"The pipeline failed, and would send the whole result ({fault}).") from error
        self._show(STAGES, by_stage)
        self._show(FORMATS, by_format)
        self.stdout.write(f"Tokens by {name_of(counter_of(conf.settings().token_counter))}.")

    def _exchange(self, options: dict[str, Any]) -> Exchange:
        named, call = options["file"], options["call"]
        if bool(named) == bool(call) or len(call) > 2:
            raise CommandError("Name either a file of JSON, or --call with a tool and its arguments as JSON.")
        if named:
            method, status = said_of_file(options)
            return read_result(named, Call("file", method=method, can_continue=True), status)
        if any(options[word] is not None for word in OF_FILES):
            raise CommandError("--method and --status are of a file; a call has its own.")
        tool, arguments = (*call, "{}")[:2]
        return made_call(tool, arguments, options["user"], writes=options["writes"], tell=self.stderr.write)

    def _show(self, head: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
        for line in table(head, rows):
            self.stdout.write(line)
        self.stdout.write("")
