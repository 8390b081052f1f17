"""The host's tools: discovered when first asked for, once, and again only on purpose."""

import logging
from threading import RLock
from typing import Any

from django.conf import settings
from django.core.signals import setting_changed
from django.utils import translation
from msgspec import Struct

from frisian_pipeline.mcp.discovery.endpoints import Endpoint, enumerate_endpoints
from frisian_pipeline.mcp.discovery.engine import Engine, describe_one
from frisian_pipeline.mcp.discovery.names import legal, name_all, plain, root_of, subject, word
from frisian_pipeline.mcp.discovery.options import Options
from frisian_pipeline.mcp.discovery.tools import Tool, make

SETTINGS = frozenset({"ROOT_URLCONF", "REST_FRAMEWORK", "SPECTACULAR_SETTINGS", "FRISIAN_PIPELINE", "LANGUAGE_CODE"})
DEFAULT = Options()

log = logging.getLogger("frisian_pipeline")

_lock = RLock()
_kept: dict[Options, "Tools"] = {}


class Tools(Struct, frozen=True):
    """
    All tools of a host, sorted by name.

    Attributes:
        by_name: The tools by their published names.
        by_plain_name: The same by the names that they have whatever stands between the parts of a name.
    """

    by_name: dict[str, Tool]
    by_plain_name: dict[str, Tool]

    def __iter__(self) -> Any:
        return iter(self.by_name.values())

    def __len__(self) -> int:
        return len(self.by_name)

    def find(self, name: str) -> Tool | None:
        """The tool of this name, whatever stands between its parts; None where there is none."""
        return self.by_name.get(name) or self.by_plain_name.get(plain(name))


def make_all(options: Options) -> Tools:
    """Discover every tool, in the host's own language whoever asks first."""
    with translation.override(settings.LANGUAGE_CODE):
        endpoints = enumerate_endpoints()
        root = root_of(endpoints, options.api_root)
        names = name_all(endpoints, root, options.separator)
        wanted = {name: one for one, name in names.items() if options.admit(name, one.route)}
        engine = Engine()
        made = (attempt(engine, wanted[name], name, root, options) for name in sorted(wanted))
        by_name = {tool.name: tool for tool in made if tool is not None}
        return Tools(by_name, {plain(name): tool for name, tool in by_name.items()})


def attempt(engine: Engine, endpoint: Endpoint, name: str, root: tuple[str, ...], options: Options) -> Tool | None:
    """Discover one tool; one that fails is left out, so that the others are there."""
    try:
        return make_one(engine, endpoint, name, root, options)
    except Exception as error:  # noqa: BLE001  the view is the host's code
        where = f"{endpoint.method} {endpoint.route} ({endpoint.view.__module__}.{endpoint.view.__qualname__})"
        log.error("%s is no tool: %s", where, type(error).__name__)
        return None


def make_one(engine: Engine, endpoint: Endpoint, name: str, root: tuple[str, ...], options: Options) -> Tool | None:
    """Discover one tool; None where the host's ``@extend_schema`` excludes it."""
    continues = ("read" if endpoint.reads else "write") in options.continues
    document = describe_one(engine, endpoint)
    if document is None:
        return None
    said = (word(endpoint), legal("_".join(subject(endpoint, root)) or "root"))
    return make(name, endpoint, document, said, continues=continues)


def tools(options: Options = DEFAULT) -> Tools:
    """
    The host's tools.

    Whoever asks first discovers them while the others wait; a discovery that failed is tried again by the next.
    """
    kept = _kept.get(options)
    if kept is not None:
        return kept
    with _lock:
        if options not in _kept:
            _kept[options] = make_all(options)
        return _kept[options]


def reset() -> None:
    """Forget all tools; the next caller discovers them anew."""
    with _lock:
        _kept.clear()


def forget(*, setting: str, **_: Any) -> None:
    """Discover afresh when a test or a host changes what tools are made of."""
    if setting in SETTINGS:
        reset()


setting_changed.connect(forget, dispatch_uid="frisian_pipeline.mcp.discovery")
