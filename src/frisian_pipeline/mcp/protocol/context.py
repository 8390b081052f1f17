"""What every method is given beside its parameters."""

from typing import Generic

from msgspec import Struct

from frisian_pipeline.mcp.protocol.results import Implementation
from frisian_pipeline.mcp.protocol.server import Caller, Server


class RequestContext(Struct, Generic[Caller], frozen=True):
    """Who is asked, and by whom."""

    server: Server[Caller]
    caller: Caller

    @property
    def server_info(self) -> Implementation:
        """Who answers."""
        return Implementation(self.server.name, self.server.version)
