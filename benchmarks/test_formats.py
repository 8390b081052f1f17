"""What the formats cost: tokens by exact count, and time beside JSON."""

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import thread_time
from typing import Any

import pytest
import toktok
from msgspec import to_builtins
from msgspec.json import Encoder
from toon_format import dumps

from benchmarks.bars import Measure
from benchmarks.payloads import (
    devices,
    flat_rows,
    nested_rows,
    orders,
    payloads,
    pruned_answer,
    pruned_rows,
    uniform_product,
)
from benchmarks.timing import ratio
from frisian_pipeline.formats import Auto, Format, Json, Toon, toon
from frisian_pipeline.formats.columnar import Columnar, decode
from frisian_pipeline.presets import formats
from frisian_pipeline.tokens import estimate

JSON, COLUMNAR = Json(), Columnar()
BY_NAME = {encode.name: encode for encode in formats(JSON)}
EVEN = Toon(tabular=True)
LOSSLESS = ("columnar", "tron", "toon")
VOCABULARIES = ("cl100k_base", "o200k_base")
PERCENT = {"device_list_50": 25, "device_bulk_echo_60": 25, "issue_list_30": 36, "order_list_100": 64}
CALLS = 300
COPY = 0.34
"""Milliseconds that msgspec took to copy 50 devices to builtins on the machine that the bars of time are of."""


def tokens(encode: Format, data: Any, vocabulary: str = "cl100k_base") -> int:
    """What data costs in a format."""
    (count,) = toktok.batch_count([encode(data).decode()], vocabulary)
    return int(count)


def table(vocabulary: str) -> Iterator[str]:
    """The payloads in all formats: tokens of JSON, and the others in percent of these."""
    columns = {**BY_NAME, "toon, even": EVEN}
    yield f"{vocabulary:30}{'json':>8}" + "".join(f"{name:>12}" for name in columns)
    for name, data in payloads().items():
        whole = tokens(JSON, data, vocabulary)
        shares = (tokens(encode, data, vocabulary) / whole for encode in columns.values())
        yield f"{name:30}{whole:8}" + "".join(f"{share:12.0%}" for share in shares)


def own_time(call: Callable[[Any], object], data: Any) -> float:
    """Milliseconds of the thread's own time that a call takes."""
    start = thread_time()
    call(data)
    return (thread_time() - start) * 1000


def measure_p99(name: str, encode: Format, rows: list[Any], measure: Measure, limit: float | None = 5) -> None:
    """
    See how much longer than JSON a pruned list takes in a format, here and where the bars of time were set.

    A machine that does other things too changes its speed from one second to the next, so it is asked all the time: by
    a second copy, when the first has brought back what it needs.
    """
    listing, size = payloads()["device_list_50"], len(JSON(rows))
    times: list[list[float]] = [[], [], []]
    for _ in range(CALLS):
        times[0].append(own_time(encode, rows))
        times[1].append(own_time(JSON, rows))
        to_builtins(listing)
        times[2].append(own_time(to_builtins, listing))
    slow, json = (sorted(took)[CALLS * 99 // 100] for took in times[:2])
    measure(f"pruned list of {size / 1000:.0f} kB in {name}, here", slow - json, None, unit="ms p99")
    there = (slow - json) * COPY / median(times[2])
    measure("the same, at the speed of the bar's machine", there, limit, unit="ms p99")


class TestTokens:
    """The bars of size."""

    @pytest.mark.parametrize("vocabulary", VOCABULARIES)
    def test_table(self, vocabulary: str, capsys: pytest.CaptureFixture[str]) -> None:
        """All payloads in all formats."""
        with capsys.disabled():
            print("", *table(vocabulary), sep="\n")

    @pytest.mark.parametrize(("name", "limit"), PERCENT.items())
    def test_columnar(self, name: str, limit: int, measure: Measure) -> None:
        """Lists of nested objects are a fraction of minified JSON, and come back."""
        data = payloads()[name]
        assert decode(COLUMNAR(data)) == data
        measure(f"{name} columnar", 100 * tokens(COLUMNAR, data) / tokens(JSON, data), limit, unit="%")

    def test_product(self, measure: Measure) -> None:
        """A view of a product with uniform rows is at most 93 tokens in TOON."""
        measure("view of a product in TOON, rows uniform", tokens(BY_NAME["toon"], uniform_product()), 93, unit="tok")
        measure("the same, rows made even", tokens(EVEN, payloads()["product_context.agent"]), unit="tok")

    def test_auto(self, measure: Measure) -> None:
        """What is chosen is never 3 % above the best, and never above JSON."""
        some = (*payloads().values(), flat_rows(100), pruned_rows(4_000))
        self.judge("", BY_NAME["auto"], (*some, uniform_product()), measure)
        estimating = Auto(JSON, tuple(BY_NAME[name] for name in LOSSLESS), estimate)
        self.judge(", by the estimate", estimating, some, measure)

    def judge(self, how: str, auto: Format, some: Sequence[Any], measure: Measure) -> None:
        """Compare what is chosen with the best."""
        over_best, over_json = [], []
        for data in some:
            chosen, json = tokens(auto, data), tokens(JSON, data)
            best = min(json, *(tokens(BY_NAME[name], data) for name in LOSSLESS))
            over_best.append(100 * chosen / best - 100)
            over_json.append(100 * chosen / json - 100)
        measure(f"auto above the best lossless format, most{how}", max(over_best), 3, unit="%")
        measure(f"auto above JSON, most{how}", max(over_json), 0, unit="%")


class TestSpeed:
    """The bars of time."""

    @pytest.mark.parametrize(
        ("name", "make", "limit"),
        [
            ("flat rows", flat_rows, 4),
            ("devices of a bulk", devices, 12),
            ("nested devices", nested_rows, 12),
            ("orders with items", orders, 12),
        ],
    )
    def test_columnar(self, name: str, make: Callable[[int], Any], limit: float, measure: Measure) -> None:
        """1,000 rows take a few times what msgspec takes to encode them."""
        rows, encode = make(1_000), Encoder().encode
        measure(f"1,000 {name} columnar, in msgspec", ratio(lambda: COLUMNAR(rows), lambda: encode(rows)), limit)

    @pytest.mark.parametrize("make", [flat_rows, devices, nested_rows, orders])
    def test_rows(self, make: Callable[[int], Any], measure: Measure) -> None:
        """
        Eight times as many rows take about eight times as long, and nowhere near eight times that.

        Between them is what memory costs that the allocator gives back and takes again.
        """
        few, many = make(250), make(2_000)
        more = ratio(lambda: COLUMNAR(many), lambda: COLUMNAR(few))
        measure(f"2,000 {make.__name__} columnar, to 250".replace("_", " "), more, 24)

    def test_columns(self, measure: Measure) -> None:
        """Four times as many columns take about four times as long."""
        narrow, wide = (
            [{f"k{n}": f"{row}-{n % 50}-{row * n}" for n in range(most)} for row in range(3)] for most in (1_000, 4_000)
        )
        measure("4,000 columns columnar, to 1,000", ratio(lambda: COLUMNAR(wide), lambda: COLUMNAR(narrow)), 8)

    @pytest.mark.parametrize("encode", [*BY_NAME.values(), EVEN], ids=[*BY_NAME, "toon, even"])
    def test_any_format(self, encode: Format, measure: Measure) -> None:
        """A pruned list of 40 kB takes at most 5 ms more than JSON, with the fast library."""
        assert toon.fastest() is not dumps
        measure_p99(encode.name, encode, pruned_rows(40_000), measure)

    @pytest.mark.parametrize(
        ("name", "encode", "limit"),
        [("toon, even", EVEN, 5), ("auto", BY_NAME["auto"], 5), ("toon", BY_NAME["toon"], None)],
    )
    def test_without_the_fast_library(
        self, name: str, encode: Format, limit: float | None, measure: Measure, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One of 20 kB does with the official library, in the form that the pipeline gives to pruned lists."""
        monkeypatch.setattr(toon, "fastest", toon.official)
        measure_p99(f"{name}, official library", encode, pruned_rows(20_000), measure, limit)

    @pytest.mark.parametrize("name", PERCENT)
    def test_any_list(self, name: str, measure: Measure, monkeypatch: pytest.MonkeyPatch) -> None:
        """So does the choice of a format for few rows that are large, by either library."""
        measure_p99(f"auto, {name}", BY_NAME["auto"], pruned_answer(name, 40_000), measure)
        monkeypatch.setattr(toon, "fastest", toon.official)
        measure_p99(f"auto, {name}, official library", BY_NAME["auto"], pruned_answer(name, 20_000), measure)
