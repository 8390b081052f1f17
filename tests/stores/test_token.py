"""Tokens: secret enough, safe in a URL, cheap for a model."""

import math
import os
import re
import secrets
import struct
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
import toktok

from frisian_pipeline.stores import token
from frisian_pipeline.stores.token import BATCH, PAIRS, draw, new_token, spare

ENVELOPE = '{"accepted":60,"status_code":201,"data_size":43190,"continuation_token":"%s"}'
VOCABULARIES = ["cl100k_base", "o200k_base"]


FORK = """
import os
from frisian_pipeline.stores.token import new_token, spare
new_token()
read, write = os.pipe()
if os.fork() == 0:
    os.write(write, new_token().encode())
    os._exit(0)
os.wait()
print(os.read(read, 24).decode() in spare)
"""
"""Says whether a child gives out a token that its parent would."""


def give(_: int) -> str:
    """A token for somebody."""
    return new_token()


class TestPairs:
    def test_they_are_distinct(self) -> None:
        """No pair is listed twice, so that each is as likely as the arithmetic says."""
        assert len(set(PAIRS)) == len(PAIRS) == 1646

    @pytest.mark.parametrize("vocabulary", VOCABULARIES)
    def test_each_is_one_model_token(self, vocabulary: str) -> None:
        """A pair costs a model one token in either vocabulary."""
        assert set(toktok.batch_count(PAIRS, vocabulary)) == {1}

    def test_twelve_hold_128_bits_of_min_entropy(self) -> None:
        """Even if every pair were the likeliest one, nobody guesses a token in 2**128 tries."""
        chances = Counter(number % len(PAIRS) for number in range(2**16))
        likeliest = max(chances.values())
        assert likeliest == 40
        assert 12 * math.log2(2**16 / likeliest) >= 128

    def test_no_vocabulary_splits_one_between_words(self) -> None:
        """No pair goes from a small to a capital letter, where the vocabularies begin a new word."""
        assert not [pair for pair in PAIRS if re.fullmatch("[a-z][A-Z]", pair)]


class TestNewToken:
    def test_it_is_24_url_safe_characters(self) -> None:
        """A token needs no quoting in a URL, and has one length."""
        assert all(re.fullmatch(r"[A-Za-z0-9_-]{24}", new_token()) for _ in range(1000))

    def test_two_random_bytes_choose_a_pair(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every pair can stand at every place, and stands where its number was drawn."""
        for first in range(len(PAIRS)):
            drawn = [(first + place) % len(PAIRS) for place in range(12)]
            monkeypatch.setattr(token, "token_bytes", {24: struct.pack("12H", *drawn)}.__getitem__)
            assert draw() == "".join(PAIRS[number] for number in drawn)

    def test_the_randomness_is_the_systems(self) -> None:
        """Tokens are drawn with ``secrets``, not with a generator that can be foretold."""
        assert vars(token)["token_bytes"] is secrets.token_bytes

    def test_it_is_new(self) -> None:
        """No token comes twice."""
        assert len({new_token() for _ in range(10_000)}) == 10_000

    def test_they_are_drawn_in_batches(self) -> None:
        """What is drawn in advance is given out once and runs out."""
        spare.clear()
        first = new_token()
        drawn = list(spare)
        assert len(drawn) == BATCH - 1
        assert {new_token() for _ in drawn} == set(drawn) - {first}
        assert spare == []

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
    def test_a_forked_process_draws_its_own(self) -> None:
        """Two workers forked from one server never give out the same token."""
        shown = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, check=True).stdout
        assert shown == "False\n"

    def test_threads_never_share_one(self) -> None:
        """Concurrent callers get different tokens."""
        with ThreadPoolExecutor(8) as pool:
            assert len(set(pool.map(give, range(4_000)))) == 4_000

    def test_its_envelope_fits_in_100_bytes(self) -> None:
        """The envelope of 60 devices with a token is at most 100 bytes."""
        assert len((ENVELOPE % new_token()).encode()) == 99

    @pytest.mark.parametrize("vocabulary", VOCABULARIES)
    def test_its_envelope_costs_34_model_tokens(self, vocabulary: str) -> None:
        """The envelope of 60 devices costs 34 model tokens on average, and 40 at the very most."""
        counts = toktok.batch_count([ENVELOPE % new_token() for _ in range(5000)], vocabulary)
        assert sum(counts) / len(counts) <= 34.1
        assert max(counts) <= 40

    @pytest.mark.parametrize("vocabulary", VOCABULARIES)
    def test_45_is_out_of_reach(self, vocabulary: str) -> None:
        """The envelope around a token is 21 model tokens, and 24 characters are at most 24."""
        alone, marked = toktok.batch_count([ENVELOPE % "a", ENVELOPE % "-a"], vocabulary)
        assert (alone, marked) == (21 + 1, 21 + 2)
