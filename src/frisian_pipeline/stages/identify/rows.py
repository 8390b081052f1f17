"""What rows say and an envelope does not: that they failed, and secrets."""

from collections.abc import Sequence
from typing import Any

from frisian_pipeline.stages.identify.secrets import hides_secret
from frisian_pipeline.stages.identify.words import Telling, is_bad, telling

MOST_NAMES = 100


def names_in(row: dict[Any, Any]) -> Telling:
    """The names of an object that may tell more; remembered where they are few, since one of many is a table."""
    return telling(tuple(row)) if len(row) <= MOST_NAMES else telling.__wrapped__(tuple(row))


def say_failed(rows: Sequence[Any], names: Telling) -> bool:
    """Tell whether one of these rows, which are like the first, says under one of these names that it failed."""
    for name, says_so in names.failures:
        # A status that is an object is a choice, as many serializers spell it.
        is_choice = says_so is is_bad and isinstance(rows[0].get(name), dict)
        if not is_choice and any(map(says_so, [row.get(name) for row in rows])):
            return True
    return False


def failed(row: Any) -> bool:
    """Tell whether an object says that it failed."""
    return isinstance(row, dict) and say_failed([row], names_in(row))


def has_failed(row: dict[Any, Any]) -> bool:
    """Tell the same of a single object, and of the rows in one that only wraps them."""
    names = names_in(row)
    if say_failed([row], names):
        return True
    return any(failed(inner) for name in names.wrappers if isinstance(row[name], list) for inner in row[name])


def are_ordinary(rows: list[Any]) -> bool:
    """Tell whether all rows are plain objects as wide as the first, and none has the usual name of what it must say."""
    width = len(rows[0]) if type(rows[0]) is dict else 0
    # One loop, spelled out: rows that are many are slow to reach, and each further loop reaches them again.
    for row in rows:
        if type(row) is not dict or len(row) != width:
            return False
        if "error" in row or "errors" in row or "token" in row or "secret" in row:
            return False
    return True


def tells_more(row: Any, *, creates: bool) -> bool:
    """Tell whether an object says that it failed, or where it is new hides a secret."""
    return isinstance(row, dict) and (failed(row) or (creates and hides_secret(row)))


def are_alike(rows: list[Any]) -> bool:
    """Tell whether all rows are plain objects, and none has a name that the first has not."""
    return {*map(type, rows)} == {dict} and len(set().union(*rows)) == len(rows[0])


def hides_later(rows: list[dict[Any, Any]]) -> bool:
    """Tell whether a secret is where the first row has nothing; the first that has something speaks for all."""
    missing = [name for name, value in rows[0].items() if value is None or value in ([], {})]
    columns = (filter(None, [row.get(name) for row in rows]) for name in missing)
    return any(hides_secret(next(column, None)) for column in columns)


def any_tells_more(rows: list[Any], *, creates: bool) -> bool:
    """Tell the same of rows that nothing but their identifiers will stand for; alike ones are like the first."""
    if not are_alike(rows):
        return any(tells_more(row, creates=creates) for row in rows)
    return creates and hides_later(rows)


def has_any(rows: list[Any], names: tuple[str, ...]) -> bool:
    """Tell whether an object among the rows has a value under one of these names."""
    return any(row.get(name) is not None for name in names for row in rows if isinstance(row, dict))


def tell_more(rows: list[Any], once: tuple[str, ...], *, creates: bool, alone: bool) -> bool:
    """
    Tell whether a row says what no envelope does.

    Rows that are alike are not each looked into. What counts as alike is stricter where their identifiers are all that
    the caller can get (``alone``) than where a token may stand for the whole.
    """
    if once and has_any(rows, once):
        return True
    names = names_in(rows[0]) if rows and (are_alike if alone else are_ordinary)(rows) else None
    if names is None or (creates and names.secrets):
        return any(tells_more(row, creates=creates) for row in rows)
    hides = creates and (hides_secret(rows[0]) or (alone and hides_later(rows)))
    return hides or say_failed(rows, names)
