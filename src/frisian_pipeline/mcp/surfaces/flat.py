"""Each discovered endpoint as a tool of its own."""

from typing import Any

from msgspec import UNSET, Struct

from frisian_pipeline.mcp.discovery import Annotations, Tool
from frisian_pipeline.mcp.surfaces.entries import ListedTool
from frisian_pipeline.mcp.surfaces.routed import Forbid, Routed, Run
from frisian_pipeline.mcp.tiers import Tier

NO_HINTS = Annotations()


class FlatEntry(Struct, frozen=True):
    """One endpoint."""

    tool: Tool

    @property
    def name(self) -> str:
        return self.tool.name

    @property
    def permission_classes(self) -> tuple[Any, ...]:
        return ()

    def listed(self, tier: Tier) -> ListedTool | None:
        if self.tool.tier > tier:
            return None
        hints = UNSET if self.tool.annotations == NO_HINTS else self.tool.annotations
        return ListedTool(self.tool.name, self.tool.description, self.tool.input_schema, hints)

    def route(self, given: dict[str, Any], tier: Tier) -> Routed:
        return Forbid() if self.tool.tier > tier else Run(self.tool, given)
