"""Surfaces: what the host's tools look like to a caller, and where each call leads."""

from frisian_pipeline.mcp.surfaces.choose import Plan, entries_of
from frisian_pipeline.mcp.surfaces.entries import Entry, ListedTool
from frisian_pipeline.mcp.surfaces.routed import Continue, Forbid, Perform, Refuse, Routed, Run, Tell
from frisian_pipeline.mcp.surfaces.shadows import shadowed
from frisian_pipeline.mcp.surfaces.written import FunctionEntry

__all__ = [
    "Continue",
    "Entry",
    "Forbid",
    "FunctionEntry",
    "ListedTool",
    "Perform",
    "Plan",
    "Refuse",
    "Routed",
    "Run",
    "Tell",
    "entries_of",
    "shadowed",
]
