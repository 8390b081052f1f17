"""Counters by the names that settings use."""

from typing import Literal, get_args

from frisian_pipeline.errors import MissingExtraError
from frisian_pipeline.tokens.classic import quarter
from frisian_pipeline.tokens.estimator import estimate
from frisian_pipeline.tokens.port import Counter
from frisian_pipeline.tokens.vocabularies import Vocabulary, exact, installed

CounterName = Literal["auto", "estimate", "chars/4", "cl100k_base", "o200k_base"]


def counter_of(name: CounterName = "auto") -> Counter:
    """
    The counter of a name; ``auto`` is the larger of both exact counts where they can be had, else the estimator.

    Nothing is loaded before the first count.

    Raises:
        MissingExtraError: If a vocabulary is asked for by its name and its package is not installed.
        ValueError: If there is no such counter.
    """
    if name not in get_args(CounterName):
        raise ValueError(f"there is no counter {name!r}; it is one of {', '.join(get_args(CounterName))}")
    if name == "auto":
        return exact if installed() else estimate
    if name == "estimate":
        return estimate
    if name == "chars/4":
        return quarter
    if not installed():
        raise MissingExtraError("tokens", f"the vocabulary {name}")
    return Vocabulary((name,))
