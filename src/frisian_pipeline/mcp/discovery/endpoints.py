"""The host's URL configuration as a row of endpoints: one for each route and method that answers an agent."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import uritemplate
from django.urls.resolvers import LocalePrefixPattern
from drf_spectacular.generators import EndpointEnumerator
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.views import SpectacularAPIView
from msgspec import Struct
from rest_framework.viewsets import ViewSetMixin

from frisian_pipeline.drf.facts import renderers_of
from frisian_pipeline.mcp.discovery.looks import reads_body
from frisian_pipeline.mcp.discovery.marks import is_left_out
from frisian_pipeline.mcp.discovery.routes import Pieces, is_translated, regex_of, routes_of, walk

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
STANDARD = {name: name for name in ("list", "retrieve", "create", "update", "partial_update", "destroy")}
# The package adrf has another name for each where it is asynchronous.
STANDARD |= {name.replace(verb, f"a{verb}"): name for name in STANDARD for verb in (name.rpartition("_")[2],)}


@cache
def variables_of(route: str) -> tuple[str, ...]:
    """The names in a route's braces, in order."""
    return tuple(uritemplate.variables(route))


class Endpoint(Struct, frozen=True):
    """
    One route and method of the host, as its URL configuration has it.

    Attributes:
        route: The path, its parameters in braces under their own names: ``/api/devices/{pk}/``.
        regex: The URL pattern's own spelling, which tells apart two routes that look alike.
        method: The HTTP method, in capitals.
        callback: What the URL pattern calls, with whatever the host wrapped around it.
        action: The ViewSet's action; elsewhere the method in small letters.
        pieces: What the URL pattern is made of where the active language has a say in it; else empty.
    """

    route: str
    regex: str
    method: str
    callback: Callable[..., Any]
    action: str
    pieces: Pieces = ()

    @property
    def view(self) -> Any:
        """The class of the view."""
        return getattr(self.callback, "cls", None)

    @property
    def actions(self) -> dict[str, str]:
        """The ViewSet's actions on this route by method; empty where it is no ViewSet."""
        return getattr(self.callback, "actions", None) or {}

    @property
    def initkwargs(self) -> dict[str, Any]:
        """What the URL pattern sets on the view."""
        return getattr(self.callback, "initkwargs", {})

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the path's parameters, in order."""
        return variables_of(self.route)

    @property
    def language(self) -> str:
        """What ``i18n_patterns`` puts before the path in the language that is active; elsewhere empty."""
        return str(self.pieces[0]) if self.pieces and isinstance(self.pieces[0], LocalePrefixPattern) else ""

    @property
    def reads(self) -> bool:
        """The method is safe."""
        return self.method == "GET"

    @property
    def standard(self) -> str:
        """The standard action of a ViewSet that this is, asynchronous or not; empty where it is none."""
        return STANDARD.get(self.action, "") if issubclass(self.view, ViewSetMixin) else ""

    @property
    def custom(self) -> bool:
        """A ViewSet's action of the host's own, whose body may not be what its serializer says."""
        return issubclass(self.view, ViewSetMixin) and not self.standard

    @property
    def has_body(self) -> bool:
        """The method takes a body: a DELETE only where the host wrote it by hand, and not to look up and delete."""
        if self.method == "DELETE":
            return self.custom or not hasattr(self.view, "perform_destroy") or reads_body(self.view, self.action)
        return not self.reads


class Enumerator(EndpointEnumerator):  # type: ignore[no-any-unimported,unused-ignore]
    """
    spectacular's, which also keeps routes that differ only in the types of their parameters.

    Attributes:
        translated: The pieces of the patterns that the active language has a say in, by the patterns' spelling.
    """

    def __init__(self, patterns: Any = None, urlconf: Any = None) -> None:
        super().__init__(patterns, urlconf)
        self.translated: dict[str, Pieces] = {}

    def get_api_endpoints(self, patterns: Any = None, prefix: str = "") -> Any:
        found: Any = list(self.walk())
        for hook in spectacular_settings.PREPROCESSING_HOOKS:
            found = hook(endpoints=found)
        return found

    def walk(self) -> Iterator[tuple[str, str, str, Any]]:
        """What spectacular would find: path, pattern, method and callback."""
        for pieces, callback in walk(self.patterns or ()):
            for route in routes_of(pieces) if hasattr(callback, "cls") else ():
                if self.should_include_endpoint(route, callback):
                    regex = regex_of(pieces)
                    if any(map(is_translated, pieces)):
                        self.translated[regex] = pieces
                    for method in self.get_allowed_methods(callback):  # type: ignore[no-untyped-call]
                        yield route, regex, method, callback


def answers_agents(callback: Any) -> bool:
    """Tell whether a view answers anything but HTML, and is not itself a schema or one of ours."""
    if issubclass(callback.cls, SpectacularAPIView) or callback.cls.__module__.startswith("frisian_pipeline."):
        return False
    kinds = rendered_by(callback)
    return kinds is None or any(kind.split(";")[0] != "text/html" for kind in kinds)


def rendered_by(callback: Any) -> list[str] | None:
    """The media types of a view's renderers, empty where one does not say; None where a property lists them."""
    renderers = renderers_of(callback)
    return None if renderers is None else [str(getattr(renderer, "media_type", "")) for renderer in renderers]


def found(urlconf: str | None) -> Iterator[Endpoint]:
    """
    Every endpoint that answers an agent.

    Of two with the same pattern Django only ever calls the first, and so do we.
    """
    first: dict[tuple[str, str], Any] = {}
    enumerator = Enumerator(urlconf=urlconf)
    for route, regex, method, callback in enumerator.get_api_endpoints():
        action = (getattr(callback, "actions", None) or {}).get(method.lower(), method.lower())
        served = first.setdefault((regex, route), callback) is callback and "<drf_format_suffix" not in regex
        if served and method in METHODS and answers_agents(callback) and not is_left_out(callback, action):
            yield Endpoint(route, regex, method, callback, action, enumerator.translated.get(regex, ()))


def enumerate_endpoints(urlconf: str | None = None) -> tuple[Endpoint, ...]:
    """List the host's endpoints, sorted by route and method; the host's root URL configuration by default."""
    return tuple(sorted(found(urlconf), key=lambda one: (one.route, METHODS.index(one.method), one.regex)))
