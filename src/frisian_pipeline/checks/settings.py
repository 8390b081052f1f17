"""The settings as a whole: keys and values first, then what they name, then what is made of them."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register

from frisian_pipeline import conf
from frisian_pipeline.checks.counters import counter_errors
from frisian_pipeline.checks.keys import setting_errors
from frisian_pipeline.checks.paths import KINDS, kind_errors, path_errors
from frisian_pipeline.checks.pipelines import format_errors, pipeline_errors
from frisian_pipeline.checks.stores import backend_errors
from frisian_pipeline.drf.agent_views import CLASS, as_view
from frisian_pipeline.errors import MaskError
from frisian_pipeline.masks import mask_of


@register(Tags.compatibility)
def check_settings(**_: Any) -> list[CheckMessage]:
    """Check every key, value and dotted path of the settings."""
    return setting_errors() or list(import_errors()) or list(pipeline_errors()) or list(format_errors())


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
    yield from backend_errors(chosen.store)
    yield from view_errors(chosen.views)


def view_errors(views: dict[str, Any]) -> Iterator[CheckMessage]:
    """An error for each agent view, of a whole view or of one of its actions, that is none."""
    for key, said in views.items():
        for action, shown in said.items() if isinstance(said, dict) else (("", said),):
            yield from mask_errors(shown, f"['VIEWS'][{key!r}]" + (f"[{action!r}]" if action else ""))


def mask_errors(shown: Any, place: str) -> Iterator[CheckMessage]:
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
