"""The Model Context Protocol without a transport: bytes and headers in, a reply out."""

from frisian_pipeline.mcp.protocol.answer import answer
from frisian_pipeline.mcp.protocol.content import (
    AudioContent,
    BlobResourceContents,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    PromptMessage,
    ResourceContents,
    ResourceLink,
    TextContent,
    TextResourceContents,
)
from frisian_pipeline.mcp.protocol.errors import (
    PromptArgumentsError,
    UnknownPromptError,
    UnknownResourceError,
    UnknownToolError,
)
from frisian_pipeline.mcp.protocol.messages import Reply
from frisian_pipeline.mcp.protocol.results import CallResult, GetPromptResult
from frisian_pipeline.mcp.protocol.server import Server
from frisian_pipeline.mcp.protocol.trace import trace_context

__all__ = [
    "AudioContent",
    "BlobResourceContents",
    "CallResult",
    "ContentBlock",
    "EmbeddedResource",
    "GetPromptResult",
    "ImageContent",
    "PromptArgumentsError",
    "PromptMessage",
    "Reply",
    "ResourceContents",
    "ResourceLink",
    "Server",
    "TextContent",
    "TextResourceContents",
    "UnknownPromptError",
    "UnknownResourceError",
    "UnknownToolError",
    "answer",
    "trace_context",
]
