"""What the adapter implements and the protocol calls."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from frisian_pipeline.mcp.protocol.content import ResourceContents
from frisian_pipeline.mcp.protocol.mirrors import Mirror
from frisian_pipeline.mcp.protocol.results import CallResult, GetPromptResult

Caller = TypeVar("Caller")
Caller_contra = TypeVar("Caller_contra", contravariant=True)


class Server(Protocol[Caller_contra]):
    """
    Tools, resources and prompts, as one caller may see them; who calls is opaque to the protocol.

    A listing is a JSON array in bytes, whole and valid: it is sent as it comes. Whatever else is raised than what
    is written here, the caller gets an internal error without its text.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """The server's own version; never empty."""
        ...

    @property
    def instructions(self) -> str:
        """What an agent should know before it calls; empty sends none."""
        ...

    def tools(self, caller: Caller_contra, /) -> bytes: ...

    def call_tool(
        self, caller: Caller_contra, name: str, arguments: dict[str, Any], meta: Mapping[str, Any], /
    ) -> CallResult:
        """
        Run a tool; wrong arguments and failures are results with ``is_error``.

        Raises:
            UnknownToolError: If there is no such tool for anybody.
        """
        ...

    def mirrors(self, caller: Caller_contra, name: str, /) -> Sequence[Mirror]:
        """The arguments of a tool that headers repeat; none where there is no such tool for this caller."""
        ...

    def resources(self, caller: Caller_contra, /) -> bytes: ...

    def resource_templates(self, caller: Caller_contra, /) -> bytes: ...

    def read_resource(self, caller: Caller_contra, uri: str, /) -> Sequence[ResourceContents]:
        """
        Read a resource.

        Raises:
            UnknownResourceError: If this caller has none there.
        """
        ...

    def find_resource(self, caller: Caller_contra, uri: str, /) -> None:
        """
        See that there is a resource, without reading what its author has written.

        Raises:
            UnknownResourceError: If this caller has none there.
        """
        ...

    def prompts(self, caller: Caller_contra, /) -> bytes: ...

    def get_prompt(self, caller: Caller_contra, name: str, arguments: dict[str, str], /) -> GetPromptResult:
        """
        Fill in a prompt.

        Raises:
            UnknownPromptError: If this caller has no such prompt.
            PromptArgumentsError: If the arguments do not fit.
        """
        ...

    def prompt_values(self, caller: Caller_contra, name: str, argument: str, /) -> Sequence[str]:
        """
        The values that an argument of a prompt may have; none where any will do.

        Raises:
            UnknownPromptError: If this caller has no such prompt.
            PromptArgumentsError: If the prompt has no such argument.
        """
        ...

    def resource_values(self, caller: Caller_contra, uri: str, variable: str, /) -> Sequence[str]:
        """
        The values that a variable of a resource's URI may have; none where any will do.

        Raises:
            UnknownResourceError: If this caller has no such resource.
        """
        ...
