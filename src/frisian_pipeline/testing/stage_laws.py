"""What every stage keeps to; each law takes a stage and an exchange and fails with an AssertionError."""

from copy import deepcopy

from frisian_pipeline.exchange import Exchange
from frisian_pipeline.pipeline import Stage, gives

GIVEN = ("call", "result", "status", "facts")
FACTS = tuple(name for name in Exchange.__struct_fields__ if name not in GIVEN)


def same(one: object, other: object) -> bool:
    """Tell whether two values look the same, so that NaN equals itself and True is not 1."""
    return one is other or repr(one) == repr(other)


def returns_an_exchange(stage: Stage, exchange: Exchange) -> None:
    """A stage returns an exchange for any exchange."""
    walked = stage(exchange)
    assert isinstance(walked, Exchange), f"it returned {type(walked).__name__}"


def leaves_its_input_alone(stage: Stage, exchange: Exchange) -> None:
    """A stage changes nothing in the exchange that it was given."""
    before = deepcopy(exchange)
    stage(exchange)
    assert same(before, exchange), f"{changed(before, exchange)} changed in place"


def keeps_what_is_given(stage: Stage, exchange: Exchange) -> None:
    """A stage keeps the call, the result, the status and the facts that the adapter gave."""
    walked = stage(exchange)
    lost = [name for name in changed(exchange, walked) if name in GIVEN]
    assert not lost, f"it set {lost}"


def changes_only_what_it_gives(stage: Stage, exchange: Exchange) -> None:
    """A stage sets no fact beyond those that it declares in ``gives``; without a declaration it may set any."""
    allowed = gives(stage) if hasattr(stage, "gives") else frozenset(FACTS)
    extra = [name for name in changed(exchange, stage(exchange)) if name in FACTS and name not in allowed]
    assert not extra, f"it also set {extra}"


def settles(stage: Stage, exchange: Exchange) -> None:
    """A stage walked twice gives what it gave once."""
    once = stage(exchange)
    twice = stage(once)
    assert same(once, twice), f"{changed(once, twice)} changed the second time"


def changed(before: Exchange, after: Exchange) -> list[str]:
    """The fields in which two exchanges differ."""
    return [name for name in Exchange.__struct_fields__ if not same(getattr(before, name), getattr(after, name))]


STAGE_LAWS = (
    returns_an_exchange,
    leaves_its_input_alone,
    keeps_what_is_given,
    changes_only_what_it_gives,
    settles,
)
