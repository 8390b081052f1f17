"""Which agent view holds for an answer: the host's settings, the view's word, its serializer's, the settings' last."""

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

from django.core.signals import setting_changed
from django.utils.module_loading import import_string
from django.views.generic import View
from msgspec import Struct
from rest_framework.schemas.generators import EndpointEnumerator

from frisian_pipeline import conf
from frisian_pipeline.drf import facts
from frisian_pipeline.masks import Auto

LAST = "*"
"""The key of the view for whatever nobody has said anything of."""

CLASS = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*\.[A-Z]\w*")


class Place(Struct, frozen=True):
    """
    Where an answer comes from, as keys of the settings have it.

    Attributes:
        names: The tool's published name, the name of the URL; whichever there are.
        routes: The path, its parameters in braces.
        view: The dotted path of the view's class or function.
    """

    names: tuple[str, ...] = ()
    routes: tuple[str, ...] = ()
    view: str = ""


def place_of(view: Any, request: Any, tool: str = "", route: str = "") -> Place:
    """Where a view answered a request from, with what else is known of that."""
    match = getattr(request, "resolver_match", None)
    names = filter(None, (tool, getattr(match, "view_name", "")))
    routes = filter(None, (route, route_of(getattr(match, "route", ""))))
    kind = type(view)
    return Place(tuple(names), tuple(routes), f"{kind.__module__}.{kind.__name__}" if isinstance(view, View) else "")


@lru_cache(maxsize=1024)
def route_of(pattern: str) -> str:
    """Spell a URL pattern as a path, its parameters in braces."""
    return str(EndpointEnumerator(patterns=()).get_path_from_regex(pattern)) if pattern else ""


def agent_view(view: Any, action: str, serializer: Any, place: Place) -> tuple[Any, str]:
    """The agent view of an answer, with the mask that it leaves out."""
    chosen = in_settings(place, action)
    if chosen:
        return chosen, ""
    declared = facts.agent_view(view, action, serializer)
    return declared if any(declared) else (last(action), "")


@lru_cache(maxsize=1024)
def in_settings(place: Place, action: str) -> Any:
    """What the settings say of a tool or a view: by its name, by its class, by a pattern; empty where they do not."""
    views = conf.settings().views
    said = (as_view(of_action(views[key], action)) for key in keys_for(place, views))
    return next(filter(None, said), "")


def last(action: str) -> Any:
    """What the settings say of everything else; empty where they do not."""
    return as_view(of_action(conf.settings().views.get(LAST, ""), action))


def keys_for(place: Place, views: Iterable[str]) -> Iterator[str]:
    """The keys that speak of a place, the most definite first."""
    keys = [key for key in views if key != LAST]
    yield from (key for key in keys if key in place.names or plain(key) in map(plain, place.names))
    yield from (key for key in keys if key == place.view)
    yield from (key for key in keys if fits(key, place))


def fits(pattern: str, place: Place) -> bool:
    """Tell whether a shell pattern is of a route, where it begins with a slash, or of a name."""
    if pattern.startswith("/"):
        return any(fnmatchcase(route, pattern) for route in place.routes)
    return any(fnmatchcase(name, pattern) or fnmatchcase(plain(name), plain(pattern)) for name in place.names)


def plain(name: str) -> str:
    """A name as it is whatever stands between its parts."""
    return re.sub(r"[.:-]", "_", name)


def of_action(said: Any, action: str) -> Any:
    """What is said of an action, where something is said of each."""
    return said.get(action, "") if isinstance(said, dict) else said


@lru_cache(maxsize=1024)
def as_view(said: str | tuple[str, ...]) -> Any:
    """A mask, a class or the automatic view, from what the settings say; a path that leads to no class is a mask."""
    if not isinstance(said, str):
        return ",".join(said)
    if said == "auto":
        return Auto
    return (CLASS.fullmatch(said) and struct_at(said)) or said


def struct_at(path: str) -> Any:
    """The ``msgspec.Struct`` class at a dotted path; None where there is none."""
    try:
        found = import_string(path)
    except ImportError:
        return None
    return found if isinstance(found, type) and issubclass(found, Struct) else None


def forget(*, setting: str, **_: Any) -> None:
    """Choose afresh when the settings change."""
    if setting == conf.NAME:
        in_settings.cache_clear()


setting_changed.connect(forget, dispatch_uid="frisian_pipeline.drf.agent_views")
