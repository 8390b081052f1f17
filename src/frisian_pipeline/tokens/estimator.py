"""What a text costs an agent, in tokens."""

import re
from typing import Protocol

RUNS = re.compile(r"[A-Za-z]+|[0-9]+|\s*\n\s*|[^\sA-Za-z0-9]+")
HUMP = re.compile(r"[a-z][A-Z]")


class Counter(Protocol):
    """Counts the tokens of a text."""

    def __call__(self, text: str, /) -> int: ...


def estimate(text: str) -> int:
    """
    Estimate the tokens of a text without a vocabulary.

    A model of runs: words, digits, punctuation and newlines are weighed as the cl100k and o200k vocabularies
    split them. Characters outside ASCII are weighed one by one.
    """
    return round(sum(map(weigh_run, RUNS.findall(text))))


def weigh_run(run: str) -> float:
    """The tokens that one run of like characters is likely to cost."""
    first = run[0]
    if "A" <= first <= "z" and first.isalpha():
        return 0.8 + 0.16 * max(0, len(run) - 7) + 3.1 * len(HUMP.findall(run))
    if "0" <= first <= "9":
        return 1.4 * -(-len(run) // 3)
    if first.isspace():
        return 1.65
    if run.isascii():
        return 0.76 + 0.165 * (len(run) - 1)
    return sum(weigh_character(character) for character in run)


def weigh_character(character: str) -> float:
    """The tokens of one character in a run that leaves ASCII: letters cost less than signs and pictures."""
    if character.isascii():
        return 0.4
    if ord(character) > 0xFFFF:
        return 2.2
    return 0.45 if ord(character) < 0x2E80 else 0.9
