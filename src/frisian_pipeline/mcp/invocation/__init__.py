"""Invocation: the real view of a tool, called inside the host's project, and its answer before rendering."""

from frisian_pipeline.mcp.invocation.admission import admit, is_stock, overrides, refusal
from frisian_pipeline.mcp.invocation.answer import Answer
from frisian_pipeline.mcp.invocation.apart import apart
from frisian_pipeline.mcp.invocation.authority import Authority
from frisian_pipeline.mcp.invocation.call import invoke
from frisian_pipeline.mcp.invocation.carried import afresh, remember
from frisian_pipeline.mcp.invocation.failures import failed
from frisian_pipeline.mcp.invocation.identifiers import with_identifiers
from frisian_pipeline.mcp.invocation.sessions import settle

__all__ = [
    "Answer",
    "Authority",
    "admit",
    "afresh",
    "apart",
    "failed",
    "invoke",
    "is_stock",
    "overrides",
    "refusal",
    "remember",
    "settle",
    "with_identifiers",
]
