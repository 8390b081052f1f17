"""The keys of the agent views in the settings that are of nothing."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.views.generic import View

from frisian_pipeline import conf
from frisian_pipeline.drf.agent_views import LAST, Place, keys_for, route_of


def places(patterns: Iterable[URLPattern | URLResolver], names: str = "", route: str = "") -> Iterator[Place]:
    """Where the host answers from, as requests find it: each URL's name and path, and the class of its view."""
    for pattern in patterns:
        path = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from places(
                pattern.url_patterns, names + (f"{pattern.namespace}:" if pattern.namespace else ""), path
            )
        else:
            view = dotted(pattern.callback)
            yield Place((names + (pattern.name or view),), (route_of(path),), view)


def dotted(callback: Any) -> str:
    """The dotted path of what a URL calls."""
    kind = getattr(callback, "cls", getattr(callback, "view_class", callback))
    return f"{kind.__module__}.{getattr(kind, '__name__', type(kind).__name__)}"


def is_view(key: str) -> bool:
    """Tell whether a key is the dotted path of a view, even of one that a URL calls through something else."""
    module, _, name = key.rpartition(".")
    found = getattr(sys.modules.get(module), name, None)
    kind = getattr(found, "cls", found)
    return isinstance(kind, type) and issubclass(kind, View)


def of_nothing(tools: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Each key that is of no tool and of nothing that the host's URLs lead to, with all that one could be of."""
    known = [Place(tuple(tools)), *places(get_resolver().url_patterns)]
    said = [one for place in known for one in (*place.names, *place.routes, place.view)]
    for key in conf.settings().views:
        if key != LAST and not is_view(key) and not any(any(keys_for(place, [key])) for place in known):
            yield key, said
