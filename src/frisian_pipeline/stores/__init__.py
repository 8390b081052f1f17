"""Where whole results are kept for a while, under tokens that buy them back."""

from frisian_pipeline.stores.memory import MemoryStore
from frisian_pipeline.stores.port import Store

__all__ = ["MemoryStore", "Store"]
