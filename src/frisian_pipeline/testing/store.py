"""Run the laws on a store: put, redeem, page, expire, overflow and cheat, in any order."""

from collections.abc import Callable

from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import Flaky
from hypothesis.stateful import run_state_machine_as_test

from frisian_pipeline.stores import Store
from frisian_pipeline.testing.store_laws import a_fresh_store_keeps
from frisian_pipeline.testing.store_machine import StoreMachine, hold


def check_store(
    make_store: Callable[[], Store], advance: Callable[[float], object] | None = None, *, examples: int = 50
) -> None:
    """
    Run every store law on stores that ``make_store`` gives, each of them new and empty.

    ``advance`` lets seconds pass on their clock; without it nothing expires. The time to live is the store's ``ttl``,
    else 300. To see it overflow give it a ``max_bytes_per_owner`` between 8 and 64 KiB, and room for three owners.

    Raises:
        AssertionError: Naming the first law that does not hold, its sentence and what was seen.
    """

    class Machine(StoreMachine):
        def __init__(self) -> None:
            super().__init__(make_store(), advance)

    hold(a_fresh_store_keeps, make_store())
    try:
        run_state_machine_as_test(
            Machine,
            settings=settings(
                max_examples=examples,
                stateful_step_count=30,
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            ),
        )
    except Flaky as error:
        raise AssertionError("this store keeps a law only sometimes; the cause says which") from error
