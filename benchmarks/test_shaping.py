"""What the row of stages costs, against one encoding, one function, and the peer."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.json import Encoder, decode
from pytest_benchmark.fixture import BenchmarkFixture
from rest_framework.response import Response

from benchmarks import fused
from benchmarks.bars import Measure
from benchmarks.payloads import devices, one_device
from benchmarks.peer import Peer
from benchmarks.timing import best, ratio
from frisian_pipeline import Call, Exchange, agent_answers
from frisian_pipeline.drf import encode_unknown
from frisian_pipeline.edge import answer
from frisian_pipeline.formats import Json
from frisian_pipeline.stores import MemoryStore

JSON = Json(encode_unknown)
CREATE = Call(tool="devices_create", action="create", method="POST", owner="somebody")
KEEP = Call(tool="devices_create", action="create", method="POST", owner="somebody", can_continue=True)


def shaping(call: Call, *results: Any) -> Callable[[], list[bytes]]:
    """Shape creates' answers one after the other, each from what the adapter knows to the bytes."""
    pipeline = agent_answers(MemoryStore(), json=JSON)
    return lambda: [answer(pipeline, Exchange.begin(call, result, 201), json=JSON) for result in results]


def fused_shaping(call: Call, result: Any) -> Callable[[], bytes]:
    """The same in one function."""
    store = MemoryStore()
    return lambda: fused.answer(call, result, 201, store, JSON)


def encoding(result: Any) -> Callable[[], bytes]:
    """Encode the result once, as msgspec itself does it, and do nothing else."""
    encode = Encoder(enc_hook=encode_unknown, decimal_format="number").encode
    return lambda: encode(result)


class TestShaping:
    """The bars of a write."""

    @pytest.mark.parametrize(("rows", "limit"), [(60, 2), (1_200, 1.35)])
    def test_a_bulk_write_costs_little_more_than_its_encoding(self, rows: int, limit: float, measure: Measure) -> None:
        """A bulk write with a token costs hardly more than encoding its result once, which cannot be avoided."""
        result = devices(rows)
        work = shaping(KEEP, result)
        assert b"continuation_token" in work()[0]
        measured = ratio(work, encoding(result))
        measure(f"bulk write with a token, {rows:,} rows / one msgspec encoding", measured, limit)

    def test_rows_cost_the_same_however_many_they_are(self, measure: Measure) -> None:
        """A bulk write of 10,000 rows costs hardly more than ten of 1,000: as many bytes, and as long a round."""
        whole = devices(10_000)
        parts = [whole[start : start + 1_000] for start in range(0, 10_000, 1_000)]
        work = shaping(KEEP, whole)
        assert b"continuation_token" in work()[0]
        measured = ratio(work, shaping(KEEP, *parts), seconds=6)
        measure("a row among 10,000 / among 1,000", measured, 1.25)

    @pytest.mark.parametrize(("call", "kind"), [(CREATE, "without a token"), (KEEP, "with a token")])
    def test_one_object_costs_microseconds_over_one_function(self, call: Call, kind: str, measure: Measure) -> None:
        """The row costs a single object a few microseconds over the same work written as one function."""
        row, function = best(shaping(call, one_device()), fused_shaping(call, one_device()))
        measure(f"single object {kind}, over one function", (row - function) * 1e6, 15, unit="us")

    def test_the_peer_takes_ten_times_as_long(self, peer: Peer, measure: Measure) -> None:
        """From a view's answer of 60 rows to its envelope takes a tenth of what it takes the peer."""
        rows = devices(60)
        response = Response(rows, status=201)
        assert decode(peer.shape(response))["accepted"] == 60
        row, whole, data = best(shaping(KEEP, rows), lambda: peer.shape(response), lambda: peer.shape_data(rows, 201))
        measure("60 rows / frisian-mcp 1.1.1 from plain data on", row / data)
        measure("60 rows from the view's answer on / frisian-mcp 1.1.1", row / whole, 0.1)


class TestFused:
    """The function does the same work, or comparing with it would say nothing."""

    @pytest.mark.parametrize("result", [one_device(), devices(60)], ids=["one object", "60 rows"])
    def test_the_same_bytes(self, result: Any) -> None:
        """Row and function confirm a write in the same bytes."""
        assert shaping(CREATE, result)() == [fused_shaping(CREATE, result)()]

    @pytest.mark.parametrize("rows", [60, 1_200])
    def test_the_row_against_one_function(self, rows: int, measure: Measure) -> None:
        """What the stages add to a bulk write is a trend to watch."""
        result = devices(rows)
        measured = ratio(shaping(KEEP, result), fused_shaping(KEEP, result))
        measure(f"bulk write with a token, {rows:,} rows / one function", measured)


class TestTrend:
    """Absolute times, for pytest-benchmark to keep and compare."""

    @pytest.mark.parametrize("rows", [1, 60, 1_000])
    def test_shaping(self, rows: int, benchmark: BenchmarkFixture) -> None:
        """How long it takes to shape a write of one object, 60 and 1,000."""
        benchmark(shaping(KEEP, one_device() if rows == 1 else devices(rows)))
