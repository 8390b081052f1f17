"""The host's tools: discovered when first asked for, once, and again only on purpose or where it failed."""

import time
from threading import RLock
from typing import Any

from django.conf import settings
from django.core.signals import setting_changed
from django.utils import translation
from msgspec import Struct

from frisian_pipeline.mcp.discovery.making import Plan, Tools, arranged, make_some, plan_all
from frisian_pipeline.mcp.discovery.options import Options

SETTINGS = frozenset({"ROOT_URLCONF", "REST_FRAMEWORK", "SPECTACULAR_SETTINGS", "FRISIAN_PIPELINE", "LANGUAGE_CODE"})
DEFAULT = Options()
RAREST = 600
"""How many seconds at most pass before what goes on failing is tried again."""

_lock = RLock()
_kept: dict[tuple[Options, Any], "Found"] = {}


class Found(Struct, frozen=True):
    """
    What has been discovered.

    Attributes:
        tools: The tools.
        plan: What was to become one.
        failed: The names of those whose discovery failed; they are left out, or open.
        tries: How often they were tried.
        due: When they are tried again, in seconds of the monotonic clock.
    """

    tools: Tools
    plan: Plan
    failed: frozenset[str] = frozenset()
    tries: int = 1
    due: float = 0.0


def make_all(options: Options, urlconf: Any = None) -> Found:
    """Discover every tool, in the host's own language whoever asks first."""
    with translation.override(settings.LANGUAGE_CODE):
        plan = plan_all(options, urlconf)
        made, failed = make_some(plan, plan.wanted)
        return Found(arranged(made), plan, failed)


def make_again(found: Found) -> Found:
    """Try those again whose discovery failed; at the next request, and if they go on failing ever more rarely."""
    with translation.override(settings.LANGUAGE_CODE):
        made, failed = make_some(found.plan, found.failed)
    kept = {name: tool for name, tool in found.tools.by_name.items() if name not in found.failed - failed}
    mended = {name: tool for name, tool in made.items() if name not in failed}
    tools = found.tools if failed == found.failed else arranged(kept | mended)
    due = time.monotonic() + min(2**found.tries, RAREST)
    return Found(tools, found.plan, failed, found.tries + 1, due)


def tools(options: Options = DEFAULT, urlconf: Any = None) -> Tools:
    """
    The host's tools, those of its root URL configuration by default.

    Whoever asks first discovers them while the others wait; what failed is tried again by the next, while the others
    go on with what is there.
    """
    key = (options, urlconf)
    found = _kept.get(key)
    if found is None:
        with _lock:
            if key not in _kept:
                _kept[key] = make_all(options, urlconf)
            return _kept[key].tools
    if found.failed and time.monotonic() >= found.due and _lock.acquire(blocking=False):
        try:
            if _kept.get(key) is found:
                _kept[key] = found = make_again(found)
        finally:
            _lock.release()
    return found.tools


def reset() -> None:
    """Forget all tools; the next caller discovers them anew."""
    with _lock:
        _kept.clear()


def forget(*, setting: str, **_: Any) -> None:
    """Discover afresh when a test or a host changes what tools are made of."""
    if setting in SETTINGS:
        reset()


setting_changed.connect(forget, dispatch_uid="frisian_pipeline.mcp.discovery")
