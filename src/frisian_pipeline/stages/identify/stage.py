"""What lets the caller reach each written object again?"""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Call, Exchange, Identity, Operation
from frisian_pipeline.stages.identify.ids import RESERVED, Ids, candidates, key_of
from frisian_pipeline.stages.identify.rows import has_failed, tell_more
from frisian_pipeline.stages.identify.secrets import secrets_of


def labels(call: Call, row: dict[str, Any], once: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """The names and values that a single object's envelope shows, in order, nulls left out."""
    title = "name" if row.get("name") is not None else "display"
    own = key_of(row, ("id", "pk"))
    for name in dict.fromkeys((own, call.lookup_field, "url", title, *call.light_keys, *once)):
        if name and name not in RESERVED and row.get(name) is not None:
            yield name, row[name]


def identify_one(call: Call, row: dict[str, Any], *, creates: bool) -> Identity:
    """Find the identifier and the labels of a single object."""
    once = call.once + secrets_of(row) if creates else call.once
    key = key_of(row, candidates(call))
    return Identity(
        count=1,
        ids=(row[key],) if key else (),
        labels=tuple(labels(call, row, once)),
        once=has_failed(row) or any(row.get(name) is not None for name in RESERVED.intersection(once)),
    )


def identify(exchange: Exchange) -> Identity:
    """Find how the caller reaches what was written."""
    call, result = exchange.call, exchange.result
    # A PUT may create, and an action may issue a secret anew.
    creates = exchange.operation is Operation.CREATE or exchange.status == 201 or call.method == "POST"
    if isinstance(result, list):
        alone = not call.can_continue
        once = tell_more(result, call.once, creates=creates, alone=alone)
        ids = Ids(result, candidates(call), creates=creates, looked=alone)
        return Identity(count=len(result), many=True, ids=ids, once=once)
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
