"""The store laws, over every cache that Django brings."""

import pytest
from django.core.cache import caches

from frisian_pipeline.drf import DjangoCacheStore
from frisian_pipeline.stores import Store
from frisian_pipeline.testing.store import check_store
from tests.drf.caching.conftest import HERE, SERVED
from tests.drf.caching.doubles import Clock, tiny_parts


@pytest.mark.parametrize("backend", [*HERE, *SERVED], indirect=True)
class TestTheLaws:
    def test_it_keeps_them(self, backend: str) -> None:
        """A store over any cache, that overflows and whose tokens expire, keeps every store law."""
        clock = Clock()

        def make_store() -> Store:
            caches["default"].clear()
            return DjangoCacheStore(max_bytes_per_owner=48 << 10, ttl=10, timer=clock)

        check_store(make_store, clock.advance, examples=10)

    def test_it_is_a_store(self, backend: str) -> None:
        """It has what the port asks for."""
        assert isinstance(DjangoCacheStore(), Store)


@pytest.mark.parametrize("backend", ["locmem"], indirect=True)
class TestTheLawsInParts:
    def test_it_keeps_them(self, backend: str) -> None:
        """Contents that are cut into many parts keep every store law as those do that are one entry."""
        clock = Clock()

        def make_store() -> Store:
            caches["default"].clear()
            return DjangoCacheStore(max_bytes_per_owner=8 << 10, ttl=10, timer=clock)

        with tiny_parts(100):
            check_store(make_store, clock.advance, examples=10)
