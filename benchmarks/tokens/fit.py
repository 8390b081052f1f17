"""
Fit the estimator anew: ``python -m benchmarks.tokens.fit`` prints how good it is and ``--write`` writes its weights.

Least squares of the relative error under weights that are never negative, so that nothing makes a text cheaper but a
few borders of cells, with a price on each weight, so that few remain. Needs numpy; takes a minute or two. The texts are
those that are installed, so that another installation gives slightly other weights.
"""

import sys
from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from benchmarks.tokens.catalogues import Text
from benchmarks.tokens.random_texts import random_texts
from benchmarks.tokens.texts import fitted, judged
from benchmarks.tokens.written import Feature, write_weights
from frisian_pipeline.tokens import exact
from frisian_pipeline.tokens.alphabet import spell
from frisian_pipeline.tokens.estimator import LIKE, MERGED

Floats = NDArray[np.float64]

UNIT = 64
RUNS = [b"aaa", b"aaaaa", b"aaaaaaaa", b"a" * 12, b"000", b" " * 4, b" " * 64, b"AAAA", b"0000", b'",a', b"  |"]
SAVINGS = [b'"],["']
"""Runs that are one token where their pairs seem to be more."""
SEEN, SEEN_ALIKE = 25, 8
"""A pair has a weight of its own where so many texts have it."""
PRICES = {"class": 0.000012, "pair alike": 0.00012, "run": 0.000012, "saving": 0.000012, "pair": 0.0003}
"""What a weight has to be worth, for every thousand texts."""
MEND, AGAIN = 2, 2
"""Random texts that are judged too cheap count for twice as much in two more rounds."""

REPRESENTED = bytes.maketrans(
    "".join(LIKE.values()).encode(), "".join(name * len(alike) for name, alike in LIKE.items()).encode()
)


def pair_counts(spelt: bytes) -> NDArray[np.int64]:
    """How often each pair of classes occurs, by 128 times the first and the second."""
    codes = np.frombuffer(spelt, np.uint8).astype(np.int64)
    return np.bincount(codes[:-1] * 128 + codes[1:], minlength=128 * 128)


def counted(texts: Iterable[Text]) -> tuple[Floats, Floats, Floats]:
    """For every text, its pairs, its pairs of like classes, and its runs; those that save count below nothing."""
    rows = []
    for _, _, text in texts:
        spelt = spell(text)
        merged = spelt.translate(MERGED)
        in_a_row = [*map(merged.count, RUNS), *(-merged.count(run) for run in SAVINGS)]
        rows.append((pair_counts(spelt), pair_counts(spelt.translate(REPRESENTED)), in_a_row))
    pairs, alike, runs = zip(*rows, strict=True)
    return np.array(pairs, float), np.array(alike, float), np.array(runs, float)


def named(number: int) -> str:
    """The pair of classes of a number."""
    return chr(number // 128) + chr(number % 128)


class Model:
    """Which features there are, and how a text is turned into them."""

    def __init__(self, texts: list[Text]) -> None:
        pairs, alike, _ = counted(texts)
        grouped = {ord(one) for likes in LIKE.values() for one in likes}
        often = (pairs > 0).sum(0) >= SEEN
        self.own = [n for n in map(int, np.flatnonzero(often)) if n // 128 in grouped or n % 128 in grouped]
        self.alike = list(map(int, np.flatnonzero((alike > 0).sum(0) >= SEEN_ALIKE)))
        self.features = [
            *(Feature("class", chr(code)) for code in range(128)),
            *(Feature("pair alike", named(number)) for number in self.alike),
            *(Feature("run", run.decode()) for run in RUNS),
            *(Feature("saving", run.decode()) for run in SAVINGS),
            *(Feature("pair", named(number)) for number in self.own),
        ]
        self.prices = np.array([PRICES[feature.kind] for feature in self.features])

    def __call__(self, texts: list[Text]) -> Floats:
        """One row for each text."""
        pairs, alike, runs = counted(texts)
        classes = alike.reshape(-1, 128, 128).sum(1)
        return np.hstack([classes, alike[:, self.alike], runs, pairs[:, self.own]])


def descend(gram: Floats, target: Floats, start: Floats) -> Floats:
    """Find the best weights of which none is negative, one after the other, until they stay."""
    weights, slope = start.copy(), gram @ start - target
    for _ in range(200):
        moved = 0.0
        for place, curve in enumerate(np.diag(gram)):
            step = max(weights[place] - slope[place] / curve, 0.0) - weights[place]
            if step:
                weights[place] += step
                slope += step * gram[place]
                moved = max(moved, abs(step))
        if moved < 1e-4:
            break
    return weights


def solve(rows: Floats, costs: Floats, prices: Floats, weights: Floats, start: Floats | None = None) -> Floats:
    """Weighted least squares of the relative error."""
    scale = weights / np.maximum(costs, 8)
    scaled = rows * scale[:, None]
    gram = scaled.T @ scaled + 1e-3 * np.eye(rows.shape[1])
    target = scaled.T @ (costs * scale) - prices * len(costs) / 1_000
    return descend(gram, target, np.zeros(rows.shape[1]) if start is None else start)


def fit(rows: Floats, costs: Floats, prices: Floats, texts: list[Text]) -> Floats:
    """Fit, then again with more weight on the random texts that came out too cheap."""
    weights = np.array([text.weight for text in texts])
    is_random = np.array([text.group.startswith("random") for text in texts])
    found = solve(rows, costs, prices, weights)
    for _ in range(AGAIN):
        cheap = is_random & (rows @ found < 0.95 * costs)
        found = solve(rows, costs, prices, weights * np.where(cheap, MEND, 1), found)
    return found


def figures(errors: Floats) -> str:
    """How far off: on average, for one in ten, and at most either way."""
    off = abs(errors)
    return f"mean {off.mean():.1%}, p90 {np.quantile(off, 0.9):.1%}, from {errors.min():+.1%} to {errors.max():+.1%}"


def left_out(rows: Floats, costs: Floats, prices: Floats, texts: list[Text]) -> Floats:
    """The errors on each group of payloads when the others alone are fitted to."""
    errors = []
    for group in sorted({text.group for text in texts if text.group.startswith("payload")}):
        out = np.array([text.group == group for text in texts])
        found = fit(rows[~out], costs[~out], prices, [text for text in texts if text.group != group])
        errors.append(rows[out] @ found / costs[out] - 1)
        print(f"  {group:20} {figures(errors[-1])}")
    return np.concatenate(errors)


def costs_of(texts: list[Text]) -> Floats:
    """What they really cost."""
    return np.array([exact(text.text) for text in texts], float)


def by_kind(texts: list[Text], errors: Floats, kind: Callable[[Text], str]) -> Iterator[str]:
    """A line for each kind of text."""
    kinds = np.array([kind(text) for text in texts])
    for one in sorted(set(kinds)):
        yield f"  {one:20} {figures(errors[kinds == one])}"


def main() -> None:
    """Fit, judge, print, and write where that is asked for."""
    texts = [*fitted(), *random_texts(1, 50)]
    model, costs = Model(texts), costs_of(texts)
    rows = model(texts)
    found = fit(rows, costs, model.prices, texts)
    print(f"{len(texts)} texts, {np.count_nonzero(found > 1e-3)} weights: {figures(rows @ found / costs - 1)}")
    for name, others in (("texts never fitted to", list(judged())), ("random", list(random_texts(2, 25)))):
        errors = model(others) @ found / costs_of(others) - 1
        print(f"{name}: {figures(errors)}")
        kinds = by_kind(others, errors, lambda text: text.group if text.group[:4] in "langrandrows" else text.group[:4])
        print(*kinds, sep="\n")
    print("payloads, each group left out in turn:")
    print("all of them: ", figures(left_out(rows, costs, model.prices, texts)))
    if "--write" in sys.argv:
        write_weights(model.features, found, UNIT)


if __name__ == "__main__":
    main()
