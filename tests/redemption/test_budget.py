"""Whatever was answered, every answer is within its budget, and together they are the whole result."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from frisian_pipeline.formats import Json
from frisian_pipeline.tokens import estimate
from tests.redemption.following import Follower

PAYLOADS = sorted((Path(__file__).parent.parent / "payloads").glob("*.json"))
BUDGETS = st.one_of(st.integers(60, 120), st.integers(60, 3_000))

MOST = 1_000
"""Bytes for each token of the budget that are followed to the end: some hundreds of answers."""

alphabets = st.one_of(
    st.characters(exclude_categories=["Cs"]),
    st.sampled_from('ab \n"\\{}[],:'),
    st.sampled_from("äßéñ日本語текст한국😀👩‍👩‍👧\u0000\u2028"),
)
texts = st.one_of(
    st.text(alphabets, max_size=40),
    st.builds(lambda text, n: text * n, st.text(alphabets, max_size=30), st.integers(1, 200)),
)


def results_of(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    """Whatever a view may answer, with such texts in it."""
    leaves = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**63), 2**64 - 1),
        st.floats(allow_nan=False, allow_infinity=False),
        texts,
    )
    names = st.one_of(
        st.sampled_from(
            ["id", "name", "count", "next", "results", "data_size", "continuation_token", "_notes", "text"]
        ),
        texts,
    )
    trees = st.recursive(
        leaves,
        lambda inner: st.one_of(st.lists(inner, max_size=30), st.dictionaries(names, inner, max_size=8)),
        max_leaves=40,
    )
    tables = st.builds(
        lambda row, n: [{**row, "id": number} for number in range(n)],
        st.dictionaries(names, trees, max_size=6),
        st.integers(0, 60),
    )
    pages = st.builds(
        lambda rows, more: {"count": len(rows), "next": None, "previous": None, **more, "results": rows},
        tables,
        st.dictionaries(texts, leaves, max_size=3),
    )
    return st.one_of(trees, tables, pages)


results = results_of(texts)
plain_results = results_of(st.text(max_size=200))


def deep(depth: int) -> Any:
    """Lists in lists."""
    value: Any = "bottom"
    for _ in range(depth):
        value = [value]
    return value


HARD = {
    "wide": {f"field_{number}": number for number in range(3_000)},
    "deep": deep(700),
    "one giant string": "word " * 20_000,
    "one giant row": [{"id": 1}, {"id": 2, "text": "word " * 5_000}, {"id": 3}],
    "many small rows": list(range(20_000)),
    "non-ASCII": [{"name": "日本語" * 50}] * 50,
    "emoji": "👩‍👩‍👧" * 500,
    "escapes": "\u0001" * 2_000,
    "a giant name": {"x" * 20_000: 1},
    "a page around much": {"count": 1, "next": None, "about": "word " * 4_000, "results": [1]},
    "an empty list": [],
}


class TestBudget:
    @settings(max_examples=150, deadline=None)
    @given(results, BUDGETS)
    def test_any_result_at_any_budget(self, result: Any, budget: int) -> None:
        """Exact counts are within the budget, and the union of the answers is the whole."""
        whole, follower = Json()(result), Follower(budget)
        assume(len(whole) <= MOST * budget)
        assert follower.everything(result) == msgspec.json.decode(whole)
        assert follower.dearest <= budget

    @pytest.mark.parametrize("budget", [60, 400, 10_000])
    @pytest.mark.parametrize("name", HARD)
    def test_hard_results(self, name: str, budget: int) -> None:
        """Wide, deep, long, many."""
        follower = Follower(budget)
        if budget == 60 and len(Json()(HARD[name])) > 50_000:
            follower.first(HARD[name])
        else:
            assert follower.everything(HARD[name]) == msgspec.json.decode(Json()(HARD[name]))
        assert follower.dearest <= budget

    def test_a_million_rows(self) -> None:
        """The first answer, and whatever is asked for from there to the last row."""
        rows = [{"id": number} for number in range(1_000_000)]
        follower = Follower(2_000)
        answer = msgspec.json.decode(follower.first(rows))
        assert answer["count"] == 1_000_000
        for cursor in (len(answer["results"]), 500_000, 999_990):
            read = follower.next(answer["next"], cursor=str(cursor))
            assert read["results"][0] == rows[cursor]
        assert (read["results"][-1], read["cursor"]) == (rows[-1], None)
        assert follower.dearest <= 2_000

    @pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.stem)
    @pytest.mark.parametrize("budget", [60, 250, 1_000, 10_000])
    def test_the_estimator_holds_on_what_servers_really_answer(self, path: Path, budget: int) -> None:
        """Without the vocabularies the exact counts of every payload are within the budget, too."""
        follower, result = Follower(budget, estimate), msgspec.json.decode(path.read_bytes())
        if budget == 60:
            follower.first(result)
        else:
            assert follower.everything(result) == result
        assert follower.dearest <= budget

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(plain_results, BUDGETS)
    def test_the_estimator_is_near_on_anything(self, result: Any, budget: int) -> None:
        """Without the vocabularies generated text exceeds the budget by a quarter at most."""
        follower = Follower(budget, estimate)
        assert follower.everything(result) == msgspec.json.decode(Json()(result))
        assert follower.dearest <= budget * 1.25
