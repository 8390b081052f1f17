"""What a server implementation raises, and the JSON-RPC error that any fault becomes."""

from typing import Any, Final

from msgspec import UNSET

from frisian_pipeline.errors import PipelineError

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
LEGACY_RESOURCE_NOT_FOUND: Final = -32002
HEADER_MISMATCH: Final = -32020
UNSUPPORTED_PROTOCOL_VERSION: Final = -32022


class ProtocolError(PipelineError):
    """
    A request is answered with a JSON-RPC error.

    Attributes:
        code: The JSON-RPC error code.
        message: What the caller reads.
        data: Further facts for the caller, if any.
    """

    def __init__(self, code: int, message: str, data: Any = UNSET) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.data = data


class UnknownToolError(PipelineError, LookupError):
    """This caller has no tool of the name that was sent; the reply repeats the name."""


class UnknownResourceError(PipelineError, LookupError):
    """This caller has no resource at the URI that was sent; the reply repeats the URI."""


class UnknownPromptError(PipelineError, LookupError):
    """This caller has no prompt of the name that was sent; the reply repeats the name."""


class PromptArgumentsError(PipelineError, ValueError):
    """A prompt's arguments do not fit; the caller reads the message."""
