"""What one owner keeps in a cache, oldest first: a list in the cache that workers change in turns."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from django.core.cache import BaseCache
from django.utils.crypto import salted_hmac
from msgspec import DecodeError, Struct, msgpack

from frisian_pipeline.drf.caching.layout import part_names
from frisian_pipeline.drf.caching.places import framed, key_of
from frisian_pipeline.errors import StoreError

PATIENCE: Final = 1.0
"""Seconds that a put waits for its turn."""
LEASE: Final = 5
"""Seconds after which the turn of a worker is over that died in it."""


class Kept(Struct, frozen=True, array_like=True):
    """One content on a shelf: the name of its place, and what tells its parts and its time."""

    name: str
    size: int
    rows: int
    expires: float

    def entries(self) -> list[str]:
        """Name its entries in the cache."""
        return [key_of(self.name, part) for part in part_names(self.size, self.rows)]


decoder = msgpack.Decoder(list[Kept])


def make_room(
    shelf: Sequence[Kept], size: int, *, most: int, entries: int, now: float
) -> tuple[list[Kept], list[Kept]]:
    """Tell what stays and what goes so that a content of this size fits: what has expired is gone, the oldest go."""
    stay = [kept for kept in shelf if kept.expires > now]
    taken, gone = size + sum(kept.size for kept in stay), 0
    while gone < len(stay) and (taken > most or len(stay) - gone >= entries):
        taken -= stay[gone].size
        gone += 1
    return stay[gone:], stay[:gone]


class Shelf:
    """
    One owner's contents.

    A worker changes it while it holds a lock in the cache, so together the workers keep the owner's limit. Where the
    cache loses the lock or the shelf, or its ``add`` is not atomic (files), contents may be forgotten that are still
    there: the owner then has more than the limit until those expire, and nobody has less.
    """

    def __init__(self, cache: BaseCache, owner: str, timeout: float | None) -> None:
        self._cache = cache
        self._timeout = timeout
        # Owners can be guessed, tokens cannot: without the host's secret a key does not tell whose it is.
        self._name = salted_hmac(__name__, framed(owner), algorithm="sha256").hexdigest()[:32]

    def add(self, new: Kept, *, most: int, entries: int, now: float) -> None:
        """
        Put a content on the shelf; what makes room for it is deleted.

        Raises:
            StoreError: If it does not get its turn.
        """
        gone: list[Kept] = []

        def change(shelf: Sequence[Kept]) -> list[Kept]:
            stay, going = make_room(shelf, new.size, most=most, entries=entries, now=now)
            gone.extend(going)
            return [*stay, new]

        self._change(change)
        self._cache.delete_many([key for kept in gone for key in kept.entries()])

    def drop(self, name: str) -> None:
        """Take a content from the shelf that the cache did not keep."""
        self._change(lambda shelf: [kept for kept in shelf if kept.name != name])

    def _change(self, change: Callable[[Sequence[Kept]], list[Kept]]) -> None:
        key = key_of(self._name, "shelf")
        with turn(self._cache, key_of(self._name, "turn")):
            self._cache.set(key, msgpack.encode(change(read(self._cache.get(key)))), self._timeout)


def read(value: Any) -> list[Kept]:
    """Read a shelf; what is none is empty."""
    try:
        return decoder.decode(value)
    except (TypeError, DecodeError):
        return []


@contextmanager
def turn(cache: BaseCache, key: str) -> Iterator[None]:
    """Hold a lock in the cache; one that has lapsed meanwhile may be another's, and is left alone."""
    begun, pause = time.monotonic(), 0.001
    while not cache.add(key, 1, LEASE):
        if time.monotonic() > begun + PATIENCE:
            raise StoreError("this owner's results are being kept by too many at once; answer without a token")
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    held = time.monotonic()
    try:
        yield
    finally:
        # Backends count in whole seconds.
        if time.monotonic() < held + LEASE - 1:
            cache.delete(key)
