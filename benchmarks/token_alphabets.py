"""
What a continuation token costs a model, alphabet by alphabet; run it to see the table and to write the pairs anew.

Each alphabet makes at least 128 bits. An envelope is a bulk write's, with the token in it.
"""

import math
import random
from collections.abc import Callable, Iterable
from string import ascii_letters, ascii_lowercase, digits
from typing import NamedTuple

import toktok

from frisian_pipeline.stores.token import PAIRS, new_token

ENVELOPE = '{"accepted":60,"status_code":201,"data_size":43190,"continuation_token":"%s"}'
VOCABULARIES = "cl100k_base", "o200k_base"
ROOM = 100 - len(ENVELOPE % "")
DRAWS = 20_000
DICE = random.Random(128)


class Alphabet(NamedTuple):
    """A way to make tokens: its name, the bits of one token, and a draw."""

    name: str
    bits: float
    draw: Callable[[], str]


def single(candidates: Iterable[str]) -> list[str]:
    """Keep the strings that are one model token in every vocabulary."""
    texts = list(candidates)
    counts = zip(*(toktok.batch_count(texts, name) for name in VOCABULARIES), strict=True)
    return [text for text, count in zip(texts, counts, strict=True) if set(count) == {1}]


def find_letter_pairs() -> dict[str, str]:
    """Work out the table of ``stores/token.py``: to each first letter, the second letters."""
    pairs = single(one + two for one in ascii_letters for two in ascii_letters)
    return {one: "".join(pair[1] for pair in pairs if pair[0] == one) for one in ascii_letters}


def row(name: str, *places: Iterable[str]) -> Alphabet:
    """One fair choice for each place."""
    choices = [list(place) for place in places]
    bits = sum(math.log2(len(choice)) for choice in choices)
    return Alphabet(name, bits, lambda: "".join(DICE.choice(choice) for choice in choices))


def cheapest(alphabet: Alphabet, draws: int) -> Alphabet:
    """The cheapest of some draws, which makes a token at most that many times likelier; it needs a vocabulary."""

    def draw() -> str:
        candidates = [alphabet.draw() for _ in range(draws)]
        return min(zip(toktok.batch_count(candidates, VOCABULARIES[0], threads=1), candidates, strict=True))[1]

    return Alphabet(f"{alphabet.name}, cheapest of {draws}", alphabet.bits - math.log2(draws), draw)


def alphabets() -> list[Alphabet]:
    """Everything that was weighed."""
    lowers, letters = list(ascii_lowercase), list(ascii_letters)
    marks = [mark + letter for mark in "-_" for letter in letters]
    pairs = [one + two for one, seconds in find_letter_pairs().items() for two in seconds]
    triples = single(one + two + three for one in letters for two in letters for three in letters)
    plain = row("letters", *[letters] * 23)
    return [
        row("hexadecimal", *["0123456789abcdef"] * 32),
        row("base64url", *[ascii_letters + digits + "-_"] * 22),
        row("lower case and digits", *[ascii_lowercase + digits] * 25),
        row("lower case", *[lowers] * 28),
        row("lower case after 11 of either", *[letters] * 11, *[lowers] * 14),
        row("groups of three digits", *[[f"{number:03}" for number in range(1000)]] * 13),
        row("pairs of letters, a digit between", *[pairs, digits] * 9, pairs),
        plain,
        cheapest(plain, 8),
        row("12 pairs of letters and a letter", *[pairs] * 12, letters),
        row("11 pairs and three letters", *[[*pairs, *marks, *single(f"{n:02}" for n in range(100))]] * 11, triples),
        Alphabet("12 pairs: new_token", -12 * math.log2(math.ceil(2**16 / len(PAIRS)) / 2**16), new_token),
    ]


def measure(alphabet: Alphabet) -> str:
    """Draw, count, and write one line of the table."""
    tokens = [alphabet.draw() for _ in range(DRAWS)]
    texts = [ENVELOPE % token for token in tokens]
    counts = [toktok.batch_count(texts, name) for name in VOCABULARIES]
    costs = "".join(f"{sum(count) / DRAWS:8.2f}{max(count):4}" for count in counts)
    size = len(tokens[0])
    fits = "yes" if size <= ROOM else "no"
    return f"{alphabet.name:34}{size:6}{fits:>5}{alphabet.bits:7.1f}{costs}"


def main() -> None:
    """Print both tables."""
    print(f"{'alphabet':34}{'chars':>6}{'fits':>5}{'bits':>7}{'cl100k':>8}{'max':>4}{'o200k':>8}{'max':>4}")
    for alphabet in alphabets():
        print(measure(alphabet))
    print(*(one + seconds for one, seconds in find_letter_pairs().items()))


if __name__ == "__main__":
    main()
