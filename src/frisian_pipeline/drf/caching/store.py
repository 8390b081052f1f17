"""A store in the host's cache, which all its workers share."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import ceil, inf
from typing import ClassVar

from django.core.cache import BaseCache

from frisian_pipeline.drf.caching import layout
from frisian_pipeline.drf.caching.guards import at_hand
from frisian_pipeline.drf.caching.places import asked_place, place_of
from frisian_pipeline.drf.caching.reading import read, read_rows
from frisian_pipeline.drf.caching.shelves import Kept, Shelf
from frisian_pipeline.errors import StoreError, TokenError
from frisian_pipeline.stores.arguments import check_bounds, checked_size, checked_ttl, plain_bytes
from frisian_pipeline.stores.token import new_token
from frisian_pipeline.telemetry import safe_log


class DjangoCacheStore:
    """
    Keeps results in one of the host's caches, where every worker redeems them that shares it and the time of day.

    A content is kept in parts of at most 96 KiB, and in one entry up to 16 KiB. Each part is sealed with a secret
    that only the token, its owner and its tool give together: what is missing, changed or another's is a
    ``TokenError``. A token is issued once the cache has given all parts back. An owner's oldest results make room
    for that owner's new ones; the cache may always drop more.

    Where the cache fails ``put`` raises a ``StoreError`` and looking something up a ``TokenError``, and the log says
    so. In a database it takes part in the host's transaction and does not break it.

    Attributes:
        alias: The cache's name in ``CACHES``.
        max_bytes: The most bytes of one content; how much there is in all is the cache's own limit.
        max_bytes_per_owner: The most bytes of content for one owner; the row indexes of lists take four bytes a row
            beside it. Puts that are under way may exceed it, and what a cache loses of its bookkeeping, until it
            expires.
        ttl: Seconds until a token expires.
        MAX_ENTRIES_PER_OWNER: The most contents for one owner, so that tiny ones are bounded as well.

    Raises:
        ValueError: When built, if a limit is none.
    """

    MAX_ENTRIES_PER_OWNER: ClassVar[int] = 1_024

    def __init__(
        self,
        alias: str = "default",
        max_bytes: int = 64 << 20,
        max_bytes_per_owner: int = 8 << 20,
        ttl: float = 300,
        timer: Callable[[], float] = time.time,
    ) -> None:
        self.alias = alias
        self.max_bytes = checked_size("max_bytes", max_bytes)
        self.max_bytes_per_owner = checked_size("max_bytes_per_owner", max_bytes_per_owner)
        self.ttl = checked_ttl(ttl)
        self._timer = timer
        # Backends round down to whole seconds; the manifest knows the time.
        self._timeout = None if self.ttl == inf else ceil(self.ttl) + 1

    def put(self, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
        """Write the parts, the manifest last, then read them all back."""
        content, token = plain_bytes(content), new_token()
        most = min(self.max_bytes, self.max_bytes_per_owner, layout.LARGEST)
        if len(content) > most or min(most, self.ttl) <= 0:
            raise StoreError("this store has no room for the content; answer without a token")
        with at_hand(self.alias, lambda: StoreError("the cache failed; answer without a token")) as cache:
            place, now = place_of(token, owner, tool), self._timer()
            manifest, parts = layout.lay_out(content, is_list=is_list, expires=now + self.ttl)
            kept = Kept(place.name, manifest.size, manifest.rows, manifest.expires)
            entries, shelf = layout.seal_all(place, manifest, parts), Shelf(cache, owner, self._timeout)
            try:
                self._write(cache, entries)
                shelf.add(kept, most=self.max_bytes_per_owner, entries=self.MAX_ENTRIES_PER_OWNER, now=now)
                self._prove(cache, entries, shelf, kept)
            except Exception:
                with suppress(Exception):
                    cache.delete_many(list(entries))
                raise
        return token

    def get(self, token: str, *, owner: str, tool: str) -> bytes:
        with at_hand(self.alias, TokenError) as cache:
            return read(cache, asked_place(token, owner, tool), self._timer())

    def page(self, token: str, *, owner: str, tool: str, start: int, stop: int) -> bytes:
        check_bounds(start, stop)
        with at_hand(self.alias, TokenError) as cache:
            return read_rows(cache, asked_place(token, owner, tool), self._timer(), start, stop)

    def _write(self, cache: BaseCache, entries: Mapping[str, bytes]) -> None:
        *others, manifest = entries
        cache.set_many({key: entries[key] for key in others}, self._timeout)
        cache.set(manifest, entries[manifest], self._timeout)

    def _prove(self, cache: BaseCache, entries: Mapping[str, bytes], shelf: Shelf, kept: Kept) -> None:
        if cache.get_many(list(entries)) != entries:
            shelf.drop(kept.name)
            safe_log.warning("the cache %r does not keep what it is given; answers go without tokens", self.alias)
            raise StoreError("the cache did not keep the content; answer without a token")
