"""A clock to turn, parts of a few bytes, and caches that do what caches do to what they keep."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache

from frisian_pipeline.drf.caching import layout


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


@contextmanager
def tiny_parts(piece: int = 5) -> Iterator[None]:
    """Cut contents into pieces of some bytes and indexes of two rows, so that small ones have many parts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "PIECE", piece)
        patch.setattr(layout, "ROWS", 2)
        patch.setattr(layout, "INLINE", 1)
        yield


def kept_keys() -> list[str]:
    """What is in the default cache of this process, without the prefix that Django gives it."""
    cache: Any = caches["default"]
    return [key.removeprefix(":1:") for key in cache._cache]


class Forgetful(LocMemCache):
    """Drops in silence what is too large, as Memcached does."""

    most: ClassVar[int] = 1_000

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        if not isinstance(value, bytes) or len(value) <= self.most:
            super().set(key, value, *args, **kwargs)


class Altering(LocMemCache):
    """Gives back something else than it was given."""

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return {key: value[:-1] for key, value in super().get_many(*args, **kwargs).items()}


class Failing(LocMemCache):
    """Fails from a certain operation on."""

    left: ClassVar[int] = 0

    @classmethod
    def count(cls) -> None:
        """Fail, unless some are left."""
        cls.left -= 1
        if cls.left < 0:
            raise ConnectionError("ann, devices_list and everything else")

    def set(self, *args: Any, **kwargs: Any) -> None:
        self.count()
        super().set(*args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        self.count()
        return super().get(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        self.count()
        return super().add(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        self.count()
        return super().delete(*args, **kwargs)


class Counting(LocMemCache):
    """Remembers what it is asked for."""

    asked: ClassVar[list[list[str]]] = []

    def get_many(self, keys: Any, *args: Any, **kwargs: Any) -> Any:
        self.asked.append([key.rpartition(":")[2] for key in keys])
        return super().get_many(keys, *args, **kwargs)
