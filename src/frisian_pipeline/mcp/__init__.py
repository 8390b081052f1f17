"""The MCP mouth: an endpoint in the host's project that turns its views into tools."""

from frisian_pipeline.mcp.discovery.marks import mcp_ignore

__all__ = ["mcp_ignore"]
