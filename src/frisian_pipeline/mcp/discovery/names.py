"""The tools' published names: legal for every client, and one for each endpoint."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import takewhile

from django.contrib.admindocs.views import simplify_regex

from frisian_pipeline.mcp.discovery.endpoints import Endpoint

LONGEST = 64
WORDS = {
    "GET": ("list", "retrieve"),
    "POST": ("create",),
    "PUT": ("update",),
    "PATCH": ("partial_update",),
    "DELETE": ("destroy",),
}


def legal(text: str) -> str:
    """Spell a text with what every client accepts in a name."""
    return re.sub(r"[^a-zA-Z0-9_]", "_", text)


def segments(route: str) -> tuple[str, ...]:
    """The fixed parts of a path that say something, without its parameters."""
    fixed = (re.sub(r"\{\w*\}|<\w*>|%7[BD]", "", part) for part in route.split("/"))
    return tuple(part for part in fixed if re.search(r"\w", part))


def action_path(endpoint: Endpoint) -> tuple[str, ...]:
    """The fixed parts of the path that an ``@action`` adds; empty for other endpoints."""
    for extra in endpoint.view.get_extra_actions() if endpoint.custom else ():
        if endpoint.action in extra.mapping.values():
            return segments(simplify_regex(extra.url_path))
    return ()


def resource(endpoint: Endpoint) -> tuple[str, ...]:
    """The fixed parts of the path that name what the endpoint is about."""
    parts, added = segments(endpoint.route.removeprefix(f"/{endpoint.language}")), action_path(endpoint)
    return parts[: len(parts) - len(added)] if added and parts[-len(added) :] == added else parts


def word(endpoint: Endpoint) -> str:
    """
    What the endpoint does: its action, or for other views the generic view's word, else the method.

    An action that answers several methods on one route says which.
    """
    # DRF adds HEAD to a view's actions with the first GET, and names must not depend on traffic.
    answers = [action for method, action in endpoint.actions.items() if method != "head"]
    if answers.count(endpoint.action) > 1:
        return f"{endpoint.action}_{endpoint.method.lower()}"
    if endpoint.actions:
        return endpoint.standard or endpoint.action
    return next((name for name in WORDS[endpoint.method] if hasattr(endpoint.view, name)), endpoint.action)


def common(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """What all resources begin with, short enough that each still has a name of its own."""
    shortest, longest = min(paths, default=()), max(paths, default=())
    most = max(min(map(len, paths), default=0) - 1, 0)
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(shortest[:most], longest, strict=False))
    return tuple(one for one, _ in pairs)


def below(root: tuple[str, ...], path: tuple[str, ...]) -> tuple[str, ...]:
    """A resource path without the API root; one that is elsewhere stays whole."""
    return path[len(root) :] if path[: len(root)] == root else path


def plain(name: str) -> str:
    """A name as it is whatever stands between its parts."""
    return re.sub(r"[.-]", "_", name)


def fit(start: str, end: str) -> str:
    """Join two parts of a name, and cut the first where the whole is too long."""
    tail = f".{end}"[-LONGEST + 1 :]
    return start[: LONGEST - len(tail)] + tail


def spell(endpoint: Endpoint, path: tuple[str, ...], attempt: int) -> str:
    """
    Spell an endpoint's name, with dots between its parts, at each attempt in a way that fewer others share.

    First the bare name; then with the path's parameters; then with a digest of the route, short and then long.
    """
    start, end = ".".join(map(legal, path)) or "root", legal(word(endpoint))
    if attempt == 1 and endpoint.parameters:
        end += legal("_by_" + "_and_".join(endpoint.parameters))
    digest = sha256(f"{endpoint.method} {endpoint.regex} {endpoint.route}".encode()).hexdigest()
    if attempt > 1 or len(start) + len(end) >= LONGEST:
        end = f"{digest[: 6 if attempt < 3 else 32]}_{end}"[: LONGEST - 2]
    return fit(start, end)


def root_of(endpoints: Iterable[Endpoint], api_root: str) -> tuple[str, ...]:
    """The path under which resources are named: what the host says, else what they have in common."""
    return segments(api_root) if api_root else common([resource(endpoint) for endpoint in endpoints])


def subject(endpoint: Endpoint, root: tuple[str, ...]) -> tuple[str, ...]:
    """What an endpoint is about, under the API root."""
    return below(root, resource(endpoint))


def name_all(endpoints: Iterable[Endpoint], root: tuple[str, ...], separator: str = "_") -> dict[Endpoint, str]:
    """
    Name every endpoint, with the separator between the parts of its name.

    Whoever shares a name gives it up, all of them, so that a route added later never takes another's name.
    """
    paths = {endpoint: subject(endpoint, root) for endpoint in endpoints}
    attempts = dict.fromkeys(paths, 0)
    while True:
        spelt = {one: spell(one, path, attempts[one]) for one, path in paths.items()}
        count = Counter(map(plain, spelt.values()))
        shared = [one for one in paths if count[plain(spelt[one])] > 1]
        if not shared:
            return {one: name.replace(".", separator) for one, name in spelt.items()}
        for one in shared:
            attempts[one] += 1
