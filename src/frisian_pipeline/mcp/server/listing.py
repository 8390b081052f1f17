"""The tools of a caller: which there are is worked out once for each tier, and sent from kept bytes."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from frisian_pipeline.mcp.discovery import Tools
from frisian_pipeline.mcp.discovery.names import plain
from frisian_pipeline.mcp.handwritten import TOOLS, Handwritten
from frisian_pipeline.mcp.server import options
from frisian_pipeline.mcp.surfaces import Entry, Plan, entries_of
from frisian_pipeline.mcp.tiers import Tier


class Surface:
    """
    What callers of a tier see.

    Attributes:
        listing: The tools as a JSON array, in the order of their names.
    """

    def __init__(self, entries: Mapping[str, Entry], tier: Tier) -> None:
        self._by_plain_name = {plain(name): entry for name, entry in entries.items()}
        self._by_name = entries
        shown = (entry.listed(tier) for entry in entries.values())
        self.listing = msgspec.json.encode([one for one in shown if one is not None])

    def find(self, name: str) -> Entry | None:
        """The tool of this name, whatever stands between its parts, within reach or not; None where there is none."""
        return self._by_name.get(name) or self._by_plain_name.get(plain(name))


class Sources(NamedTuple):
    """What a surface is made of; what is made again is another object."""

    tools: Tools
    written: Mapping[str, Handwritten]
    plan: Plan


MOST = 64
"""How many surfaces are kept: one for each tier and URL configuration that is in use."""


class Surfaces:
    """Keeps the surface of each tier, for as long as what it is made of stays."""

    def __init__(self) -> None:
        # What a surface is made of is kept with it, so that its ids stay its own.
        self._kept: dict[tuple[int, ...], tuple[Sources, Surface]] = {}

    def __call__(self, tools: Tools, tier: Tier) -> Surface:
        """What callers of a tier see of these tools and of what the host has written."""
        sources = Sources(tools, TOOLS.known, options.plan())
        key = (*map(id, sources), tier)
        kept = self._kept.get(key)
        if kept is None:
            kept = sources, Surface(entries_of(*sources, tier), tier)
            self._kept = dict([*self._kept.items(), (key, kept)][-MOST:])
        return kept[1]
