"""What a piece of work costs, on a machine that does other things too."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter, process_time

Work = Callable[[], object]

SECONDS = 5.0
"""How long a comparison goes on: some hundreds of rounds, or thousands."""
ROUND = 0.0003
"""Seconds that a round takes at least, so short that many fall between two disturbances."""
TURNS = 8
"""How often work is done that takes so long that no disturbance can be missed."""


def per_call(work: Work, calls: int) -> float:
    """Seconds for each of these calls, after one that finds the caches as another work left them."""
    work()
    start = perf_counter()
    for _ in range(calls):
        work()
    return (perf_counter() - start) / calls


def calls_in_a_round(work: Work) -> int:
    """How many calls fill a round."""
    calls = 1
    while per_call(work, calls) * calls < ROUND:
        calls *= 2
    return calls


@contextmanager
def undisturbed() -> Iterator[None]:
    """Collect garbage now, and none until the end."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def best(*works: Work, seconds: float = SECONDS) -> list[float]:
    """Seconds per call of each work: the best of many short rounds, taken in turns."""
    with undisturbed():
        calls = list(map(calls_in_a_round, works))
        least = list(map(per_call, works, calls))
        end = perf_counter() + seconds
        while perf_counter() < end:
            least = list(map(min, least, map(per_call, works, calls)))
    return least


def ratio(one: Work, other: Work, *, seconds: float = SECONDS) -> float:
    """How many times the other work the one costs."""
    first, second = best(one, other, seconds=seconds)
    return first / second


def cpu(work: Work) -> float:
    """Seconds of CPU that one call takes, its garbage included."""
    gc.collect()
    start = process_time()
    work()
    return process_time() - start


def cpu_ratio(one: Work, other: Work, *, turns: int = TURNS) -> float:
    """How many times the other work the one costs, in CPU, where a call takes long: the best of some turns each."""
    costs = [(cpu(one), cpu(other)) for _ in range(turns)]
    return min(cost for cost, _ in costs) / min(cost for _, cost in costs)
