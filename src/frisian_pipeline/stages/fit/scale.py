"""What a content costs, and whether that is within a budget."""

from math import ceil

from msgspec import Struct

from frisian_pipeline.tokens import Counter, is_exact

DEFAULT_BUDGET = 10_000
"""Tokens, where a heavy tool has no budget of its own."""

MARGIN = 1.25
"""By how much an estimate may be too low."""

MOST_BYTES = 12
"""Bytes a token, above which a content is not counted but taken for too large: nothing but repetition is that cheap."""

SAMPLE = slice(0, 96, 4)
"""Rows by which the others are judged: whole ones, since what is first in a row costs other than what is last."""

MOST_SAMPLED = 8_192
"""Bytes of these that are counted."""


class Scale(Struct, frozen=True):
    """
    Weighs contents in tokens.

    Attributes:
        budget: The most tokens that an answer may cost.
        counter: Counts the tokens of a text.
    """

    budget: int
    counter: Counter

    def cost(self, content: bytes) -> int:
        """The most tokens that a content costs; a token is at least a byte."""
        size = len(content)
        if size > MOST_BYTES * self.budget:
            return size
        count = self.counter(content.decode())
        return min(size, count if is_exact(self.counter) else ceil(MARGIN * count))

    def holds(self, content: bytes) -> bool:
        """Tell whether a content is within the budget."""
        return len(content) <= self.budget or self.cost(content) <= self.budget

    def room(self, tokens: int, like: bytes) -> int:
        """
        How many bytes of a content like this one there seems to be room for in so many tokens.

        A little less, since an attempt that is too large costs more than the row that it might have shown.
        """
        sample = like[: min(MOST_SAMPLED, MOST_BYTES * self.budget)].decode(errors="ignore").encode()
        return tokens * len(sample) * 31 // (32 * max(1, self.cost(sample)))
