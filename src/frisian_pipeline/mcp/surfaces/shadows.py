"""Discovered tools that a hand-written one stands for."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from frisian_pipeline.mcp.discovery.names import plain
from frisian_pipeline.mcp.handwritten.values import Handwritten

SINGULARS = ((r"(?<=\w)ies$", "y"), (r"(?<=s|x|z)es$|(?<=ch|sh)es$", ""), (r"(?<=\w[^s])s$", ""))
PLURALS = ((r"(?<=[^aeiou])y$", "ies"), (r"(?<=s|x|z)$|(?<=ch|sh)$", "es"), (r"$", "s"))


class Named(Protocol):
    """A tool, or what is known of one before it is made."""

    @property
    def name(self) -> str:
        """Its published name."""
        ...

    @property
    def resource(self) -> str:
        """What it is about: the resource's path, joined by dots."""
        ...


def changed(word: str, rules: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A word by each rule that fits: English does not say which is right, and what is no word is nobody's name."""
    return (re.sub(pattern, ending, word, count=1) for pattern, ending in rules if re.search(pattern, word))


def forms(name: str, irregular: Mapping[str, str]) -> frozenset[str]:
    """
    A name as singular and as plural, which its last word is.

    ``irregular`` has plurals by their singulars, of names or of last words, and wins over the rules.
    """
    singulars = {plural: singular for singular, plural in irregular.items()}
    before, joint, last = name.rpartition("_")
    for start, word in (("", name), (before + joint, last)):
        if word in singulars or word in irregular:
            return frozenset({name, start + singulars.get(word, word), start + irregular.get(word, word)})
    return frozenset({name, *(before + joint + one for rules in (SINGULARS, PLURALS) for one in changed(last, rules))})


def shadowed(tools: Iterable[Named], written: Mapping[str, Handwritten], plurals: Mapping[str, str]) -> dict[str, str]:
    """
    The discovered tools that a hand-written one stands for, each with its name.

    A dispatcher stands for all tools of the resource that it is called after, a function for the tool of its name.
    """
    names = {plain(tool.name): tool.name for tool in written.values() if not tool.dispatches}
    resources = {
        form: tool.name for tool in written.values() if tool.dispatches for form in forms(plain(tool.name), plurals)
    }
    found = ((tool.name, names.get(plain(tool.name)) or resources.get(plain(tool.resource))) for tool in tools)
    return {name: by for name, by in found if by}
