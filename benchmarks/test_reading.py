"""What it costs to look into a list of 10,000 rows and to read on, database and all, against the plain REST list."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings

from benchmarks.bars import Measure
from benchmarks.payloads import devices
from benchmarks.probes import HOST, MANY, Reading, create, fill, send_to
from benchmarks.requests import body_of
from benchmarks.test_endpoint import text_of
from benchmarks.timing import best, cpu_ratio
from frisian_pipeline import Call
from frisian_pipeline.formats import Json
from frisian_pipeline.redemption import Kept, redeem, wanted
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.tokens import CounterName, counter_of

FEW = 100
COUNTERS: tuple[CounterName, ...] = ("estimate", "auto")
MASK = "name,serial,site(name)"
PAGES = [
    pytest.param({"cursor": "0"}, id="cursor"),
    pytest.param({"page": 3, "page_size": 20}, id="page"),
    pytest.param({"cursor": "0", "page_size": 90, "fields": MASK}, id="cursor, fields"),
    pytest.param({"page": 3, "page_size": 20, "fields": MASK}, id="page, fields"),
]
TIMES = 3


@pytest.fixture
def table(transactional_db: None) -> Iterator[None]:
    """The host's table, without rows."""
    create()
    yield
    with connection.schema_editor() as editor:
        editor.delete_model(Reading)


@pytest.fixture(params=COUNTERS)
def counter(request: pytest.FixtureRequest) -> Iterator[CounterName]:
    """The host, with the estimator and with exact counts where they can be had."""
    with override_settings(ROOT_URLCONF="benchmarks.probes", FRISIAN_PIPELINE={**HOST, "TOKEN_COUNTER": request.param}):
        yield request.param


def probe(tool: str) -> dict[str, Any]:
    """What an agent is shown of a list that is too long."""
    shown: dict[str, Any] = json.loads(text_of(send_to(tool)))
    return shown


class TestProbe:
    """The bars of a first look."""

    @pytest.mark.parametrize("tool", ["readings_list", "heavy_list"])
    def test_time(self, measure: Measure, table: None, counter: CounterName, tool: str) -> None:
        """To look into 10,000 rows takes no more CPU than the plain list of them."""
        fill(MANY)
        rest, shown = send_to("/readings/"), probe(tool)
        assert len(json.loads(body_of(rest))) == shown["count"] == MANY
        assert 0 < len(shown["results"]) < FEW
        assert shown["next"]
        measure(f"probe of {MANY:,} rows / REST GET, {tool}, {counter}", cpu_ratio(send_to(tool), rest), 1.0)

    @pytest.mark.parametrize("asked", [(), ("exclude=comment",)], ids=["", "exclude"])
    def test_memory(self, measure: Measure, asked: tuple[str, ...]) -> None:
        """To look into 10,000 rows takes little more memory than the plain list of them."""
        grown = growth("heavy_list", *asked) / growth("/readings/")
        measure(f"memory of a probe of {MANY:,} rows / REST GET {''.join(asked)}", grown, 1.5)


def growth(*arguments: str) -> int:
    """By how many bytes a request lets a process grow: the least of some times."""
    command = [sys.executable, "-m", "benchmarks.peak", *arguments]
    return min(int(subprocess.check_output(command).split()[0]) for _ in range(TIMES))  # noqa: S603


def bought(count: int, counter: CounterName, asked: dict[str, Any]) -> Callable[[], bytes]:
    """Redeem a page of so many kept rows, as the core does it."""
    store = MemoryStore()
    token = store.put(Json()(devices(count)), owner="somebody", tool="devices_list", is_list=True)
    kept, count_tokens = Kept(store, token, "somebody", "devices_list"), counter_of(counter)
    call = Call("devices_list", owner="somebody", budget=10_000, fields=asked.get("fields", ""))
    return lambda: redeem(kept, call, wanted(asked), counter=count_tokens)


class TestPage:
    """The bars of reading on."""

    @pytest.mark.parametrize("counter", COUNTERS)
    @pytest.mark.parametrize("asked", PAGES)
    def test_core(self, measure: Measure, request: Any, counter: CounterName, asked: dict[str, Any]) -> None:
        """A page of 10,000 kept rows takes at most 2 ms, and hardly longer than one of 100."""
        many, few = bought(MANY, counter, asked), bought(FEW, counter, asked)
        assert many() == few()
        shown, name = json.loads(many()), request.node.callspec.id
        assert shown["results"]
        assert shown["cursor"]
        long, short = best(many, few)
        measure(f"redeemed page, {len(shown['results'])} of {MANY:,} rows, {name}", 1000 * long, 2, unit="ms")
        measure(f"the same / of {FEW} rows", long / short, 1.5)

    @pytest.mark.parametrize("asked", PAGES)
    def test_call(
        self, measure: Measure, request: Any, table: None, counter: CounterName, asked: dict[str, Any]
    ) -> None:
        """So does the whole call."""
        sends = []
        for count in (FEW, MANY):
            fill(count)
            sends.append(send_to("heavy_list", **asked, continuation_token=probe("heavy_list")["next"]))
        few, many = sends
        shown, name = json.loads(text_of(many)), request.node.callspec.id
        assert shown["results"]
        long, short = best(many, few)
        measure(f"called page, {len(shown['results'])} of {MANY:,} rows, {name}", 1000 * long, unit="ms")
        measure(f"the same / of {FEW} rows", long / short, 1.5)
