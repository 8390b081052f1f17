"""The port of counters, and what they say about themselves."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class Counter(Protocol):
    """
    Counts the tokens of a text; any function from a text to a number will do.

    One that is exact says so by an attribute ``exact`` that is True; its ``name`` goes into metrics.
    """

    def __call__(self, text: str, /) -> int: ...


def is_exact(counter: Counter) -> bool:
    """Tell whether a counter counts as the model does; one that says nothing is an estimate, and needs a margin."""
    return getattr(counter, "exact", False) is True


def name_of(counter: Counter) -> str:
    """What a counter is called in logs and metrics: its own name, a function's, or else its class's."""
    named = getattr(counter, "name", getattr(counter, "__name__", ""))
    return named if isinstance(named, str) and named else type(counter).__name__
