"""What every method is given beside its parameters."""

from collections.abc import Callable
from typing import Generic, Self

from msgspec import Struct
from msgspec.structs import replace

from frisian_pipeline.mcp.protocol.results import Implementation
from frisian_pipeline.mcp.protocol.server import Caller, Server


class RequestContext(Struct, Generic[Caller], frozen=True):
    """
    Who is asked, and by whom.

    Attributes:
        server: Who is asked.
        caller: By whom.
        again: Says who the caller is by now, or refuses with a ``ProtocolError``; None for one who stays the same.
    """

    server: Server[Caller]
    caller: Caller
    again: Callable[[], Caller] | None = None

    @property
    def server_info(self) -> Implementation:
        """Who answers."""
        return Implementation(self.server.name, self.server.version)

    def anew(self) -> Self:
        """The same, asked by whoever the caller is by now."""
        return self if self.again is None else replace(self, caller=self.again())
