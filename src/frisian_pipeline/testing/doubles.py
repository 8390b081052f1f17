"""Stores that fail or watch, and ways to put them into a pipeline."""

from collections.abc import Iterator
from copy import copy
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from frisian_pipeline.errors import StoreError, TokenError
from frisian_pipeline.pipeline import Pipeline, When
from frisian_pipeline.stores import MemoryStore, Store


class DeadStore:
    """A store that keeps nothing: it says so, or it takes everything and drops it."""

    def __init__(self, *, raises: bool) -> None:
        self.raises = raises

    def put(self, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
        """Fail, or give a token for nothing."""
        if self.raises:
            raise StoreError("the store is down")
        return "dropped"

    def get(self, token: str, *, owner: str, tool: str) -> bytes:
        """Know no token."""
        raise TokenError

    def page(self, token: str, *, owner: str, tool: str, start: int, stop: int) -> bytes:
        """Know no token."""
        raise TokenError


class WatchedStore(MemoryStore):
    """
    A store that counts what it is asked to keep.

    Attributes:
        puts: How often.
    """

    puts = 0

    def put(self, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
        """Count and keep."""
        self.puts += 1
        return super().put(content, owner=owner, tool=tool, is_list=is_list)


def stores_of(stage: Any) -> Iterator[Store]:
    """Every store that a stage, or a row of stages, holds in an attribute ``store``."""
    if isinstance(stage, Pipeline):
        for inner in stage:
            yield from stores_of(inner)
    elif isinstance(stage, When):
        yield from stores_of(stage.stage)
    elif hasattr(stage, "store"):
        yield stage.store


def with_store(stage: Any, store: Store) -> Any:
    """The same stage, or row of stages, over another store."""
    if isinstance(stage, Pipeline):
        return Pipeline(*(with_store(inner, store) for inner in stage))
    if isinstance(stage, When):
        return When(stage.test, with_store(stage.stage, store))
    if not hasattr(stage, "store"):
        return stage
    if isinstance(stage, Struct):
        return replace(stage, store=store)
    changed = copy(stage)
    changed.store = store
    return changed
