"""URL patterns spelt as paths, their parameters in braces."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, count, product
from typing import Any

from django.urls import URLResolver
from django.urls.resolvers import LocalePrefixPattern
from django.utils.functional import Promise
from django.utils.regex_helper import normalize
from drf_spectacular.generators import EndpointEnumerator

Pieces = tuple[Any, ...]
"""The patterns that Django matches one after the other until it has come to a view."""

# A piece that has but one spelling; most are like that.
EASY = re.compile(r"\^?(?:[\w/-]|\\\.|<(?:\w+:)?\w+>|\(\?P<\w+>[^()]*\))*(?:/\?)?\$?")
SLOT = re.compile(r"%\((\w+)\)s")
UNNAMED = re.compile(r"_\d+")
EITHER = re.compile(r"\(\?:([^()]*\|[^()]*)\)(?![?*+{])")

spectacular = EndpointEnumerator(patterns=())


def walk(patterns: Iterable[Any], above: Pieces = ()) -> Iterator[tuple[Pieces, Any]]:
    """Every callback of a URL configuration, and the pieces that lead to it."""
    for pattern in patterns:
        pieces = (*above, pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from walk(pattern.url_patterns, pieces)
        else:
            yield pieces, pattern.callback


def is_translated(piece: Any) -> bool:
    """Tell whether a piece is spelt otherwise in another language."""
    spelling = getattr(piece, "_route", getattr(piece, "_regex", ""))
    return isinstance(piece, LocalePrefixPattern) or isinstance(spelling, Promise)


def regex_of(pieces: Pieces) -> str:
    """The URL pattern's own spelling, in the language that is active."""
    return "".join(map(str, pieces))


def routes_of(pieces: Pieces) -> tuple[str, ...]:
    """The paths that lead to a view, in the language that is active: several where a part may be left out."""
    regex = regex_of(pieces)
    if all(EASY.fullmatch(str(piece)) for piece in pieces):
        return (simple(regex),)
    return spell(regex, tuple(piece.regex.pattern for piece in pieces))


def simple(regex: str) -> str:
    """The path that spectacular makes of a pattern."""
    path: str = spectacular.get_path_from_regex(regex)  # type: ignore[no-untyped-call]
    return path


@lru_cache(maxsize=1024)
def spell(regex: str, sources: tuple[str, ...]) -> tuple[str, ...]:
    """Spell a pattern as spectacular does where Django agrees, else as Django does where it can."""
    path = simple(regex)
    exact = tuple(dict.fromkeys(braced("".join(forms)) for forms in product(*map(reversible, sources))))
    agreed = [one.rstrip("/") for one in exact] == [path.rstrip("/")]
    return (path,) if agreed or not exact else exact


@lru_cache(maxsize=1024)
def reversible(source: str) -> tuple[str, ...]:
    """The texts that Django would make of a regular expression, each way it branches; none where it cannot."""
    branch = EITHER.search(source)
    if branch:
        begin, end = source[: branch.start()], source[branch.end() :]
        return tuple(chain.from_iterable(reversible(f"{begin}{one}{end}") for one in branch[1].split("|")))
    try:
        forms = tuple(form for form, _ in normalize(source))
    except ValueError:
        return ()
    return () if forms == ("",) and "|" in source else forms


def braced(form: str) -> str:
    """A path of one of Django's forms; groups without a name get one each, and braces of the path's own are quoted."""
    taken = set(SLOT.findall(form))
    free = (name for name in chain(["var"], (f"var{number}" for number in count(2))) if name not in taken)
    names = (next(free) if UNNAMED.fullmatch(name) else name for name in SLOT.findall(form))
    quoted = form.replace("{", "%7B").replace("}", "%7D")
    return "/" + SLOT.sub(lambda _: f"{{{next(names)}}}", quoted)
