"""The MCP mouth: an endpoint in the host's project that turns its views into tools."""

from frisian_pipeline.mcp.discovery.marks import mcp_ignore
from frisian_pipeline.mcp.handwritten.marks import mcp_action, mcp_dispatcher, mcp_tool

__all__ = ["mcp_action", "mcp_dispatcher", "mcp_ignore", "mcp_tool"]
