"""Hand-written tools: the decorators, and what was registered with them."""

from frisian_pipeline.mcp.handwritten.marks import mcp_action, mcp_dispatcher, mcp_tool
from frisian_pipeline.mcp.handwritten.registry import TOOLS
from frisian_pipeline.mcp.handwritten.values import Action, Handwritten

__all__ = ["TOOLS", "Action", "Handwritten", "mcp_action", "mcp_dispatcher", "mcp_tool"]
