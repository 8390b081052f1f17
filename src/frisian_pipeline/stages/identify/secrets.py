"""Secrets in a written object, however deep: what no later retrieve returns."""

from itertools import islice
from typing import Any

from frisian_pipeline.stages.identify.words import is_secret, looks_random, sounds_secret

SCALARS = frozenset({str, int, float, bool, type(None)})
MOST = 100_000
"""How many containers are looked into; what has more, or contains itself, counts as if it held a secret."""

TAME: set[Any] = set()
"""Names that are known to be none of a secret, so that objects of such names cost hardly anything."""

MOST_TAME = 10_000


def hides_secret(data: Any) -> bool:
    """Tell whether a secret is somewhere inside, at no cost of stack."""
    work = [data]
    for one in islice(work, MOST):
        values = one
        if isinstance(one, dict):
            if not TAME.issuperset(one) and has_secret(one, nested=one is not data):
                return True
            values = one.values()
        elif not isinstance(one, (list, tuple)):
            continue
        for value in values:
            if type(value) not in SCALARS:
                work.append(value)  # noqa: PERF401  a list more for each container costs half as much again
    return len(work) > MOST


def has_secret(row: dict[Any, Any], *, nested: bool) -> bool:
    """Look at the names that are new or those of secrets."""
    for name in row.keys() - TAME:
        if not isinstance(name, str) or not sounds_secret(name):
            learn(name)
        elif is_secret(name, row[name]) and not (nested and name == "key" and is_plain_key(row)):
            return True
    return False


def is_plain_key(row: dict[Any, Any]) -> bool:
    """Tell whether a nested key names something, as that of a pair of key and value does."""
    return "value" in row or not looks_random(row["key"], 12)


def learn(name: Any) -> None:
    """Remember a name, and not too many: some objects are tables."""
    if len(TAME) >= MOST_TAME:
        TAME.clear()
    TAME.add(name)


def secrets_of(row: dict[Any, Any]) -> tuple[Any, ...]:
    """The fields of an object that are secrets or hold some."""
    return tuple(name for name in row if hides_secret({name: row[name]})) if hides_secret(row) else ()
