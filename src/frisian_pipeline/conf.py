"""The host's settings, ``FRISIAN_PIPELINE``: every key with its default, read here and nowhere else."""

from threading import Lock
from typing import Annotated, Any

import msgspec
from cachetools import cached
from django.conf import settings as host
from django.core.exceptions import ImproperlyConfigured
from django.core.signals import setting_changed
from django.utils.module_loading import import_string
from msgspec import Meta, Struct

from frisian_pipeline.stores import MemoryStore, Store

NAME = "FRISIAN_PIPELINE"
MEMORY = ("auto", "memory")


class StoreSettings(Struct, frozen=True, forbid_unknown_fields=True, rename="upper"):
    """
    Where whole results are kept for continuation tokens.

    Attributes:
        backend: ``auto`` or ``memory`` (in this process), or the dotted path of a class or factory that takes
            ``max_bytes``, ``max_bytes_per_owner`` and ``ttl`` and gives a ``Store``.
        ttl: Seconds that a result is kept.
        max_bytes: The most bytes kept in all.
        max_bytes_per_owner: The most bytes kept for one caller.
    """

    backend: str = "auto"
    ttl: Annotated[float, Meta(gt=0)] = 300
    max_bytes: Annotated[int, Meta(ge=0)] = 64 << 20
    max_bytes_per_owner: Annotated[int, Meta(ge=0)] = 8 << 20


class Settings(Struct, frozen=True, forbid_unknown_fields=True, rename="upper"):
    """
    What a host may set.

    Attributes:
        pipeline: Dotted path of a function that takes a store and ``json=`` and gives a pipeline.
        store: See ``StoreSettings``.
    """

    pipeline: str = "frisian_pipeline.agent_answers"
    store: StoreSettings = StoreSettings()


def raw() -> Any:
    """The host's dict as it stands in its settings."""
    return getattr(host, NAME, {})


@cached({}, lock=Lock())
def settings() -> Settings:
    """
    The host's settings over the defaults.

    Raises:
        ImproperlyConfigured: If a key is unknown or a value is wrong; the system checks say the same earlier.
    """
    try:
        return msgspec.convert(raw(), Settings)
    except msgspec.ValidationError as error:
        raise ImproperlyConfigured(f"{NAME}: {error}") from error


@cached({}, lock=Lock())
def store() -> Store:
    """The store that this process shares among all views."""
    chosen = settings().store
    make = MemoryStore if chosen.backend in MEMORY else import_string(chosen.backend)
    made: Store = make(max_bytes=chosen.max_bytes, max_bytes_per_owner=chosen.max_bytes_per_owner, ttl=chosen.ttl)
    return made


def forget(*, setting: str, **_: Any) -> None:
    """Read afresh when a test or a host changes the settings."""
    if setting == NAME:
        settings.cache_clear()
        store.cache_clear()


setting_changed.connect(forget, dispatch_uid="frisian_pipeline.conf")
