"""Show all, or confirm a write?"""

from typing import ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Disclosure, Exchange, Operation

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def decide(exchange: Exchange) -> Disclosure:
    """Decide how much to show; the first rule that holds counts."""
    call, wrote = exchange.call, exchange.operation is not Operation.READ
    if exchange.status >= 400 or (wrote and call.verify):
        return Disclosure.FULL
    if exchange.result is None:
        return Disclosure.LEAN if wrote or call.method not in SAFE_METHODS else Disclosure.FULL
    if not wrote or exchange.speaks_whole:
        return Disclosure.FULL
    if call.heavy or exchange.operation is Operation.DELETE or exchange.identity.once:
        return Disclosure.FULL
    return Disclosure.LEAN


class Disclose(Struct, frozen=True):
    """Decide how much of the result is shown, and with it whether anything is kept."""

    needs: ClassVar[frozenset[str]] = frozenset({"operation", "identity", "full"})
    gives: ClassVar[frozenset[str]] = frozenset({"disclosure"})

    def __call__(self, exchange: Exchange, /) -> Exchange:
        return exchange.replace(disclosure=decide(exchange))
