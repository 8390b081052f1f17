"""The views that the URL configuration of the host calls."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver


def all_callbacks() -> Iterator[Any]:
    """The same of the whole project; none where it has no URLs."""
    return callbacks(get_resolver().url_patterns if getattr(settings, "ROOT_URLCONF", None) else ())


def callbacks(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[Any]:
    """What the URL patterns call, where that is a DRF view."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from callbacks(pattern.url_patterns)
        elif hasattr(getattr(pattern.callback, "cls", None), "renderer_classes"):
            yield pattern.callback


def name_of(view: Any) -> str:
    """A view class as one would import it."""
    return f"{view.__module__}.{view.__name__}"
