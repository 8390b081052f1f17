"""The tools as they are listed: encoded once, and sent from the kept bytes."""

import msgspec
from msgspec import UNSET, Struct, UnsetType

from frisian_pipeline.mcp.discovery import Annotations, Tool, Tools
from frisian_pipeline.mcp.discovery.clean import Schema

NO_HINTS = Annotations()


class ListedTool(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A tool as ``tools/list`` shows it."""

    name: str
    description: str
    input_schema: Schema
    annotations: Annotations | UnsetType = UNSET


def listed(tool: Tool) -> ListedTool:
    """What a caller sees of a tool; hints only where there are any."""
    hints = UNSET if tool.annotations == NO_HINTS else tool.annotations
    return ListedTool(tool.name, tool.description, tool.input_schema, hints)


class Listing:
    """Keeps the bytes of the tools that were asked for last."""

    def __init__(self) -> None:
        self._kept: tuple[Tools | None, bytes] = (None, b"")

    def __call__(self, tools: Tools) -> bytes:
        """The tools as a JSON array, in their order."""
        kept, content = self._kept
        if kept is not tools:
            content = msgspec.json.encode([listed(tool) for tool in tools])
            self._kept = (tools, content)
        return content
