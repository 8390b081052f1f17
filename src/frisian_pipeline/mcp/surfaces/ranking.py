"""Finding tools by words, in memory."""

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from frisian_pipeline.mcp.discovery import Tool

WORD = re.compile(r"[^\W_]+")
SATURATION, LENGTH = 1.2, 0.5
"""The two constants of BM25: how soon repetition stops counting, and how much a long text is held against a tool."""

NAME_WEIGHT = 3
"""How often a word of the name counts against one of the description."""


SMALL = frozenset({"a", "all", "an", "and", "by", "for", "from", "in", "is", "it", "of", "on", "or", "the", "to"})
"""Words that say nothing of a tool, and where they are rare would say most."""


def words(text: str) -> list[str]:
    """The words of a text in small letters, without those that say nothing, and without the endings of plurals."""
    return [
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in WORD.findall(text.lower())
        if word not in SMALL
    ]


def text_of(tool: Tool) -> list[str]:
    """What can be found of a tool: its name first of all, what it does, and what it takes."""
    said = f"{tool.title} {tool.description} {' '.join(tool.input_schema.get('properties', ()))}"
    return words(tool.name) * NAME_WEIGHT + words(said)


class Index:
    """Ranks tools by BM25 (Robertson and Walker, 1994), and equals by name."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._counts = {tool.name: Counter(text_of(tool)) for tool in tools}
        self._seen = Counter(word for count in self._counts.values() for word in count)
        self._mean = sum(map(Counter.total, self._counts.values())) / max(len(tools), 1)

    def __call__(self, query: str) -> list[str]:
        """The names of the tools that know a word of the query, best first."""
        asked = [word for word in dict.fromkeys(words(query)) if word in self._seen]
        scores = {name: self._score(asked, count) for name, count in self._counts.items()}
        return sorted(filter(scores.get, scores), key=lambda name: (-scores[name], name))

    def _score(self, asked: Sequence[str], count: Counter[str]) -> float:
        """How well a tool answers to these words."""
        length = SATURATION * (1 - LENGTH + LENGTH * count.total() / self._mean)
        known = (word for word in asked if word in count)
        return sum(self._rarity(word) * count[word] * (SATURATION + 1) / (count[word] + length) for word in known)

    def _rarity(self, word: str) -> float:
        """How much a word tells one tool from others."""
        total, seen = len(self._counts), self._seen[word]
        return log(1 + (total - seen + 0.5) / (seen + 0.5))
