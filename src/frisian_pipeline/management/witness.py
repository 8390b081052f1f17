"""What the project's pipeline is given and what it gives, while calls are made; no log is needed for that."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from django.core.management.base import CommandError

from frisian_pipeline.drf.pipelines import STORE, HostStore, pipeline
from frisian_pipeline.drf.shaping import row
from frisian_pipeline.exchange import Exchange
from frisian_pipeline.pipeline import Pipeline, Stage
from frisian_pipeline.stages import Report


class Seen(NamedTuple):
    """
    The exchanges of calls, in the order in which they were answered.

    Attributes:
        begun: As they began their walk.
        walked: As they ended it; one whose walk failed is missing.
    """

    begun: list[Exchange]
    walked: list[Exchange]


def row_of(store: HostStore) -> list[Stage]:
    """The project's pipeline without its report: what is made to be looked at is no traffic."""
    made: Stage = pipeline(store)
    row = made.stages if isinstance(made, Pipeline) else (made,)
    return [stage for stage in row if not isinstance(stage, Report)]


def keeping(kept: list[Exchange]) -> Stage:
    """A stage that keeps what passes."""

    def keep(exchange: Exchange, /) -> Exchange:
        kept.append(exchange)
        return exchange

    return keep


@contextmanager
def witnessed() -> Iterator[Seen]:
    """
    Keep each exchange at both ends of its walk, of the answers to what is called from here.

    Raises:
        CommandError: If the project's pipeline cannot be made.
    """
    seen = Seen([], [])
    try:
        row_of(STORE)
    except Exception as error:
        raise CommandError(f"The pipeline cannot be made ({type(error).__name__}: {error}).") from error

    def watched(store: HostStore = STORE) -> Pipeline:
        return Pipeline(keeping(seen.begun), *row_of(store), keeping(seen.walked))

    before = row.set(watched)
    try:
        yield seen
    finally:
        row.reset(before)
