"""What is wrong with the settings of an endpoint that only the host's routes can tell; the system checks ask for it."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, NamedTuple

from django.conf import settings as host
from django.core.checks import CheckMessage, Info
from django.core.checks import Warning as Warn
from django.utils import translation
from django.utils.module_loading import import_string

from frisian_pipeline import conf
from frisian_pipeline.mcp.discovery.endpoints import Endpoint, enumerate_endpoints
from frisian_pipeline.mcp.discovery.making import plan_all
from frisian_pipeline.mcp.discovery.names import name_all, root_of
from frisian_pipeline.mcp.discovery.options import matches
from frisian_pipeline.mcp.handwritten import TOOLS
from frisian_pipeline.mcp.server.options import options
from frisian_pipeline.mcp.shown import of_nothing
from frisian_pipeline.mcp.surfaces import shadowed
from frisian_pipeline.mcp.surfaces.search import SEARCH_NAMES


def unmatched() -> Iterator[CheckMessage]:
    """A warning for each pattern, root and agent view that is of no route of the host."""
    chosen = conf.settings()
    if not (chosen.allow or chosen.deny or chosen.api_root or chosen.dispatch_groups or chosen.views):
        return
    with translation.override(host.LANGUAGE_CODE):
        endpoints = enumerate_endpoints()
        names = name_all(endpoints, root_of(endpoints, chosen.api_root), chosen.tool_name_separator)
    yield from unmatched_patterns(names)
    root = f"/{chosen.api_root.strip('/')}/"
    if chosen.api_root and not any(f"{one.route}/".startswith(root) for one in endpoints):
        yield warning("W005", f"['API_ROOT']: no route is under {chosen.api_root!r}", root, map(route, endpoints))
    for key, known in of_nothing((*names.values(), *TOOLS.known)):
        yield warning("W014", f"['VIEWS']: {key!r} is of no tool, URL, route or view", key, filter(None, known))


def route(endpoint: Endpoint) -> str:
    """The path of an endpoint."""
    return endpoint.route


def unmatched_patterns(names: dict[Endpoint, str]) -> Iterator[CheckMessage]:
    """A warning for each pattern that matches no tool; one in DENY may have been meant to keep something back."""
    known = [*names.values(), *map(route, names)]
    for place, pattern in patterns():
        if not any(matches((pattern,), name, one.route) for one, name in names.items()):
            yield warning("W004", f"{place}: {pattern!r} matches no tool", pattern, known)


def patterns() -> Iterator[tuple[str, str]]:
    """The patterns of the settings, each with its place there; an exact name is one, whatever stands in it."""
    chosen = conf.settings()
    yield from (("['ALLOW']", pattern) for pattern in chosen.allow)
    yield from (("['DENY']", pattern) for pattern in chosen.deny)
    for name, members in chosen.dispatch_groups.items():
        yield from ((f"['DISPATCH_GROUPS'][{name!r}]", pattern) for pattern in members)


class Planned(NamedTuple):
    """What is known of a tool before it is made."""

    name: str
    resource: str


def stood_for() -> Iterator[CheckMessage]:
    """Say of each hand-written tool which discovered ones it stands for."""
    written = TOOLS.known
    if not written:
        return
    with translation.override(host.LANGUAGE_CODE):
        plan = plan_all(options())
    planned = (Planned(name, plan.spelt[name].rpartition(".")[0]) for name in sorted(plan.wanted))
    gone = shadowed(planned, written, conf.settings().plurals)
    for own, tool in sorted(written.items()):
        names = [name for name, by in gone.items() if by == own]
        if names:
            said = f"The tool {own!r} ({tool.origin}) stands for {', '.join(names)}, which are not listed."
            yield Info(said, hint="Rename it if that is not meant.", id="frisian_pipeline.I001")


def taken_names() -> Iterator[CheckMessage]:
    """A warning for each hand-written tool that is called as the surface calls one of its own."""
    chosen = conf.settings()
    of_search = SEARCH_NAMES if chosen.surface == "search" else ()
    for name, tool in sorted(TOOLS.known.items()):
        if name in of_search or name in chosen.dispatch_groups:
            lost = "replaces that tool of the surface" if name in of_search else "gives its group another name"
            yield Warn(
                f"The tool {name!r} ({tool.origin}) {lost}.",
                hint="Rename it." if name in of_search else "Rename the tool, or the group in DISPATCH_GROUPS.",
                id="frisian_pipeline.W008",
            )


def warning(number: str, fault: str, said: str, known: Iterable[str]) -> CheckMessage:
    """A warning that names what is nearest."""
    near = get_close_matches(said, sorted(set(known)), 1, 0.4)
    hint = f"Did you mean {near[0]!r}?" if near else "Compare it with the listed tools and the routes of the host."
    return Warn(f"{conf.NAME}{fault}.", hint=hint, id=f"frisian_pipeline.{number}")


def unused_trust(authenticators: Iterable[Any]) -> Iterator[CheckMessage]:
    """A warning for each trusted authenticator that none of an endpoint's is."""
    known = [f"{one.__module__}.{one.__qualname__}" for one in authenticators]
    for path in conf.settings().trusted_authenticators:
        found = import_string(path)
        if f"{found.__module__}.{found.__qualname__}" not in known:
            yield Warn(
                f"{conf.NAME}['TRUSTED_AUTHENTICATORS']: the endpoint does not authenticate by {path!r}.",
                hint=f"It authenticates by {', '.join(known) or 'nobody'}; name the very class.",
                id="frisian_pipeline.W006",
            )
