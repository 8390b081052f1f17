"""What a host may name in its settings, and what is wrong with it."""

from typing import Any

from frisian_pipeline import Exchange, Pipeline, agent_answers
from frisian_pipeline.formats import Columnar, Json
from frisian_pipeline.stages import Confirm, Encode, Report
from frisian_pipeline.stores import MemoryStore, Store
from frisian_pipeline.testing.doubles import DeadStore
from tests.doubles import Break

PROVERB = "Bûter, brea en griene tsiis"


def broken(store: Store, *, json: Json) -> Pipeline:
    """Has a stage that always fails."""
    return agent_answers(store, json=json).before(Confirm, Break())


def broken_early(store: Store, *, json: Json) -> Pipeline:
    """Fails before anything is encoded."""
    return Pipeline(Break(), Encode(json))


def columnar(store: Store, *, json: Json) -> Pipeline:
    """Has a further format."""
    return agent_answers(store, json=json).without(Encode).before(Report, Encode(json, (Columnar(),)))


def single(store: Store, *, json: Json) -> Encode:
    """A stage is a pipeline, too."""
    return Encode(json)


def silent(store: Store, *, json: Json) -> Pipeline:
    """Reports nothing."""
    return agent_answers(store, json=json).without(Report)


def remarking(store: Store, *, json: Json) -> Pipeline:
    """Says the same to every agent."""

    def remark(exchange: Exchange, /) -> Exchange:
        return exchange.replace(notes=(PROVERB,))

    return agent_answers(store, json=json).before(Encode, remark)


class Unsaid:
    """Makes a pipeline, and does not say what it takes."""

    __signature__ = "nothing that can be read"

    def __new__(cls, *args: Any, **kwargs: Any) -> Pipeline:  # type: ignore[misc]
        return agent_answers(*args, **kwargs)


def refuse(store: Store, *, json: Json) -> Pipeline:
    """Cannot be built."""
    raise ValueError("the payload is 4711")


def forgetful(store: Store, *, json: Json) -> None:
    """Makes nothing."""


def raising_store(**limits: Any) -> Store:
    """Says that it is down."""
    return DeadStore(raises=True)


def dropping_store(**limits: Any) -> Store:
    """Takes everything and keeps nothing."""
    return DeadStore(raises=False)


def unreachable_store(**limits: Any) -> Store:
    """Cannot even be made."""
    raise ConnectionError("the password is 4711")


def own_store(**limits: Any) -> Store:
    """A store of the host's own."""
    return MemoryStore(**limits)


def broken_late(store: Store, *, json: Json) -> Pipeline:
    """Fails when everything is encoded, without having weighed it."""
    return Pipeline(Encode(json), Break())
