"""Keep the whole result, and under what token?"""

from typing import ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Disclosure, Exchange
from frisian_pipeline.stores import Store
from frisian_pipeline.stores.proof import put_proved


def keeps(exchange: Exchange) -> bool:
    """Tell whether the result should be kept: it is not shown whole, and the caller has a slot for a token."""
    return (
        exchange.call.can_continue
        and exchange.disclosure is not Disclosure.FULL
        and exchange.result is not None
        and exchange.full != b""
        and not exchange.token
    )


def keep(store: Store, exchange: Exchange) -> str:
    """Keep the whole result and prove that the store gives it back; empty where it does not."""
    call, is_list = exchange.call, isinstance(exchange.result, list)
    return put_proved(store, exchange.full, owner=call.owner, tool=call.tool, is_list=is_list)


class Cache(Struct, frozen=True):
    """Keep what is not shown whole; any failure of the store costs the token and nothing else."""

    needs: ClassVar[frozenset[str]] = frozenset({"full", "disclosure"})
    gives: ClassVar[frozenset[str]] = frozenset({"token"})

    store: Store

    def __call__(self, exchange: Exchange, /) -> Exchange:
        if not keeps(exchange):
            return exchange
        try:
            return exchange.replace(token=keep(self.store, exchange))
        except Exception:
            # A store is somebody else's network: whatever it raises, the write has happened and must be told.
            return exchange
