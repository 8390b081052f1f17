"""What a page of a kept result costs."""

from collections.abc import Callable

from benchmarks.bars import Measure
from benchmarks.payloads import devices
from benchmarks.timing import ratio
from frisian_pipeline.formats import Json
from frisian_pipeline.stores import MemoryStore


def last_page(count: int) -> Callable[[], bytes]:
    """Cut the last 20 of so many rows, from a store whose index of them is built."""
    store = MemoryStore()
    token = store.put(Json()(devices(count)), owner="somebody", tool="devices_list", is_list=True)

    def page() -> bytes:
        return store.page(token, owner="somebody", tool="devices_list", start=count - 20, stop=count)

    page()
    return page


class TestPage:
    """The bar of a redemption in pages."""

    def test_a_page_costs_the_same_however_much_is_kept(self, measure: Measure) -> None:
        """A page of 10,000 rows costs what a page of 100 does."""
        measure("a page of 20 rows, of 10,000 kept / of 100 kept", ratio(last_page(10_000), last_page(100)), 1.5)
