"""What a host writes by hand: the decorators, and what was registered with them."""

from frisian_pipeline.mcp.handwritten.marks import mcp_action, mcp_dispatcher, mcp_tool
from frisian_pipeline.mcp.handwritten.prompts import PROMPTS, Prompt, mcp_prompt
from frisian_pipeline.mcp.handwritten.registry import TOOLS
from frisian_pipeline.mcp.handwritten.resources import RESOURCES, Resource, mcp_resource
from frisian_pipeline.mcp.handwritten.values import Action, Handwritten

__all__ = [
    "PROMPTS",
    "RESOURCES",
    "TOOLS",
    "Action",
    "Handwritten",
    "Prompt",
    "Resource",
    "mcp_action",
    "mcp_dispatcher",
    "mcp_prompt",
    "mcp_resource",
    "mcp_tool",
]
