"""Where results are kept: a store that is one, and a cache that other processes share."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from django.conf import settings
from django.core.cache.backends.db import BaseDatabaseCache
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from frisian_pipeline import conf
from frisian_pipeline.checks.keys import setting_errors
from frisian_pipeline.checks.paths import path_errors
from frisian_pipeline.stores import Store

CACHES = ("auto", "cache")
"""The settings of a store that look at the host's caches."""

FEW_ENTRIES, DEFAULT_ENTRIES = 1_000, 300


def backend_errors(chosen: conf.StoreSettings) -> Iterator[CheckMessage]:
    """An error where nothing can be kept in what the settings name."""
    if chosen.backend in CACHES:
        yield from cache_errors(chosen.alias)
    elif chosen.backend != "memory":
        yield from list(path_errors(chosen.backend, "['STORE']['BACKEND']")) or store_errors(chosen.backend)


def store_errors(path: str) -> Iterator[CheckMessage]:
    """An error where the class of a store is none; what a function makes is not made here."""
    found = import_string(path)
    if isinstance(found, type) and not issubclass(found, Store):
        hint = "A store has the methods put, get and page; see frisian_pipeline.stores.Store."
        yield Error(f"{conf.NAME}['STORE']['BACKEND']: {path!r} is no store.", hint=hint, id="frisian_pipeline.E007")


def cache_errors(alias: str) -> Iterator[CheckMessage]:
    """An error where the host has no such cache."""
    try:
        conf.cache_class(alias)
    except ImproperlyConfigured as error:
        near = get_close_matches(alias, settings.CACHES, 1)
        hint = f"Did you mean {near[0]!r}?" if near else "Name one of CACHES, or keep results in memory: 'memory'."
        yield Error(f"{conf.NAME}['STORE']['ALIAS']: {error}.", hint=hint, id="frisian_pipeline.E008")


@register(Tags.caches, deploy=True)
def check_sharing(**_: Any) -> list[CheckMessage]:
    """Warn, before a deployment, that other processes cannot redeem what one keeps."""
    if setting_errors():
        return []
    chosen = conf.settings().store
    if chosen.backend in CACHES and list(cache_errors(chosen.alias)):
        return []
    if conf.backend(chosen) == "memory":
        return [
            Warning(
                f"{conf.NAME} keeps results in the memory of one process, so only that one can redeem its tokens.",
                hint="Serve with one process, or keep results in a cache that all share: Redis, Memcached, a database.",
                id="frisian_pipeline.W002",
            )
        ]
    return [] if chosen.backend not in CACHES else [*unshared(chosen.alias), *crowded(chosen.alias)]


def unshared(alias: str) -> Iterator[CheckMessage]:
    """A warning where a cache keeps nothing, or keeps it in one process."""
    kind = conf.cache_class(alias)
    if issubclass(kind, (LocMemCache, DummyCache)):
        does = "keeps nothing, so there are no tokens" if issubclass(kind, DummyCache) else "belongs to one process"
        yield Warning(
            f"{conf.NAME} keeps results in the cache {alias!r}, which {does}.",
            hint="Name a cache that all processes share as STORE ALIAS: Redis, Memcached, a database.",
            id="frisian_pipeline.W009",
        )


def crowded(alias: str) -> Iterator[CheckMessage]:
    """A warning where a cache throws entries out at random as soon as it holds a few, ours and the host's own."""
    most = settings.CACHES[alias].get("OPTIONS", {}).get("MAX_ENTRIES", DEFAULT_ENTRIES)
    culls = issubclass(conf.cache_class(alias), (BaseDatabaseCache, FileBasedCache))
    if culls and isinstance(most, int) and most < FEW_ENTRIES:
        yield Warning(
            f"{conf.NAME} keeps results in the cache {alias!r}, which holds {most} entries, the project's own too.",
            hint="Set MAX_ENTRIES in its OPTIONS to 10,000, for example; a large result takes up to a hundred.",
            id="frisian_pipeline.W010",
        )
