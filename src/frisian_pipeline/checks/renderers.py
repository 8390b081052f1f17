"""Where renderers are listed."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register
from rest_framework.renderers import BrowsableAPIRenderer
from rest_framework.settings import api_settings

from frisian_pipeline.checks.routes import all_callbacks, name_of
from frisian_pipeline.drf import AgentRenderer
from frisian_pipeline.drf.facts import renderers_of


@register(Tags.urls)
def check_renderers(**_: Any) -> list[CheckMessage]:
    """Warn where clients that ask for nothing would get the agent format."""
    return [
        Warning(
            f"{place} has {name} before other data, so clients that ask for nothing get its format.",
            hint="List it after rest_framework.renderers.JSONRenderer.",
            id="frisian_pipeline.W001",
        )
        for place, name in dict(leading()).items()
    ]


def leading() -> Iterator[tuple[str, str]]:
    """The places where ours leads the renderers of data, so that whoever asks for nothing gets it; with its name."""
    default = list(api_settings.DEFAULT_RENDERER_CLASSES)
    own = [(place, renderers) for place, renderers in view_renderers(all_callbacks()) if renderers != default]
    for place, renderers in [("REST_FRAMEWORK['DEFAULT_RENDERER_CLASSES']", default), *own]:
        data = [renderer for renderer in renderers if not is_kind(renderer, BrowsableAPIRenderer)]
        if data and is_kind(data[0], AgentRenderer):
            yield place, data[0].__name__


def is_kind(renderer: Any, kind: type) -> bool:
    """Tell whether a renderer is a class of this kind; DRF takes whatever can be called."""
    return isinstance(renderer, type) and issubclass(renderer, kind)


def view_renderers(found: Iterable[Any]) -> Iterator[tuple[str, list[Any]]]:
    """The views that are called, each with the renderers that it lists there, if these can be told."""
    for callback in found:
        renderers = renderers_of(callback)
        if renderers is not None:
            yield f"{name_of(callback.cls)}.renderer_classes", renderers
