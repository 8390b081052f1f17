"""The protocol's revisions, and the keys of ``_meta`` that belong to it."""

BATCHING = "2025-03-26"
"""The one revision with batches; a legacy request without a version header counts as one of it."""

LEGACY = (BATCHING, "2025-06-18", "2025-11-25")
"""Revisions that begin with ``initialize``, oldest first."""

MODERN = ("2026-07-28",)
"""Revisions in which every request says all about itself."""

META = "io.modelcontextprotocol/"
PROTOCOL_VERSION = META + "protocolVersion"
CLIENT_CAPABILITIES = META + "clientCapabilities"
CLIENT_INFO = META + "clientInfo"
SERVER_INFO = META + "serverInfo"
