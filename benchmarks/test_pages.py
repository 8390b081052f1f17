"""What a page of a kept result costs, wherever it is kept."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle

import pytest
from django.test import override_settings

from benchmarks.bars import Bar, Measure
from benchmarks.conftest import BARS
from benchmarks.payloads import devices
from benchmarks.timing import best
from frisian_pipeline.drf import DjangoCacheStore
from frisian_pipeline.formats import Json
from frisian_pipeline.stores import MemoryStore, Store
from tests import services

ROWS = 20
MANY, FEW = 10_000, 100

Page = Callable[[], bytes]


def pages(store: Store, count: int) -> Page:
    """Redeem pages of so many rows, one after the other, from a store whose index of them is built."""
    token = store.put(Json()(devices(count)), owner="somebody", tool="devices_list", is_list=True)
    starts = cycle(range(0, count, ROWS))

    def page() -> bytes:
        start = next(starts)
        return store.page(token, owner="somebody", tool="devices_list", start=start, stop=start + ROWS)

    page()
    return page


@pytest.fixture
def redis(request: pytest.FixtureRequest) -> Iterator[int]:
    """A Redis's port; where there is none the table says so, and the test is skipped."""
    with ExitStack() as running:
        try:
            yield running.enter_context(services.redis())
        except pytest.skip.Exception as error:
            request.config.stash[BARS].append(Bar(str(error)))
            raise


@pytest.fixture(params=["memory", "Redis"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A store."""
    if request.param == "memory":
        yield MemoryStore()
        return
    port = request.getfixturevalue("redis")
    place = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": f"redis://127.0.0.1:{port}"}
    with override_settings(CACHES={"default": place}):
        yield DjangoCacheStore()


class TestPage:
    """The bars of a redemption in pages."""

    def test_a_page_costs_the_same_however_much_is_kept(self, measure: Measure, store: Store) -> None:
        """A page of 10,000 rows costs what a page of 100 does, on average over all pages, and at most 2 ms."""
        many, few = best(pages(store, MANY), pages(store, FEW))
        place = "memory" if isinstance(store, MemoryStore) else "Redis"
        measure(f"a page of {ROWS} rows, of {MANY:,} kept in {place}", 1000 * many, 2, unit="ms")
        measure(f"a page of {ROWS} rows, of {MANY:,} kept in {place} / of {FEW}", many / few, 1.5)
