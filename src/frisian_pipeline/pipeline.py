"""Stages in a row: the order is checked when the row is built, and the row is itself a stage."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol, runtime_checkable

from frisian_pipeline.errors import MissingStageError, StageError, StageOrderError
from frisian_pipeline.exchange import Exchange


@runtime_checkable
class Stage(Protocol):
    """
    Any callable from exchange to exchange.

    It may declare ``needs`` and ``gives``, sets of exchange fields that it reads and sets, so that a pipeline
    can check its place; without them it may stand anywhere.
    """

    def __call__(self, exchange: Exchange, /) -> Exchange: ...


def needs(stage: Stage) -> frozenset[str]:
    """The facts a stage reads; empty where it does not say."""
    return frozenset(getattr(stage, "needs", ()))


def gives(stage: Stage) -> frozenset[str]:
    """The facts a stage sets; empty where it does not say."""
    return frozenset(getattr(stage, "gives", ()))


def name_of(stage: Any) -> str:
    """A stage's name for messages: a function's own, else its class's."""
    return str(getattr(stage, "__name__", type(stage).__name__))


def check_order(stages: tuple[Stage, ...]) -> None:
    """
    Refuse a row in which a stage reads a fact that only a later one sets.

    A stage that both reads and sets a fact refines it, so it may be followed by further refiners.
    """
    for place, early in enumerate(stages):
        read = needs(early) - gives(early)
        for late in stages[place + 1 :]:
            for fact in sorted(read & gives(late)):
                raise StageOrderError(name_of(early), name_of(late), fact)


class Pipeline:
    """
    A row of stages, called in order.

    Raises:
        StageOrderError: When built, if a stage stands before the one that gives what it needs.
        StageError: When called, if a stage fails; ``edge.answer`` turns that into the whole result.
    """

    __slots__ = ("gives", "needs", "stages")

    def __init__(self, *stages: Stage) -> None:
        check_order(stages)
        self.stages = stages
        self.gives = frozenset[str]().union(*map(gives, stages))
        self.needs = self._read_from_outside()

    def __call__(self, exchange: Exchange, /) -> Exchange:
        stage: Any = self
        tool = exchange.call.tool
        try:
            for stage in self.stages:
                exchange = stage(exchange)
        except StageError:
            raise
        except Exception as error:
            raise StageError(name_of(stage), tool) from error
        return exchange

    def __iter__(self) -> Iterator[Stage]:
        return iter(self.stages)

    def __repr__(self) -> str:
        return f"Pipeline({', '.join(map(name_of, self.stages))})"

    def before(self, kind: type[Any], *new: Stage) -> "Pipeline":
        """
        Derive a pipeline with stages put in before the first stage of this class.

        Raises:
            MissingStageError: If there is no such stage.
        """
        place = self._place(kind)
        return Pipeline(*self.stages[:place], *new, *self.stages[place:])

    def after(self, kind: type[Any], *new: Stage) -> "Pipeline":
        """
        Derive a pipeline with stages put in after the last stage of this class.

        Raises:
            MissingStageError: If there is no such stage.
        """
        place = len(self.stages) - self._place(kind, backwards=True)
        return Pipeline(*self.stages[:place], *new, *self.stages[place:])

    def without(self, kind: type[Any]) -> "Pipeline":
        """
        Derive a pipeline that lacks every stage of this class.

        Raises:
            MissingStageError: If there is no such stage.
        """
        self._place(kind)
        return Pipeline(*(stage for stage in self.stages if not isinstance(stage, kind)))

    def _place(self, kind: type[Any], *, backwards: bool = False) -> int:
        row = self.stages[::-1] if backwards else self.stages
        for place, stage in enumerate(row):
            if isinstance(stage, kind):
                return place
        raise MissingStageError(kind.__name__)

    def _read_from_outside(self) -> frozenset[str]:
        given: frozenset[str] = frozenset()
        read: frozenset[str] = frozenset()
        for stage in self.stages:
            read |= needs(stage) - given
            given |= gives(stage)
        return read


class When:
    """A stage that walks only where the test holds; elsewhere the exchange passes as it came."""

    __slots__ = ("gives", "needs", "stage", "test")

    def __init__(self, test: Callable[[Exchange], bool], stage: Stage) -> None:
        self.test = test
        self.stage = stage
        self.needs = needs(stage)
        self.gives = gives(stage)

    def __call__(self, exchange: Exchange, /) -> Exchange:
        return self.stage(exchange) if self.test(exchange) else exchange

    @property
    def __name__(self) -> str:
        return f"When({name_of(self.stage)})"
