"""A cache in the host's own database, within the host's transactions."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections, transaction

from frisian_pipeline.drf import DjangoCacheStore
from frisian_pipeline.errors import StoreError, TokenError


def query(alias: str) -> int:
    """Ask the database for something; a transaction that is broken answers nothing."""
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT 7")
        (found,) = cursor.fetchone()
    return int(found)


def look(store: DjangoCacheStore, token: str) -> bytes:
    """Redeem a token for Ann."""
    return store.get(token, owner="ann", tool="t")


def buys(store: DjangoCacheStore, token: str) -> bool:
    """The token buys something."""
    try:
        return bool(look(store, token))
    except TokenError:
        return False


@pytest.mark.parametrize("backend", ["database", "postgres"], indirect=True)
class TestTransactions:
    @pytest.fixture
    def alias(self, backend: str) -> str:
        """Name the database."""
        return "postgres" if backend == "postgres" else "default"

    def test_a_cache_that_fails_costs_no_write(self, alias: str, settings: Any) -> None:
        """Where the cache's table is missing there is no token, and the host's transaction goes on."""
        settings.CACHES = settings.CACHES | {"missing": settings.CACHES["default"] | {"LOCATION": "missing"}}
        with transaction.atomic(using=alias):
            with pytest.raises(StoreError):
                DjangoCacheStore("missing").put(b"{}", owner="ann", tool="t")
            assert query(alias) == 7
            with pytest.raises(TokenError):
                look(DjangoCacheStore("missing"), "unknown")
            assert query(alias) == 7

    def test_a_token_is_committed_with_the_write(self, alias: str) -> None:
        """A token of a transaction that is rolled back buys nothing, one that is committed buys its bytes."""
        store = DjangoCacheStore()
        with transaction.atomic(using=alias):
            kept = store.put(b"{}", owner="ann", tool="t")
        with transaction.atomic(using=alias):
            undone = store.put(b"{}", owner="ann", tool="t")
            assert look(store, undone) == b"{}"
            transaction.set_rollback(True, using=alias)
        assert look(store, kept) == b"{}"
        with pytest.raises(TokenError):
            look(store, undone)


@pytest.mark.parametrize("backend", ["postgres"], indirect=True)
class TestTransactionsAtOnce:
    def test_each_gets_its_token(self, backend: str) -> None:
        """Of two requests of one owner, each in its transaction, the later waits for the earlier; both get tokens."""
        store, begun = DjangoCacheStore(max_bytes_per_owner=2), Barrier(2, timeout=20)

        def work(number: int) -> str:
            try:
                with transaction.atomic(using="postgres"):
                    begun.wait()
                    token = store.put(b"%d" % number, owner="ann", tool="t")
                    time.sleep(0.1)
                    return token
            finally:
                connections.close_all()

        with ThreadPoolExecutor(2) as pool:
            tokens = list(pool.map(work, range(2)))
        assert [look(store, token) for token in tokens] == [b"0", b"1"]
        last = store.put(b"2", owner="ann", tool="t")
        assert len([token for token in tokens if not buys(store, token)]) == 1
        assert look(store, last) == b"2"
