"""The host as an MCP server: discovery, invocation and the pipeline, joined."""

from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.host import HostServer

__all__ = ["Caller", "HostServer"]
