"""What lets the caller reach each written object again?"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
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


def find_ids(rows: list[Any], names: tuple[str, ...]) -> tuple[Any, ...]:
    """The first of these fields that identifies every row; empty where none does, or a row is no object."""
    if not all(issubclass(kind, dict) for kind in set(map(type, rows))):
        return ()
    columns = (tuple([row.get(name) for row in rows]) for name in names)
    return next(filter(all_identify, columns), ())


class Ids(Sequence[Any]):
    """The identifiers of many rows, looked for when somebody asks: a write that has a token needs none of them."""

    def __init__(self, rows: list[Any], names: tuple[str, ...]) -> None:
        self.rows = rows
        self.names = names

    @cached_property
    def found(self) -> tuple[Any, ...]:
        """One for each row, in order, or none."""
        return find_ids(self.rows, self.names)

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, place: Any) -> Any:
        return self.found[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.found == tuple(other)

    def __hash__(self) -> int:
        return hash(self.found)

    def __repr__(self) -> str:
        return repr(self.found)


def are_ordinary(rows: list[Any]) -> bool:
    """Tell whether all rows are plain objects as wide as the first, and none has a secret."""
    width = len(rows[0]) if type(rows[0]) is dict else 0
    # One loop, spelled out: rows that are many are slow to reach, and each further loop reaches them again.
    for row in rows:
        if type(row) is not dict or len(row) != width:
            return False
        if "key" in row or "token" in row or "secret" in row or "password" in row:
            return False
    return True


def shows_once(call: Call, rows: list[Any], *, creates: bool) -> bool:
    """Tell whether a row has something that no later retrieve returns."""
    if rows and are_ordinary(rows) and shown_once(call, rows[0], creates=creates) in ((), SECRETS):
        return False
    objects = [row for row in rows if isinstance(row, dict)]
    names = dict.fromkeys(name for row in objects for name in row)
    return has_any(objects, shown_once(call, names, creates=creates))


def has_any(rows: list[dict[str, Any]], names: tuple[str, ...]) -> bool:
    """Tell whether a row has a value under one of these names."""
    return any(row.get(name) is not None for name in names for row in rows)


def identify(exchange: Exchange) -> Identity:
    """Find how the caller reaches what was written."""
    call, result = exchange.call, exchange.result
    # A PUT may create, and an action may issue a secret anew.
    creates = exchange.operation is Operation.CREATE or exchange.status == 201 or call.method == "POST"
    if isinstance(result, list):
        once = shows_once(call, result, creates=creates)
        return Identity(count=len(result), many=True, ids=Ids(result, candidates(call)), once=once)
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
