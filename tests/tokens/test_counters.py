"""Counters by name, and what they say about themselves."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import get_args

import pytest
import toktok
from hypothesis import given, settings
from hypothesis import strategies as st

from frisian_pipeline.errors import MissingExtraError
from frisian_pipeline.tokens import (
    Counter,
    CounterName,
    Vocabulary,
    counter_of,
    estimate,
    exact,
    installed,
    is_exact,
    name_of,
    quarter,
    vocabularies,
)

NAMES: tuple[CounterName, ...] = get_args(CounterName)
ANY_TEXT = st.text(st.characters(codec=None))
"""Lone surrogates too. The first count of a process loads vocabularies, so the tests have no deadline."""


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Python without the package of exact counts."""
    vocabularies.installed.cache_clear()
    vocabularies.load.cache_clear()
    monkeypatch.setitem(sys.modules, "toktok", None)
    yield
    vocabularies.installed.cache_clear()
    vocabularies.load.cache_clear()


class TestNames:
    def test_what_each_is(self) -> None:
        """Each name has its counter; auto is the larger of both exact counts where they can be had."""
        assert [counter_of(name) for name in NAMES] == [
            exact,
            estimate,
            quarter,
            Vocabulary(("cl100k_base",)),
            Vocabulary(("o200k_base",)),
        ]

    def test_what_they_say(self) -> None:
        """Each has a name of its own, and only vocabularies are exact."""
        told = [(name_of(counter), is_exact(counter)) for counter in map(counter_of, NAMES)]
        assert told == [
            ("cl100k_base/o200k_base", True),
            ("estimate", False),
            ("quarter", False),
            ("cl100k_base", True),
            ("o200k_base", True),
        ]

    def test_nothing_is_asked(self) -> None:
        """Without a name it is auto."""
        assert counter_of() is exact

    @pytest.mark.parametrize("name", NAMES)
    def test_nothing_costs_nothing(self, name: CounterName) -> None:
        """What is empty costs nothing, by every counter."""
        assert counter_of(name)("") == 0

    @settings(deadline=None)
    @given(ANY_TEXT)
    def test_any_text_has_a_count(self, text: str) -> None:
        """Every counter takes every text, and no count is below nothing."""
        assert all(counter_of(name)(text) >= 0 for name in NAMES)

    def test_is_a_counter(self) -> None:
        """All keep to the port."""
        assert all(isinstance(counter_of(name), Counter) for name in NAMES)


class TestWithout:
    """Without the package of exact counts."""

    @pytest.fixture(autouse=True)
    def _without(self, without: None) -> None:
        """It is not there."""

    def test_auto_estimates(self) -> None:
        """Auto is the estimator, which does not call itself exact."""
        assert not installed()
        assert counter_of("auto") is estimate

    @pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
    def test_a_vocabulary_says_what_to_install(self, name: CounterName) -> None:
        """A vocabulary named is an error that says what to install, and an ImportError."""
        with pytest.raises(MissingExtraError) as caught:
            counter_of(name)
        assert isinstance(caught.value, ImportError)
        assert caught.value.extra == "tokens"
        message = f"the vocabulary {name} needs another package; pip install frisian-pipeline[tokens]"
        assert str(caught.value) == message

    def test_a_name_of_none(self) -> None:
        """A name that no counter has is refused at once, with those that there are."""
        with pytest.raises(ValueError, match="no counter 'gpt'; it is one of auto, estimate, chars/4"):
            counter_of("gpt")  # type: ignore[arg-type]

    def test_one_made_by_hand(self) -> None:
        """One that was made by hand says the same when it first counts."""
        with pytest.raises(MissingExtraError, match=r"frisian-pipeline\[tokens\]"):
            Vocabulary(("o200k_base",))("a")


class TestVocabulary:
    @settings(deadline=None)
    @given(ANY_TEXT.filter(lambda text: text.isprintable()))
    def test_is_the_package_s_count(self, text: str) -> None:
        """A vocabulary counts what its package counts; of two the larger count is taken."""
        counts = [toktok.batch_count([text], name)[0] for name in exact.names]
        assert [Vocabulary((name,))(text) for name in exact.names] == counts
        assert exact(text) == max(counts)

    def test_half_characters(self) -> None:
        """Half a pair counts as the character that replaces it, and a pair in halves as the character it is."""
        assert exact("a\ud800b") == exact("a\ufffdb")
        assert exact("\ud83d\ude80") == exact("🚀")

    def test_a_special_token_is_text(self) -> None:
        """What looks like a model's own mark is counted as the text it is."""
        assert exact("<|endoftext|>") > 1

    def test_threads(self) -> None:
        """Threads that count at once all get the count."""
        vocabularies.load.cache_clear()
        with ThreadPoolExecutor(8) as pool:
            assert set(pool.map(exact, ["hello world"] * 64)) == {2}
        assert vocabularies.load.cache_info().misses == 2

    def test_is_loaded_when_it_counts(self) -> None:
        """Choosing a counter loads nothing; counting does."""
        code = (
            "import sys; from frisian_pipeline import tokens; counter = tokens.counter_of('auto')\n"
            "assert tokens.is_exact(counter) and 'toktok' not in sys.modules\n"
            "assert counter('hello world') == 2 and 'toktok' in sys.modules"
        )
        subprocess.run([sys.executable, "-c", code], check=True)


class TestQuarter:
    @pytest.mark.parametrize(("text", "count"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("éééé", 1)])
    def test_four_characters(self, text: str, count: int) -> None:
        """Four characters are a token, and what is left one more."""
        assert quarter(text) == count


class Named:
    """A counter of the host's with a name."""

    exact = True
    name = "claude"

    def __call__(self, text: str, /) -> int:
        return len(text)


class Nameless:
    """One that says nothing, or nothing that is a name."""

    exact = 1
    name = 7

    def __call__(self, text: str, /) -> int:
        return len(text)


class TestHosts:
    def test_what_a_host_s_says(self) -> None:
        """A host's counter is called what it says, or as its function or class is; only True is exact."""
        told = [(name_of(counter), is_exact(counter)) for counter in (Named(), Nameless(), len)]
        assert told == [("claude", True), ("Nameless", False), ("len", False)]
