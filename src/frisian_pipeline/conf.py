"""The host's settings, ``FRISIAN_PIPELINE``: every key with its default, read here and nowhere else."""

from functools import cache
from os import PathLike, fspath
from threading import Lock
from typing import Annotated, Any, Literal

import msgspec
from cachetools import cached
from django.conf import settings as host
from django.core.cache import DEFAULT_CACHE_ALIAS
from django.core.cache.backends.db import BaseDatabaseCache
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.memcached import BaseMemcachedCache
from django.core.cache.backends.redis import RedisCache
from django.core.exceptions import ImproperlyConfigured
from django.core.signals import setting_changed
from django.utils.module_loading import import_string
from msgspec import Meta, Struct

from frisian_pipeline.stores import MemoryStore, Store
from frisian_pipeline.tokens import CounterName

NAME = "FRISIAN_PIPELINE"
CACHE = "frisian_pipeline.drf.DjangoCacheStore"
SHARED = (RedisCache, BaseMemcachedCache, BaseDatabaseCache, FileBasedCache)
SHARED_PACKAGES = ("django_redis", "django_valkey", "redis_cache")
"""Packages whose caches are shared, though none of Django's."""

Paths = tuple[str, ...]
"""Dotted paths of classes."""


Shown = str | tuple[str, ...]
"""An agent view: a field mask, the dotted path of a ``msgspec.Struct`` class, or ``auto``; or a list of field paths."""

Budget = Annotated[int, Meta(ge=0)]
"""Tokens; 0 is no budget, and below 60 hardly anything can be said."""

TierName = Literal["none", "read", "read_write", "admin"]


class StoreSettings(Struct, frozen=True, forbid_unknown_fields=True, rename="upper"):
    """
    Where whole results are kept for continuation tokens.

    Attributes:
        backend: ``cache`` (a cache of the host's), ``memory`` (in this process), ``auto`` (the cache where other
            processes share it, else memory), or the dotted path of a class or factory that takes ``max_bytes``,
            ``max_bytes_per_owner`` and ``ttl``, and ``alias`` where one is set, and gives a ``Store``.
        alias: Which of the host's ``CACHES`` that is.
        ttl: Seconds that a result is kept.
        max_bytes: The most bytes kept in all; in a cache, which has its own limit, those of one result.
        max_bytes_per_owner: The most bytes kept for one caller.
    """

    backend: str = "auto"
    alias: str = DEFAULT_CACHE_ALIAS
    ttl: Annotated[float, Meta(gt=0)] = 300
    max_bytes: Annotated[int, Meta(ge=0)] = 64 << 20
    max_bytes_per_owner: Annotated[int, Meta(ge=0)] = 8 << 20


class Settings(Struct, frozen=True, forbid_unknown_fields=True, rename="upper"):
    """
    What a host may set.

    Attributes:
        pipeline: Dotted path of a function that takes a store and ``json=`` and gives a pipeline; where it takes
            ``counter=`` and ``watch=`` too, it is given these.
        store: See ``StoreSettings``.
        name: What the MCP server calls itself; empty for drf-spectacular's ``TITLE``, else the project's name.
        version: The MCP server's version; empty for drf-spectacular's ``VERSION``.
        instructions: What an agent should know before it calls a tool; what ours have to say comes after it.
        api_root: The path under which resources are named; empty for what all routes have in common.
        allow: Shell patterns of tool names, or of routes where they begin with a slash; empty for all.
        deny: Patterns of what is no tool; they win.
        tool_name_separator: What stands between the parts of a tool's name: ``_``, ``-`` or ``.``; some clients refuse
            dots. Every spelling is taken in calls.
        surface: What the listing looks like: ``flat`` (a tool for each endpoint), ``groups`` (one for each group of
            them), ``search`` (three that find, describe and call them), or ``auto``: flat as long as that costs less
            than 10,000 tokens, else groups by the first segment of the path.
        dispatch_groups: Groups of tools by the group's name: each tool's name, or shell patterns of names, or of
            routes where they begin with a slash; a tool belongs to the first group that names it, exactly before by a
            pattern, and is called through that alone.
        search_budget_tokens: The most tokens that the result of a search for tools costs.
        plurals: Irregular plurals by their singulars, for the resources that a dispatcher stands for.
        anonymous_tier: How far a caller reaches whom nobody knows: ``none``, ``read``, ``read_write`` or ``admin``.
        authenticated_tier: How far a caller reaches who is known; a superuser is ``admin``.
        tier_resolver: Dotted path of a function that takes DRF's request and gives the name of a tier, or None to leave
            the caller to the other settings; empty for none.
        disclose_continuation: Which tools publish a slot for a continuation token: ``read``, ``write``, ``dispatch``.
        authentication_classes: Of the MCP endpoint; None for DRF's ``DEFAULT_AUTHENTICATION_CLASSES``.
        trusted_authenticators: Authenticators of the endpoint whose user and credential every view takes over unasked:
            those that the views do not have, or that vouch for the outer body or path (signatures). A view's own
            authenticators are then not run.
        permission_classes: Of the MCP endpoint; None for DRF's ``DEFAULT_PERMISSION_CLASSES``.
        throttle_classes: Of the MCP endpoint, beside those of the views; a default of DRF would count a call twice.
        authorization_servers: Issuer URLs of the OAuth servers whose tokens the endpoint takes (RFC 9728).
        allowed_origins: Origins of web pages that may call the endpoint, beside its own; ``*`` is any.
        max_body_bytes: The most bytes of a message to the endpoint.
        through_middleware: Each call goes through the host's whole middleware once more, as a REST request would.
        formats: What a caller over MCP may ask for by ``format``, by the names of the pipeline's formats; ``json`` is
            always one of them, and with no other there is no such argument.
        structured_content: An answer that is an object is sent as ``structuredContent`` too, which doubles it.
        budget_tokens: The most tokens that an answer costs whose rest can wait behind a token; 0 is no budget. A view's
            ``mcp_budget`` and a call's ``budget`` win.
        hard_budget_tokens: The most tokens that any answer costs, even one that is asked for whole; 0 is no limit.
        token_counter: What counts tokens: ``cl100k_base`` or ``o200k_base`` (exact, with the extra ``tokens``),
            ``estimate``, ``chars/4``, or ``auto``: the larger of both exact counts with that extra, else the estimate.
        baseline: Path of the file of average tokens of each tool; a warning says when one rises by more than a fifth.
            Empty for none; a ``pathlib.Path`` will do. ``manage.py frisian_baseline --write`` writes it.
        views: Agent views by what they are of: the name of a tool or URL, the dotted path of a view, a shell pattern of
            names, or of routes where it begins with a slash; for all actions, or by action. They win over what view
            and serializer say; ``*`` is for whatever nobody has said anything of.
    """

    pipeline: str = "frisian_pipeline.agent_answers"
    store: StoreSettings = StoreSettings()
    name: str = ""
    version: str = ""
    instructions: str = ""
    api_root: str = ""
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    tool_name_separator: Literal["_", "-", "."] = "_"
    surface: Literal["auto", "flat", "groups", "search"] = "auto"
    dispatch_groups: dict[Annotated[str, Meta(pattern="^[a-zA-Z0-9_-]{1,64}$")], tuple[str, ...]] = {}
    search_budget_tokens: Annotated[int, Meta(gt=0)] = 1_000
    plurals: dict[str, str] = {}
    anonymous_tier: TierName = "none"
    authenticated_tier: TierName = "read_write"
    tier_resolver: str = ""
    disclose_continuation: frozenset[Literal["read", "write", "dispatch"]] = frozenset({"read", "dispatch"})
    authentication_classes: Paths | None = None
    trusted_authenticators: Paths = ()
    permission_classes: Paths | None = None
    throttle_classes: Paths = ()
    authorization_servers: tuple[Annotated[str, Meta(pattern="^https?://.")], ...] = ()
    allowed_origins: tuple[Annotated[str, Meta(pattern=r"^(\*|[a-z][a-z0-9+.-]*://[^/]+)$")], ...] = ()
    max_body_bytes: Annotated[int, Meta(gt=0)] = 10 << 20
    through_middleware: bool = False
    formats: tuple[Annotated[str, Meta(pattern="^[a-z][a-z0-9_-]{0,19}$")], ...] = ("json",)
    structured_content: bool = False
    budget_tokens: Budget = 10_000
    hard_budget_tokens: Budget = 0
    token_counter: CounterName = "auto"  # noqa: S105  it counts tokens of text
    baseline: str = ""
    views: dict[str, Shown | dict[str, Shown]] = {}


def raw() -> Any:
    """The host's dict as it stands in its settings, but that a ``Path`` of a file is its text."""
    said = getattr(host, NAME, {})
    file = said.get("BASELINE") if isinstance(said, dict) else None
    return {**said, "BASELINE": fspath(file)} if isinstance(file, PathLike) else said


@cache
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


def cache_class(alias: str) -> type:
    """
    The class of one of the host's caches, which is not made.

    Raises:
        ImproperlyConfigured: If there is none of this name, or it cannot be imported.
    """
    try:
        found: type = import_string(host.CACHES[alias]["BACKEND"])
    except (KeyError, ImportError) as error:
        raise ImproperlyConfigured(f"CACHES has no {alias!r} that can be imported") from error
    return found


def is_shared(kind: type) -> bool:
    """Tell whether other processes see what is in such a cache; of a kind that nobody knows they do not."""
    return any(issubclass(one, SHARED) or one.__module__.split(".")[0] in SHARED_PACKAGES for one in kind.__mro__)


def backend(chosen: StoreSettings) -> str:
    """``memory``, or the dotted path of what makes the store."""
    if chosen.backend == "auto":
        return CACHE if is_shared(cache_class(chosen.alias)) else "memory"
    return CACHE if chosen.backend == "cache" else chosen.backend


@cached({}, lock=Lock())
def store() -> Store:
    """The store that this process shares among all views."""
    chosen = settings().store
    limits: dict[str, Any] = {
        "max_bytes": chosen.max_bytes,
        "max_bytes_per_owner": chosen.max_bytes_per_owner,
        "ttl": chosen.ttl,
    }
    path = backend(chosen)
    if path == "memory":
        return MemoryStore(**limits)
    named = {} if chosen.alias == DEFAULT_CACHE_ALIAS else {"alias": chosen.alias}
    made: Store = import_string(path)(**limits, **named)
    return made


def forget(*, setting: str, **_: Any) -> None:
    """Read afresh when a test or a host changes the settings."""
    if setting in (NAME, "CACHES"):
        settings.cache_clear()
        store.cache_clear()


setting_changed.connect(forget, dispatch_uid="frisian_pipeline.conf")
