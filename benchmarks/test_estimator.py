"""How near the estimate of tokens is to the exact counts, and what it takes."""

from collections.abc import Callable
from statistics import mean, quantiles

import pytest

from benchmarks.bars import Measure
from benchmarks.payloads import PAYLOADS
from benchmarks.timing import best, ratio
from benchmarks.tokens.catalogues import Text
from benchmarks.tokens.narrow import FORMATS
from benchmarks.tokens.texts import installed, judged, payloads
from frisian_pipeline.tokens import Counter, estimate, exact

LISTING = (PAYLOADS / "device_list_50.json").read_text()


def errors(texts: list[Text]) -> list[float]:
    """How far off the estimate is, as a part of the exact count."""
    return [abs(estimate(text.text) / exact(text.text) - 1) for text in texts]


def counting(counter: Counter, text: str) -> Callable[[], int]:
    """A count as a piece of work."""
    return lambda: counter(text)


class TestEstimate:
    """The bars of the estimator."""

    @pytest.mark.parametrize("kind", ["language", "readme", "json", "emoji"])
    def test_error_by_kind(self, kind: str, measure: Measure) -> None:
        """On each kind of text that it was not fitted to it is at most 6 % off on average."""
        off = errors([text for text in judged() if text.group.startswith(kind)])
        measure(f"estimate on {len(off)} unknown texts ({kind}), mean error", 100 * mean(off), 6, unit="%")

    def test_error(self, measure: Measure) -> None:
        """On all of them it is at most 5 % off on average, and for nine in ten at most 10 %."""
        off = errors(list(judged()))
        measure(f"estimate on {len(off)} unknown texts, mean error", 100 * mean(off), 5, unit="%")
        measure("the same, error of nine in ten", 100 * quantiles(off, n=10)[-1], 10, unit="%")

    @pytest.mark.parametrize("name", FORMATS)
    def test_error_by_format(self, name: str, measure: Measure) -> None:
        """On rows of few short cells, as each format writes them, it is at most 5 % off on average."""
        off = errors([text for text in judged() if text.group == f"rows {name}"])
        measure(f"estimate on {len(off)} unknown narrow rows ({name}), mean error", 100 * mean(off), 5, unit="%")

    def test_error_of_rows(self, measure: Measure) -> None:
        """On all of these together, nine in ten are at most 10 % off."""
        off = errors([text for text in judged() if text.group.startswith("rows")])
        measure(f"the same, all {len(off)}, error of nine in ten", 100 * quantiles(off, n=10)[-1], 10, unit="%")

    def test_error_on_payloads(self, measure: Measure) -> None:
        """On the payloads, which it knows, it is nearer."""
        measure("estimate on the payloads in 8 forms, mean error", 100 * mean(errors(list(payloads()))), 3, unit="%")

    def test_there_are_texts(self) -> None:
        """What is installed is both fitted to and judged by."""
        assert min(len(list(installed(judged=True))), len(list(installed(judged=False)))) > 20

    def test_speed(self, measure: Measure) -> None:
        """It takes at most 150 microseconds a kilobyte, and it is linear."""
        short, long = LISTING[:10_000], LISTING[:100_000]
        (seconds,) = best(counting(estimate, long), seconds=1)
        measure("estimate of 100 kB, for each kB", 1e6 * seconds / 100, 150, unit="us")
        times = ratio(counting(estimate, long), counting(estimate, short), seconds=2)
        measure("estimate of 100 kB, times that of 10 kB", times, 13)
