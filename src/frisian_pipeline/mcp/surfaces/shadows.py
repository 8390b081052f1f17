"""Discovered tools that a hand-written one stands for."""

import re
from collections.abc import Iterable, Mapping

from frisian_pipeline.mcp.discovery import Tool
from frisian_pipeline.mcp.discovery.names import plain
from frisian_pipeline.mcp.handwritten.values import Handwritten

SINGULARS = ((r"(?<=\w\w)ies$", "y"), (r"(?<=s|x|z)es$|(?<=ch|sh)es$", ""), (r"(?<=[^su])s$", ""))
PLURALS = ((r"(?<=[^aeiou])y$", "ies"), (r"(?<=s|x|z)$|(?<=ch|sh)$", "es"), (r"$", "s"))


def changed(word: str, rules: Iterable[tuple[str, str]]) -> str:
    """A word by the first rule that fits; as it is where none does."""
    for pattern, ending in rules:
        if re.search(pattern, word):
            return re.sub(pattern, ending, word, count=1)
    return word


def forms(name: str, irregular: Mapping[str, str]) -> frozenset[str]:
    """A name, as singular and as plural; ``irregular`` has plurals by their singulars, and wins over the rules."""
    singulars = {plural: singular for singular, plural in irregular.items()}
    if name in singulars or name in irregular:
        return frozenset({name, singulars.get(name, name), irregular.get(name, name)})
    return frozenset({name, changed(name, SINGULARS), changed(name, PLURALS)})


def shadowed(tools: Iterable[Tool], written: Mapping[str, Handwritten], plurals: Mapping[str, str]) -> dict[str, str]:
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
