"""Identifiers: what a retrieve tool takes, found in the fields of written objects."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any
from uuid import UUID

from frisian_pipeline.exchange import Call
from frisian_pipeline.stages.identify.rows import any_tells_more

RESERVED = frozenset({"accepted", "continuation_token", "data_size", "deleted", "ids", "status_code"})
"""The envelope's own keys: a host's field of the same name is never a label."""


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


def find_ids(rows: list[Any], names: tuple[str, ...]) -> tuple[Any, ...]:
    """The first of these fields that identifies every row; empty where none does, or a row is no object."""
    if not all(issubclass(kind, dict) for kind in set(map(type, rows))):
        return ()
    columns = (tuple([row.get(name) for row in rows]) for name in names)
    return next(filter(all_identify, columns), ())


class Ids(Sequence[Any]):
    """The identifiers of many rows, looked for when somebody asks: a write that has a token needs none of them."""

    def __init__(self, rows: list[Any], names: tuple[str, ...], *, creates: bool, looked: bool) -> None:
        self.rows = rows
        self.names = names
        self.creates = creates
        self.looked = looked

    @cached_property
    def found(self) -> tuple[Any, ...]:
        """One for each row, in order; none where a row has none, or says what no identifier brings back."""
        found = find_ids(self.rows, self.names)
        more = found and not self.looked and any_tells_more(self.rows, creates=self.creates)
        return () if more else found

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
