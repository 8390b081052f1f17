"""What lets the caller reach each written object again?"""

from collections.abc import Iterable, Iterator, Sequence
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
    if not all(map(identifies, set(map(type, values)))) or "" in values:
        return False
    return survives("".join([value for value in values if isinstance(value, str)]))


def key_of(row: dict[str, Any], names: Iterable[str]) -> str:
    """The first of these fields that identifies the object; empty where none does."""
    return next((name for name in names if is_identifier(row.get(name))), "")


@lru_cache(maxsize=1024)
def is_secret(name: Any) -> bool:
    """Tell whether a field's name says that its value is a secret."""
    return isinstance(name, str) and name.endswith(SECRET_ENDINGS)


def shown_once(call: Call, operation: Operation, names: Iterable[str]) -> tuple[str, ...]:
    """Among these field names, those whose values no later retrieve returns."""
    if operation is not Operation.CREATE and call.method != "POST":
        return call.once
    return tuple(dict.fromkeys((*call.once, *SECRETS, *filter(is_secret, names))))


def labels(call: Call, row: dict[str, Any], once: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """The names and values that a single object's envelope shows, in order, nulls left out."""
    title = "name" if row.get("name") is not None else "display"
    own = key_of(row, ("id", "pk"))
    for name in dict.fromkeys((own, call.lookup_field, "url", title, *call.light_keys, *once)):
        if name and name not in RESERVED and row.get(name) is not None:
            yield name, row[name]


def identify_one(call: Call, operation: Operation, row: dict[str, Any]) -> Identity:
    """Find the identifier and the labels of a single object."""
    once = shown_once(call, operation, row)
    key = key_of(row, candidates(call))
    return Identity(
        count=1,
        ids=(row[key],) if key else (),
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
    once = shown_once(call, operation, rows[0] if rows else ())
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
