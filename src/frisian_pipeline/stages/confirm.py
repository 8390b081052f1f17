"""What confirms a write in few tokens, and still lets the caller go on?"""

from typing import Any, ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Disclosure, Exchange, Operation
from frisian_pipeline.formats import Json


def bodyless(exchange: Exchange) -> dict[str, Any]:
    """Say what a write without a body did; not all of that is done where it is a task (202) or mixed (207)."""
    if exchange.operation is Operation.DELETE and not exchange.speaks_whole:
        return {"deleted": True, "status_code": exchange.status}
    return {"status_code": exchange.status}


def envelope(exchange: Exchange) -> dict[str, Any]:
    """The write's envelope: what identifies it, its status, its size, and the token or else every identifier."""
    identity = exchange.identity
    head = {"accepted": identity.count} if identity.many else dict(identity.labels)
    tail: dict[str, Any] = {"status_code": exchange.status, "data_size": len(exchange.full)}
    if exchange.token:
        tail["continuation_token"] = exchange.token
    elif identity.many:
        tail["ids"] = list(identity.ids)
    return head | tail


def can_confirm(exchange: Exchange) -> bool:
    """Tell whether an envelope says enough: it needs size and identity, and a token or every identifier."""
    known = exchange.full != b"" and exchange.identity.known
    return known and (exchange.token != "" or exchange.identity.complete)


class Confirm(Struct, frozen=True):
    """Put the envelope in the place of a lean write's body; where that would lose anything, leave it whole."""

    needs: ClassVar[frozenset[str]] = frozenset({"operation", "identity", "full", "disclosure", "token"})
    gives: ClassVar[frozenset[str]] = frozenset({"body"})

    json: Json = Json()

    def __call__(self, exchange: Exchange, /) -> Exchange:
        if exchange.disclosure is not Disclosure.LEAN:
            return exchange
        if exchange.result is None:
            return exchange.replace(body=bodyless(exchange))
        if not can_confirm(exchange):
            return exchange
        body = envelope(exchange)
        if exchange.call.floor and len(exchange.full) <= len(self.json(body)):
            return exchange
        return exchange.replace(body=body)
