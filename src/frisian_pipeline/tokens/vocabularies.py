"""Counts by the vocabularies of real models; they need ``frisian-pipeline[tokens]``."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from threading import Lock
from typing import Any, ClassVar

from msgspec import Struct

from frisian_pipeline.errors import MissingExtraError

PACKAGE = "toktok"

loading = Lock()


@cache
def installed() -> bool:
    """Tell whether exact counts can be had, without loading what they need."""
    return find_spec(PACKAGE) is not None


@cache
def load(name: str) -> Callable[..., Any]:
    """Load a vocabulary, which takes tens of milliseconds and megabytes, and return what counts by it."""
    try:
        from toktok import batch_count
    except ImportError as error:
        raise MissingExtraError("tokens", f"the vocabulary {name}") from error
    batch_count((), name)
    return batch_count  # type: ignore[no-any-return]


def count(text: str, name: str) -> int:
    """Count a text's tokens in a vocabulary; what is no Unicode counts as one replacement character each."""
    with loading:
        batch_count = load(name)
    try:
        return int(batch_count((text,), name, threads=1)[0])
    except UnicodeEncodeError:
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return int(batch_count((whole,), name, threads=1)[0])


class Vocabulary(Struct, frozen=True):
    """
    Counts exactly; the vocabularies are loaded when it first counts, once for all threads.

    Attributes:
        names: The vocabularies; where they differ the larger count is taken.
    """

    exact: ClassVar[bool] = True

    names: tuple[str, ...]

    def __call__(self, text: str, /) -> int:
        return max(count(text, name) for name in self.names)

    @property
    def name(self) -> str:
        """The vocabularies, the largest count of which is taken."""
        return "/".join(self.names)


exact = Vocabulary(("cl100k_base", "o200k_base"))
"""What a text costs at most, by either vocabulary."""
