"""What lets the caller reach each written object again?"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
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
    names = dict.fromkeys((call.lookup_field, "id", "pk"))
    return tuple(name for name in names if name and name not in RESERVED)


def identifies(kind: type) -> bool:
    """Tell whether values of this type can be identifiers: text, integers and UUIDs, but no truth values."""
    return issubclass(kind, (str, int, UUID)) and kind is not bool


def all_identify(values: Sequence[Any]) -> bool:
    """Tell whether each value can be sent back as an identifier: none null, empty or lost in UTF-8."""
    kinds = set(map(type, values))
    if not all(map(identifies, kinds)) or "" in values:
        return False
    texts = (value for value in values if isinstance(value, str)) if kinds != {str} else values
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        return False
    return True


@lru_cache(maxsize=1024)
def is_secret(name: Any) -> bool:
    """Tell whether a field's name says that its value is a secret."""
    return isinstance(name, str) and name.endswith(SECRET_ENDINGS)


def shown_once(call: Call, operation: Operation, names: Iterator[str]) -> tuple[str, ...]:
    """Among these field names, those whose values no later retrieve returns."""
    if operation is not Operation.CREATE and call.method != "POST":
        return call.once
    return tuple(dict.fromkeys((*call.once, *SECRETS, *filter(is_secret, names))))


def labels(call: Call, row: dict[str, Any], once: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """The names and values that a single object's envelope shows, in order, nulls left out."""
    key = next((name for name in ("id", "pk") if all_identify([row.get(name)])), "")
    title = next((name for name in ("name", "display") if row.get(name) is not None), "")
    for name in dict.fromkeys((key, call.lookup_field, "url", title, *call.light_keys, *once)):
        if name and name not in RESERVED and row.get(name) is not None:
            yield name, row[name]


def identify_one(call: Call, operation: Operation, row: dict[str, Any]) -> Identity:
    """Find the identifier and the labels of a single object."""
    once = shown_once(call, operation, iter(row))
    values = ((row.get(name),) for name in candidates(call))
    return Identity(
        count=1,
        ids=next(filter(all_identify, values), ()),
        labels=tuple(labels(call, row, once)),
        once=any(row.get(name) is not None for name in RESERVED.intersection(once)),
    )


def column(rows: list[Any], name: str) -> tuple[Any, ...]:
    """This field of each row; empty where a row lacks it."""
    try:
        return tuple(map(itemgetter(name), rows))
    except KeyError:
        return ()


def identify_many(call: Call, operation: Operation, rows: list[Any]) -> Identity:
    """Find one field that identifies every row; rows that are no objects have none."""
    if not all(issubclass(kind, dict) for kind in set(map(type, rows))):
        return Identity(count=len(rows), many=True)
    columns = (column(rows, name) for name in candidates(call))
    once = shown_once(call, operation, iter(rows[0] if rows else ()))
    return Identity(
        count=len(rows),
        many=True,
        ids=next((ids for ids in columns if len(ids) == len(rows) and all_identify(ids)), ()),
        once=has_any(rows, once),
    )


def has_any(rows: list[dict[str, Any]], names: tuple[str, ...]) -> bool:
    """Tell whether a row has a value under one of these names."""
    # A list is half as dear as a generator here, and this is a fifth of what a large bulk costs beyond encoding.
    return any([True for name in names for row in rows if name in row and row[name] is not None])  # noqa: C419


def identify(call: Call, operation: Operation, result: Any) -> Identity:
    """Find how the caller reaches what was written."""
    if isinstance(result, list):
        return identify_many(call, operation, result)
    if isinstance(result, dict):
        return identify_one(call, operation, result)
    return Identity(count=1)


class Identify(Struct, frozen=True):
    """Find the identifiers and labels of what was created or updated."""

    needs: ClassVar[frozenset[str]] = frozenset({"operation"})
    gives: ClassVar[frozenset[str]] = frozenset({"identity"})

    def __call__(self, exchange: Exchange, /) -> Exchange:
        if exchange.operation not in (Operation.CREATE, Operation.UPDATE):
            return exchange
        return exchange.replace(identity=identify(exchange.call, exchange.operation, exchange.result))
