"""A store in this process's memory, bounded over all and for each owner."""

import time
from array import array
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, ClassVar

from cachetools import LRUCache
from msgspec import Struct

from frisian_pipeline.errors import StoreError, TokenError
from frisian_pipeline.stores.arguments import check_bounds, checked_size, checked_ttl, plain_bytes
from frisian_pipeline.stores.rows import cut, index_rows
from frisian_pipeline.stores.token import new_token


class Entry(Struct, frozen=True):
    """One kept content, whom and what its token is bound to, and when it expires on the store's clock."""

    content: bytes
    owner: str
    tool: str
    is_list: bool
    expires: float


class Shelf:
    """One owner's tokens, oldest first, and the bytes of their contents."""

    __slots__ = ("size", "tokens")

    def __init__(self) -> None:
        self.tokens: OrderedDict[str, None] = OrderedDict()
        self.size = 0


class MemoryStore:
    """
    Keeps results in this process; other processes do not see them.

    An owner's oldest results make room for that owner's new ones, and never for another owner's. What still does
    not fit is a ``StoreError``: the owner's share is too small for it, or the others fill the store. A limit of 0
    keeps nothing.

    Attributes:
        max_bytes: The most bytes of content over all; the row indexes of paged lists may take as much again.
        max_bytes_per_owner: The most bytes of content for one owner.
        ttl: Seconds until a token expires.
        MAX_ENTRIES: The most contents over all, so that tiny ones are bounded as well.
        MAX_ENTRIES_PER_OWNER: The most contents for one owner.

    Raises:
        ValueError: When built, if a limit is none.
    """

    MAX_ENTRIES: ClassVar[int] = 65_536
    MAX_ENTRIES_PER_OWNER: ClassVar[int] = 8_192

    def __init__(
        self,
        max_bytes: int = 64 << 20,
        max_bytes_per_owner: int = 8 << 20,
        ttl: float = 300,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self.max_bytes = checked_size("max_bytes", max_bytes)
        self.max_bytes_per_owner = checked_size("max_bytes_per_owner", max_bytes_per_owner)
        self.ttl = checked_ttl(ttl)
        self._timer = timer
        self._lock = Lock()
        self._size = 0
        self._kept: OrderedDict[str, Entry] = OrderedDict()
        self._shelves: dict[str, Shelf] = {}
        self._indexes = LRUCache[str, "array[int]"](max_bytes, lambda sums: len(sums) * sums.itemsize)

    def put(self, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
        """Keep the content; a ``bytearray`` or ``memoryview`` is copied."""
        content, token = plain_bytes(content), new_token()
        size = len(content)
        with self._lock:
            now = self._expire()
            shelf = self._shelves.get(owner) or Shelf()
            self._make_room(shelf, size)
            self._kept[token] = Entry(content, owner, tool, is_list, now + self.ttl)
            self._shelves[owner] = shelf
            shelf.tokens[token] = None
            shelf.size += size
            self._size += size
        return token

    def get(self, token: str, *, owner: str, tool: str) -> bytes:
        """Return the very object that is kept."""
        return self._find(token, owner, tool).content

    def page(self, token: str, *, owner: str, tool: str, start: int, stop: int) -> bytes:
        """Cut a page; the first one of a content indexes all its rows, outside the lock."""
        check_bounds(start, stop)
        entry = self._find(token, owner, tool)
        if not entry.is_list:
            raise StoreError("one object cannot be paged; redeem it whole")
        return cut(entry.content, self._index(token, entry.content), start, stop)

    def _find(self, token: Any, owner: str, tool: str) -> Entry:
        with self._lock:
            now = self._expire()
            entry = self._kept.get(token) if isinstance(token, str) else None
        if entry is None or entry.owner != owner or entry.tool != tool or entry.expires <= now:
            raise TokenError
        return entry

    def _index(self, token: str, content: bytes) -> "array[int]":
        with self._lock:
            sums = self._indexes.get(token)
        if sums is None:
            sums = index_rows(content)
            with self._lock, suppress(ValueError):  # cachetools refuses an index larger than all may be
                if token in self._kept:
                    self._indexes[token] = sums
        return sums

    def _expire(self) -> float:
        # One time to live for all: they expire in the order they came, and the first that lives ends the walk.
        now = self._timer()
        while self._kept:
            token, entry = next(iter(self._kept.items()))
            if entry.expires > now:
                break
            self._forget(token)
        return now

    def _make_room(self, shelf: Shelf, size: int) -> None:
        entries = min(self.MAX_ENTRIES_PER_OWNER, self.MAX_ENTRIES - len(self._kept) + len(shelf.tokens)) - 1
        room = min(self.max_bytes_per_owner, self.max_bytes - self._size + shelf.size) - size
        if entries < 0 or room < 0 or min(self.max_bytes_per_owner, self.max_bytes, self.ttl) <= 0:
            raise StoreError("this store has no room for the content; answer without a token")
        while len(shelf.tokens) > entries or shelf.size > room:
            self._forget(next(iter(shelf.tokens)))

    def _forget(self, token: str) -> None:
        entry = self._kept.pop(token)
        shelf, size = self._shelves[entry.owner], len(entry.content)
        del shelf.tokens[token]
        shelf.size -= size
        self._size -= size
        if self._indexes:
            self._indexes.pop(token, None)
        if not shelf.tokens:
            del self._shelves[entry.owner]
