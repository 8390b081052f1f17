"""A store over the host's cache: how contents lie there, what each owner may take, and the store itself."""

from frisian_pipeline.drf.caching.store import DjangoCacheStore

__all__ = ["DjangoCacheStore"]
