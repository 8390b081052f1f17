"""What lets the caller reach each written object again?"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, ClassVar
from uuid import UUID

from msgspec import Struct

from frisian_pipeline.exchange import Call, Exchange, Identity, Operation

RESERVED = frozenset({"accepted", "continuation_token", "data_size", "deleted", "ids", "status_code"})
"""The envelope's own keys: a host's field of the same name is never a label."""

SECRETS = ("key", "token", "secret", "password")
SECRET_ENDINGS = ("api_key", "access_key", "private_key", "secret_key", "_token", "_secret", "_password")


def candidates(call: Call) -> tuple[str, ...]:
    """The fields that may identify an object, best first."""
    if not call.lookup_field or call.lookup_field in RESERVED:
        return ("id", "pk")
    return (call.lookup_field, "id", "pk")


def identifies(kind: type) -> bool:
    """Tell whether values of this type can be identifiers: text, integers and UUIDs, but no truth values."""
    return issubclass(kind, (str, int, UUID)) and kind is not bool


def survives(text: str) -> bool:
    """Tell whether a text comes through UTF-8 as it is."""
    try:
        return text.isascii() or text.encode() != b""
    except UnicodeEncodeError:
        return False


def is_identifier(value: Any) -> bool:
    """Tell whether a value can be sent back as an identifier: not null, empty or lost in UTF-8."""
    return identifies(type(value)) and value != "" and (not isinstance(value, str) or survives(value))


def all_identify(values: Sequence[Any]) -> bool:
    """Tell the same of many values, at the cost of a few."""
    with suppress(TypeError):
        return survives("".join(values)) and all(values)
    if not all(map(identifies, set(map(type, values)))) or "" in values:
        return False
    return survives("".join([value for value in values if isinstance(value, str)]))


def key_of(row: dict[str, Any], names: Iterable[str]) -> str:
    """The first of these fields that identifies the object; empty where none does."""
    return next((name for name in names if is_identifier(row.get(name))), "")


@lru_cache(maxsize=256)
def secrets_among(names: tuple[Any, ...]) -> tuple[str, ...]:
    """The usual names of secrets, and those of an object's fields that sound like one."""
    found = (name for name in names if isinstance(name, str) and name.endswith(SECRET_ENDINGS))
    return tuple(dict.fromkeys((*SECRETS, *found)))


def shown_once(call: Call, names: Iterable[Any], *, creates: bool) -> tuple[str, ...]:
    """Among these field names, those whose values no later retrieve returns."""
    if not creates:
        return call.once
    secrets = secrets_among(tuple(names))
    return tuple(dict.fromkeys(call.once + secrets)) if call.once else secrets


def labels(call: Call, row: dict[str, Any], once: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """The names and values that a single object's envelope shows, in order, nulls left out."""
    title = "name" if row.get("name") is not None else "display"
    own = key_of(row, ("id", "pk"))
    for name in dict.fromkeys((own, call.lookup_field, "url", title, *call.light_keys, *once)):
        if name and name not in RESERVED and row.get(name) is not None:
            yield name, row[name]


def identify_one(call: Call, row: dict[str, Any], *, creates: bool) -> Identity:
    """Find the identifier and the labels of a single object."""
    once = shown_once(call, row, creates=creates)
    key = key_of(row, candidates(call))
    return Identity(
        count=1,
        ids=(row[key],) if key else (),
        labels=tuple(labels(call, row, once)),
        once=any(row.get(name) is not None for name in RESERVED.intersection(once)),
    )


def names_in(rows: list[dict[str, Any]]) -> Iterable[Any]:
    """The field names of all rows."""
    return dict.fromkeys(name for row in rows for name in row)


def ordinary_ids(rows: list[Any], name: str) -> list[Any]:
    """This field of all rows, if they are plain, as wide as the first and without secrets; else fewer or nothing."""
    width = len(rows[0])
    try:
        # One loop, spelled out: rows that are many are slow to reach, and each further loop reaches them again.
        return [
            row[name]
            for row in rows
            if type(row) is dict
            and len(row) == width
            and not ("key" in row or "token" in row or "secret" in row or "password" in row)
        ]
    except KeyError:
        return []


def identify_alike(call: Call, rows: list[Any], *, creates: bool) -> Identity:
    """Identify rows that are alike, as a serializer's are, by the best field; unknown where they are not."""
    if rows and type(rows[0]) is dict and shown_once(call, rows[0], creates=creates) in ((), SECRETS):
        ids = ordinary_ids(rows, candidates(call)[0])
        if len(ids) == len(rows) and all_identify(ids):
            return Identity(count=len(rows), many=True, ids=tuple(ids))
    return Identity()


def identify_many(call: Call, rows: list[Any], *, creates: bool) -> Identity:
    """Find one field that identifies every row; rows that are no objects have none."""
    if not all(issubclass(kind, dict) for kind in set(map(type, rows))):
        return Identity(count=len(rows), many=True)
    once = shown_once(call, names_in(rows), creates=creates)
    columns = (tuple(row.get(name) for row in rows) for name in candidates(call))
    return Identity(count=len(rows), many=True, ids=next(filter(all_identify, columns), ()), once=has_any(rows, once))


def has_any(rows: list[dict[str, Any]], names: tuple[str, ...]) -> bool:
    """Tell whether a row has a value under one of these names."""
    return any(row.get(name) is not None for name in names for row in rows)


def identify(exchange: Exchange) -> Identity:
    """Find how the caller reaches what was written."""
    call, result = exchange.call, exchange.result
    # A PUT may create, and an action may issue a secret anew.
    creates = exchange.operation is Operation.CREATE or exchange.status == 201 or call.method == "POST"
    if isinstance(result, list):
        alike = identify_alike(call, result, creates=creates)
        return alike if alike.known else identify_many(call, result, creates=creates)
    if isinstance(result, dict):
        return identify_one(call, result, creates=creates)
    return Identity(count=1)


class Identify(Struct, frozen=True):
    """Find the identifiers and labels of what was created or updated."""

    needs: ClassVar[frozenset[str]] = frozenset({"operation"})
    gives: ClassVar[frozenset[str]] = frozenset({"identity"})

    def __call__(self, exchange: Exchange, /) -> Exchange:
        if exchange.operation not in (Operation.CREATE, Operation.UPDATE):
            return exchange
        return exchange.replace(identity=identify(exchange))
