"""The MCP mouth: an endpoint in the host's project that turns its views into tools."""

from frisian_pipeline.mcp.discovery.marks import mcp_ignore
from frisian_pipeline.mcp.handwritten.heavy import mcp_heavy
from frisian_pipeline.mcp.handwritten.marks import mcp_action, mcp_dispatcher, mcp_tool
from frisian_pipeline.mcp.handwritten.prompts import mcp_prompt
from frisian_pipeline.mcp.handwritten.resources import mcp_resource

__all__ = ["mcp_action", "mcp_dispatcher", "mcp_heavy", "mcp_ignore", "mcp_prompt", "mcp_resource", "mcp_tool"]
