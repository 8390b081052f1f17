"""System checks: what is wrong with the settings, said before a request meets it."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from importlib.util import find_spec
from typing import Any, Literal, get_args, get_origin

import msgspec
from django.conf import settings
from django.core.cache.backends.db import BaseDatabaseCache
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.module_loading import import_string
from rest_framework.permissions import OperandHolder, SingleOperandHolder
from rest_framework.renderers import BrowsableAPIRenderer
from rest_framework.settings import api_settings

from frisian_pipeline import conf
from frisian_pipeline.drf import AgentRenderer, facts
from frisian_pipeline.drf.agent_views import CLASS, as_view
from frisian_pipeline.drf.facts import WORDS, names
from frisian_pipeline.drf.pipelines import pipeline
from frisian_pipeline.errors import BaselineError, MaskError, MissingExtraError
from frisian_pipeline.exchange import Operation
from frisian_pipeline.masks import mask_of
from frisian_pipeline.pipeline import Pipeline
from frisian_pipeline.regressions import Baseline
from frisian_pipeline.stages import Encode
from frisian_pipeline.stores import Store
from frisian_pipeline.tokens import counter_of
from frisian_pipeline.tokens import name_of as name_of_counter

CACHES = ("auto", "cache")
"""The settings of a store that look at the host's caches."""

FEW_ENTRIES, DEFAULT_ENTRIES = 1_000, 300

HINT = "See frisian_pipeline/conf.py for every key and its default."


KINDS = {
    "authentication_classes": ("authentication", "authenticate"),
    "trusted_authenticators": ("authentication", "authenticate"),
    "permission_classes": ("permission", "has_permission"),
    "throttle_classes": ("throttle", "allow_request"),
}
"""The settings that name classes, each with what those are and the method that shows it."""


def known_keys(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The keys that a settings class takes, with their types."""
    return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}


def key_errors(values: Any, kind: type[msgspec.Struct], path: str) -> Iterator[CheckMessage]:
    """An error for each unknown key and each wrong value."""
    if not isinstance(values, dict):
        yield Error(f"{path} must be a dict.", hint=HINT, id="frisian_pipeline.E002")
        return
    keys = known_keys(kind)
    for key, value in values.items():
        if key not in keys:
            near = get_close_matches(str(key).upper(), keys, 1)
            hint = f"Did you mean {near[0]!r}?" if near else HINT
            yield Error(f"{path} has an unknown key {key!r}.", hint=hint, id="frisian_pipeline.E001")
        elif isinstance(keys[key], type) and issubclass(keys[key], msgspec.Struct):
            yield from key_errors(value, keys[key], f"{path}[{key!r}]")
        else:
            yield from value_errors(value, keys[key], f"{path}[{key!r}]")


def value_errors(value: Any, kind: Any, path: str) -> Iterator[CheckMessage]:
    """An error where a value is not of its type or out of its range."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        hint = f"It is one of {', '.join(map(str, get_args(kind)))}." if get_origin(kind) is Literal else HINT
        yield Error(f"{path}: {error}.", hint=hint, id="frisian_pipeline.E002")


def path_errors(path: str, place: str) -> Iterator[CheckMessage]:
    """An error where a dotted path does not lead to something that can be called."""
    try:
        fault = "" if callable(import_string(path)) else f"{path!r} cannot be called"
    except ImportError as error:
        fault = str(error)
    if fault:
        yield Error(f"{conf.NAME}{place}: {fault}.", hint=HINT, id="frisian_pipeline.E003")


def kind_errors(path: str, key: str) -> Iterator[CheckMessage]:
    """An error where a class is not of the kind that its setting takes."""
    kind, method = KINDS[key]
    found = import_string(path)
    # Permissions may be combined: IsAuthenticated & IsOwner.
    fits = isinstance(found, type) and callable(getattr(found, method, None))
    if not fits and not (method == "has_permission" and isinstance(found, (OperandHolder, SingleOperandHolder))):
        fault, hint = f"{path!r} is no {kind} class", f"Name a class with a method {method}."
        yield Error(f"{conf.NAME}[{key.upper()!r}]: {fault}.", hint=hint, id="frisian_pipeline.E006")


def store_errors(path: str) -> Iterator[CheckMessage]:
    """An error where the class of a store is none; what a function makes is not made here."""
    found = import_string(path)
    if isinstance(found, type) and not issubclass(found, Store):
        hint = "A store has the methods put, get and page; see frisian_pipeline.stores.Store."
        yield Error(f"{conf.NAME}['STORE']['BACKEND']: {path!r} is no store.", hint=hint, id="frisian_pipeline.E007")


def counter_errors() -> Iterator[CheckMessage]:
    """An error where the counter that is named needs a package that is not installed."""
    try:
        counter_of(conf.settings().token_counter)
    except MissingExtraError as error:
        hint = "Install it, or name 'auto' or 'estimate'."
        yield Error(f"{conf.NAME}['TOKEN_COUNTER']: {error}.", hint=hint, id="frisian_pipeline.E009")


def cache_errors(alias: str) -> Iterator[CheckMessage]:
    """An error where the host has no such cache."""
    try:
        conf.cache_class(alias)
    except ImproperlyConfigured as error:
        near = get_close_matches(alias, settings.CACHES, 1)
        hint = f"Did you mean {near[0]!r}?" if near else "Name one of CACHES, or keep results in memory: 'memory'."
        yield Error(f"{conf.NAME}['STORE']['ALIAS']: {error}.", hint=hint, id="frisian_pipeline.E008")


def import_errors() -> Iterator[CheckMessage]:
    """An error for each dotted path that leads nowhere, and for a counter that cannot be had."""
    chosen = conf.settings()
    yield from counter_errors()
    yield from path_errors(chosen.pipeline, "['PIPELINE']")
    for key in KINDS:
        for path in getattr(chosen, key) or ():
            yield from list(path_errors(path, f"[{key.upper()!r}]")) or kind_errors(path, key)
    if chosen.tier_resolver:
        yield from path_errors(chosen.tier_resolver, "['TIER_RESOLVER']")
    backend = chosen.store.backend
    if backend in CACHES:
        yield from cache_errors(chosen.store.alias)
    elif backend != "memory":
        yield from list(path_errors(backend, "['STORE']['BACKEND']")) or store_errors(backend)
    for key, said in chosen.views.items():
        for action, shown in said.items() if isinstance(said, dict) else (("", said),):
            yield from view_errors(shown, f"['VIEWS'][{key!r}]" + (f"[{action!r}]" if action else ""))


def view_errors(shown: Any, place: str) -> Iterator[CheckMessage]:
    """An error where an agent view is no mask, or leads into a module and there to no class that is one."""
    found = as_view(shown)
    hint = "Write a field mask, a list of field paths, the dotted path of a msgspec.Struct class, or 'auto'."
    try:
        mask_of(found)
        module = find_spec(found.split(".")[0]) if isinstance(found, str) and CLASS.fullmatch(found) else None
        fault = f"{found!r} leads to no msgspec.Struct class" if module else ""
    except MaskError as error:
        fault = str(error).rstrip(".")
    if fault:
        yield Error(f"{conf.NAME}{place}: {fault}.", hint=hint, id="frisian_pipeline.E010")


def pipeline_errors() -> Iterator[CheckMessage]:
    """An error where the host's function does not make a pipeline; it needs no store that works."""
    try:
        made: Any = pipeline()
        fault = "" if callable(made) else f"it gives a {type(made).__name__}"
    except Exception as error:
        fault = f"it fails with {type(error).__name__}"
    if fault:
        hint = "It takes a store and json=, and gives a Pipeline, as frisian_pipeline.agent_answers does."
        yield Error(f"{conf.NAME}['PIPELINE']: {fault}.", hint=hint, id="frisian_pipeline.E004")


def format_errors() -> Iterator[CheckMessage]:
    """An error for each format that no stage of ours could encode in; a host's own stage may know any."""
    made: Any = pipeline()
    row = made.stages if isinstance(made, Pipeline) else ()
    known = [encode.name for stage in row if isinstance(stage, Encode) for encode in (stage.json, *stage.formats)]
    for name in conf.settings().formats:
        if known and name not in known:
            hint = f"The pipeline has: {', '.join(known)}."
            yield Error(f"{conf.NAME}['FORMATS']: no format {name!r}.", hint=hint, id="frisian_pipeline.E011")


@register(Tags.compatibility)
def check_settings(**_: Any) -> list[CheckMessage]:
    """Check every key, value and dotted path of the settings."""
    keys = list(key_errors(conf.raw(), conf.Settings, conf.NAME))
    return keys or list(import_errors()) or list(pipeline_errors()) or list(format_errors())


@register(Tags.compatibility)
def check_baseline(**_: Any) -> list[CheckMessage]:
    """Warn where the baseline cannot be used, so that nobody is warned when answers grow."""
    if list(key_errors(conf.raw(), conf.Settings, conf.NAME)) or not conf.settings().baseline:
        return []
    try:
        counter = counter_of(conf.settings().token_counter)
        Baseline.of_calls(conf.settings().baseline, name_of_counter(counter))
    except MissingExtraError:
        return []
    except BaselineError as error:
        hint = "Write it by recorded calls: manage.py frisian_baseline --write --calls calls.jsonl."
        return [Warning(f"{conf.NAME}['BASELINE']: {error}.", hint=hint, id="frisian_pipeline.W011")]
    return []


@register(Tags.caches, deploy=True)
def check_sharing(**_: Any) -> list[CheckMessage]:
    """Warn, before a deployment, that other processes cannot redeem what one keeps."""
    if list(key_errors(conf.raw(), conf.Settings, conf.NAME)):
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


def callbacks(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[Any]:
    """What the URL patterns call, where that is a DRF view."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from callbacks(pattern.url_patterns)
        elif hasattr(getattr(pattern.callback, "cls", None), "renderer_classes"):
            yield pattern.callback


def all_callbacks() -> Iterator[Any]:
    """The same of the whole project; none where it has no URLs."""
    return callbacks(get_resolver().url_patterns if getattr(settings, "ROOT_URLCONF", None) else ())


def name_of(view: Any) -> str:
    """A view class as one would import it."""
    return f"{view.__module__}.{view.__name__}"


def view_renderers(found: Iterable[Any]) -> Iterator[tuple[str, list[Any]]]:
    """The views that are called, each with the renderers that it lists there."""
    for callback in found:
        renderers = getattr(callback, "initkwargs", {}).get("renderer_classes", callback.cls.renderer_classes)
        yield f"{name_of(callback.cls)}.renderer_classes", list(renderers)


def leading() -> Iterator[str]:
    """The places where ours is the first renderer of data: that of clients that ask for nothing, and of browsers."""
    default = list(api_settings.DEFAULT_RENDERER_CLASSES)
    own = [(place, renderers) for place, renderers in view_renderers(all_callbacks()) if renderers != default]
    for place, renderers in [("REST_FRAMEWORK['DEFAULT_RENDERER_CLASSES']", default), *own]:
        data = [renderer for renderer in renderers if not issubclass(renderer, BrowsableAPIRenderer)]
        if data and issubclass(data[0], AgentRenderer):
            yield place


@register(Tags.urls)
def check_renderers(**_: Any) -> list[CheckMessage]:
    """Warn where clients that ask for nothing would get the agent format."""
    return [
        Warning(
            f"{place} has AgentRenderer before other data, so clients that ask for nothing get its format.",
            hint="List it after rest_framework.renderers.JSONRenderer.",
            id="frisian_pipeline.W001",
        )
        for place in dict.fromkeys(leading())
    ]


def named_actions(view: Any) -> Iterator[tuple[str, Any]]:
    """The attributes in which a view tells us of its actions, each with the names that it uses there."""
    for attribute in ("mcp_include", "mcp_exclude", "mcp_bulk", "mcp_admin"):
        said = getattr(view, attribute, None)
        yield attribute, () if isinstance(said, bool) else names(said)
    for attribute in ("mcp_operations", "agent_view"):
        said = getattr(view, attribute, None)
        yield attribute, said if isinstance(said, dict) else ()


def unknown_actions(view: Any) -> Iterator[CheckMessage]:
    """A warning for each action that a view speaks of and does not have."""
    known = [name for name in dir(view) if not name.startswith("_")]
    for attribute, said in named_actions(view):
        for action in said:
            if not hasattr(view, str(action)):
                near = get_close_matches(str(action), known, 1)
                yield Warning(
                    f"{name_of(view)}.{attribute} names {action!r}, which the view does not have.",
                    hint=f"Did you mean {near[0]!r}?" if near else "Name an action, or the method of another view.",
                    id="frisian_pipeline.W003",
                )


def unknown_operations(view: Any) -> Iterator[CheckMessage]:
    """An error for each operation that is none."""
    said = getattr(view, "mcp_operations", None) or {}
    if not isinstance(said, dict):
        hint = "Write {'archive': Operation.UPDATE}, for example."
        yield Error(f"{name_of(view)}.mcp_operations is no dict of actions.", hint=hint, id="frisian_pipeline.E005")
        return
    for action, operation in said.items():
        if operation is not None and operation not in WORDS:
            yield Error(
                f"{name_of(view)}.mcp_operations says that {action!r} does {operation!r}.",
                hint=f"It is one of {', '.join(Operation)}.",
                id="frisian_pipeline.E005",
            )


def unknown_fields(serializer: Any) -> Iterator[CheckMessage]:
    """A warning for each field that a serializer's Meta speaks of and the serializer does not have."""
    try:
        known = facts.fields_of(serializer())
    except Exception:
        # A serializer of the host's that cannot be made like this is not ours to judge.
        return
    for attribute in ("mcp_once", "mcp_light_key") if known else ():
        for name in names(facts.meta(serializer, attribute)):
            if name not in known:
                near = get_close_matches(str(name), known, 1)
                yield Warning(
                    f"{name_of(serializer)}.Meta.{attribute} names {name!r}, which it does not send.",
                    hint=f"Did you mean {near[0]!r}?" if near else f"It sends {', '.join(known)}.",
                    id="frisian_pipeline.W007",
                )


def serializers(found: Iterable[Any]) -> Iterator[Any]:
    """The serializer classes that views name."""
    for callback in found:
        own = getattr(callback.cls, "serializer_class", None)
        named = getattr(callback, "initkwargs", {}).get("serializer_class", own)
        if isinstance(named, type) and hasattr(named, "Meta"):
            yield named


@register(Tags.urls)
def check_views(**_: Any) -> list[CheckMessage]:
    """Check what the views say about themselves."""
    found = list(all_callbacks())
    views = dict.fromkeys(callback.cls for callback in found)
    said = [message for view in views for message in (*unknown_actions(view), *unknown_operations(view))]
    return [*said, *(message for one in dict.fromkeys(serializers(found)) for message in unknown_fields(one))]


@register(Tags.urls)
def check_endpoints(**_: Any) -> list[CheckMessage]:
    """Check the settings of the MCP endpoints against the host's routes, once the settings are right by themselves."""
    endpoints = [callback for callback in all_callbacks() if hasattr(callback.cls, "mcp_check")]
    said: list[CheckMessage] = []
    for callback in [] if check_settings() else endpoints:
        said += [one for one in callback.cls.mcp_check(callback.initkwargs) if one not in said]
    return said
