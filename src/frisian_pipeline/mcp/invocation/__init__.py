"""Invocation: the real view of a tool, called inside the host's project, and its answer before rendering."""

from frisian_pipeline.mcp.invocation.answer import Answer
from frisian_pipeline.mcp.invocation.authority import remember_user
from frisian_pipeline.mcp.invocation.call import invoke

__all__ = ["Answer", "invoke", "remember_user"]
