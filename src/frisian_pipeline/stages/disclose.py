"""Show all, confirm a write, or show what fits with the rest behind a token?"""

from typing import ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Disclosure, Exchange, Operation

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def decide(exchange: Exchange) -> Disclosure:
    """Decide how much to show; the first rule that holds counts."""
    call, wrote = exchange.call, exchange.operation is not Operation.READ
    if exchange.status >= 400:
        return Disclosure.FULL
    if exchange.result is None and not (wrote and call.verify):
        return Disclosure.LEAN if wrote or call.method not in SAFE_METHODS else Disclosure.FULL
    if wrote and (call.verify or (exchange.identity.once and not call.heavy)):
        return full_within(exchange, call.hard_budget)
    if call.heavy and not exchange.speaks_whole:
        return Disclosure.PREVIEW if can_keep(exchange) else Disclosure.FULL
    if not wrote or exchange.speaks_whole or exchange.operation is Operation.DELETE:
        return full_within(exchange, call.budget or call.hard_budget)
    return Disclosure.LEAN


def can_keep(exchange: Exchange) -> bool:
    """Tell whether the rest could wait behind a token."""
    return exchange.call.can_continue and exchange.full != b""


def full_within(exchange: Exchange, budget: int) -> Disclosure:
    """Show all, but where it may cost more than the budget and the rest could wait: a token is at least a byte."""
    return Disclosure.PREVIEW if 0 < budget < len(exchange.full) and can_keep(exchange) else Disclosure.FULL


class Disclose(Struct, frozen=True):
    """Decide how much of the result is shown, and with it whether anything is kept."""

    needs: ClassVar[frozenset[str]] = frozenset({"operation", "identity", "full"})
    gives: ClassVar[frozenset[str]] = frozenset({"disclosure"})

    def __call__(self, exchange: Exchange, /) -> Exchange:
        return exchange.replace(disclosure=decide(exchange))
