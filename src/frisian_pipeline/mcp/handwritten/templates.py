"""
URI templates (RFC 6570), read backwards: from a URI to the variables that it was expanded from.

Understood are ``{name}``, which holds no slash, one ``{+name}``, which may, and at the end ``{?name,other}``.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from urllib.parse import parse_qsl, unquote

from django.core.exceptions import ImproperlyConfigured
from msgspec import Struct
from uritemplate import URITemplate
from uritemplate.variable import URIVariable

LONGEST = 2_048
"""Characters after which nothing is taken for the URI of a resource."""

SIMPLE, RESERVED, QUERY = "", "+", "?"
PART = re.compile(r"(\{[^{}]*\})")
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:")


class Template(Struct, frozen=True):
    """
    A URI template, or a URI that stays as it is.

    Attributes:
        text: As it was written.
        path: Matches what stands before the query.
        queried: The names that its query may have.
        is_fixed: It has no variable.
        literal: How many of its characters are no variable's.
    """

    text: str
    path: re.Pattern[str]
    queried: frozenset[str]
    is_fixed: bool
    literal: int

    def match(self, uri: str) -> dict[str, str] | None:
        """
        The variables that a URI was expanded from, without those that its query leaves out.

        None where it was not expanded from this. The values are decoded and may hold anything, slashes too.
        """
        path, mark, query = uri.partition("?") if self.queried else (uri, "", "")
        found = self.path.fullmatch(path) if len(uri) <= LONGEST else None
        if found is None:
            return None
        try:
            values = {name: unquote(value, errors="strict") for name, value in found.groupdict().items()}
            asked = parse_qsl(query, keep_blank_values=True, errors="strict") if mark else []
        except ValueError:
            return None
        names = [name for name, _ in asked]
        known = len(set(names)) == len(names) and self.queried.issuperset(names)
        return {**values, **dict(asked)} if known else None


def read_template(text: str) -> Template:
    """
    Read a template.

    Raises:
        ImproperlyConfigured: If it is none, or a URI could not be read backwards by it for certain.
    """
    parts, variables = PART.split(text), URITemplate(text).variables
    for fault in faults(parts, variables):
        raise ImproperlyConfigured(f"The URI template {text!r} {fault}.")
    queried = variables[-1].variable_names if variables and variables[-1].operator.value == QUERY else []
    path = parts[:-2] if queried else parts
    literal = sum(map(len, path[::2]))
    return Template(text, re.compile(pattern(path)), frozenset(queried), not variables, literal)


def pattern(path: Sequence[str]) -> str:
    """
    What matches the parts of a template, of which every second is a variable.

    A simple one ends where the text behind it first stands, and no other end is tried, so that time grows with length.
    """
    written = re.escape(path[0])
    for variable, text in zip(path[1::2], path[2::2], strict=True):
        name = variable.strip("{+}")
        if variable.startswith("{+"):
            written += f"(?P<{name}>.+){re.escape(text)}"
        elif text:
            written += f"(?>(?P<{name}>[^/?#]+?){re.escape(text)})"
        else:
            written += f"(?P<{name}>[^/?#]+)"
    return written


def faults(parts: Sequence[str], variables: Sequence[URIVariable]) -> Iterator[str]:
    """What keeps a template from being read backwards, each as the end of a sentence."""
    texts, kinds = parts[::2], [one.operator.value for one in variables]
    names = [name for one in variables for name in one.variable_names]
    if not SCHEME.match(parts[0]):
        yield "has to begin with a scheme, as in note://{name}"
    if len(texts) != len(variables) + 1 or any(brace in text for text in texts for brace in "{}"):
        yield "has braces that enclose no variable"
    if not all(map(is_plain, variables)):
        yield "uses more of RFC 6570 than {name}, {+name} and {?name,other}"
    if QUERY in kinds[:-1] or (QUERY in kinds and (texts[-1] or any("?" in text for text in texts))):
        yield "has more than one query, or one that does not stand at its end"
    if kinds.count(RESERVED) > 1 or len(set(names)) < len(names):
        yield "has two variables with one name, or two that may hold slashes"
    if any(not between for between, (_, kind) in zip(texts[1:], pairwise(kinds), strict=False) if kind != QUERY):
        yield "has two variables with nothing between them"


def is_plain(variable: URIVariable) -> bool:
    """Tell whether an expression is one that can be read backwards."""
    kind, names = variable.operator.value, variable.variable_names
    changed = any(how["explode"] or how["prefix"] for _, how in variable.variables) or bool(variable.defaults)
    named = all(name.isidentifier() for name in names) and (kind == QUERY or len(names) == 1)
    return kind in (SIMPLE, RESERVED, QUERY) and named and not changed
