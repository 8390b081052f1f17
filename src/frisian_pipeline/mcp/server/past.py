"""Where a recorded call leads, whatever the surface looked like when it was made."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from frisian_pipeline.mcp.discovery.faults import suggestion
from frisian_pipeline.mcp.handwritten import TOOLS
from frisian_pipeline.mcp.protocol import UnknownToolError
from frisian_pipeline.mcp.server import options
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.listing import Surface
from frisian_pipeline.mcp.server.redemption import SLOT
from frisian_pipeline.mcp.surfaces import Continue, Entry, Perform, Plan, Refuse, Routed, Run, entries_of


class Led(NamedTuple):
    """
    Where a call leads.

    Attributes:
        entry: What was called.
        routed: What that turned out to be.
    """

    entry: Entry
    routed: Routed

    @property
    def tool(self) -> str:
        """The tool that answers, by the name under which its answers are reported."""
        return self.routed.tool.name if isinstance(self.routed, (Run, Perform, Continue)) else self.entry.name

    @property
    def writes(self) -> bool:
        """It may change something; what is kept already is only read."""
        if isinstance(self.routed, Run):
            return self.routed.tool.writes and SLOT not in self.routed.arguments
        return isinstance(self.routed, Perform) and self.routed.action.writes


def plans(now: Plan) -> tuple[Plan, ...]:
    """The surface as it is, and as it may have been: flat, in the host's groups or in those of paths, or searched."""
    flat, groups, search = (msgspec.structs.replace(now, surface=one) for one in ("flat", "groups", "search"))
    by_path = msgspec.structs.replace(groups, groups={})
    return now, msgspec.structs.replace(flat, groups={}), groups, by_path, search


class Past:
    """All surfaces that a caller's calls may have been recorded on, the one that is there now first."""

    def __init__(self, caller: Caller) -> None:
        tools, tier = options.host_tools(caller.request), caller.tier
        made = (entries_of(tools, TOOLS.known, plan, tier) for plan in plans(options.plan()))
        self._surfaces = [Surface(entries, tier) for entries in made]

    def lead(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Led:
        """
        Find where a call leads: on the first surface that knows what it means.

        Raises:
            UnknownToolError: If no surface has a tool of this name.
        """
        found = list(self._on_each(caller, name, arguments))
        if not found:
            raise UnknownToolError(name)
        return next((led for led in found if not isinstance(led.routed, Refuse)), found[0])

    def _on_each(self, caller: Caller, name: str, arguments: dict[str, Any]) -> Iterator[Led]:
        entries = (surface.find(name) for surface in self._surfaces)
        return (Led(entry, entry.route(arguments, caller.tier)) for entry in entries if entry is not None)

    def near(self, name: str) -> str:
        """Offer the name that a caller may have meant, of those within reach."""
        listed = (msgspec.json.decode(surface.listing) for surface in self._surfaces)
        return suggestion(name, list(dict.fromkeys(tool["name"] for some in listed for tool in some)))
