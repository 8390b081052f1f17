"""Did the call read, create, update or delete?"""

from typing import ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Call, Exchange, Operation

BY_ACTION = {
    "list": Operation.READ,
    "retrieve": Operation.READ,
    "create": Operation.CREATE,
    "update": Operation.UPDATE,
    "partial_update": Operation.UPDATE,
    "destroy": Operation.DELETE,
}
BY_METHOD = {"DELETE": Operation.DELETE, "PUT": Operation.UPDATE, "PATCH": Operation.UPDATE}


def classify(call: Call, status: int) -> Operation:
    """Name the operation: an answer that is no success read, then the host's word, the action, the method."""
    if status >= 300:
        return Operation.READ
    if call.declared is not None:
        return call.declared
    if call.action in BY_ACTION:
        return BY_ACTION[call.action]
    if call.method == "POST" and status == 201:
        return Operation.CREATE
    return BY_METHOD.get(call.method, Operation.READ)


class Classify(Struct, frozen=True):
    """Find what the call did, from the host's word, the action, the method and the status."""

    needs: ClassVar[frozenset[str]] = frozenset()
    gives: ClassVar[frozenset[str]] = frozenset({"operation"})

    def __call__(self, exchange: Exchange, /) -> Exchange:
        return exchange.replace(operation=classify(exchange.call, exchange.status))
