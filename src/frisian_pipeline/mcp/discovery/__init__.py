"""Discovery: the host's URL configuration as a row of tools."""

from frisian_pipeline.mcp.discovery.arguments import RESERVED, Argument, Placed
from frisian_pipeline.mcp.discovery.describe import Annotations
from frisian_pipeline.mcp.discovery.endpoints import Endpoint
from frisian_pipeline.mcp.discovery.faults import TOLD, Fault
from frisian_pipeline.mcp.discovery.making import Tools
from frisian_pipeline.mcp.discovery.marks import mcp_ignore
from frisian_pipeline.mcp.discovery.options import Options
from frisian_pipeline.mcp.discovery.registry import reset, tools
from frisian_pipeline.mcp.discovery.tools import Tool

__all__ = [
    "RESERVED",
    "TOLD",
    "Annotations",
    "Argument",
    "Endpoint",
    "Fault",
    "Options",
    "Placed",
    "Tool",
    "Tools",
    "mcp_ignore",
    "reset",
    "tools",
]
