"""
What hand-written tools, resources and prompts may return beside plain data: MCP's content blocks.

A tool or an action returns one block or a list of them; bytes in a block are given as they are and travel as base64::

    from frisian_pipeline.mcp import mcp_tool
    from frisian_pipeline.mcp.content import ImageContent, TextContent


    @mcp_tool(description="Draw the rack.", params={"rack": "Its number."})
    def draw_rack(arguments, request):
        picture = ImageContent(data=png(arguments["rack"]), mime_type="image/png")
        return [TextContent(text="Seen from the front:"), picture]

A resource returns text, bytes, data, or ``TextResourceContents`` and ``BlobResourceContents`` where it wants to name
URIs and types itself. A prompt returns text, a block, or ``PromptMessage``, one or a list of them.
"""

from frisian_pipeline.mcp.protocol.content import (
    AudioContent,
    BlobResourceContents,
    EmbeddedResource,
    ImageContent,
    PromptMessage,
    ResourceLink,
    TextContent,
    TextResourceContents,
)

__all__ = [
    "AudioContent",
    "BlobResourceContents",
    "EmbeddedResource",
    "ImageContent",
    "PromptMessage",
    "ResourceLink",
    "TextContent",
    "TextResourceContents",
]
