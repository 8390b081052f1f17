"""The results of every method, as they are sent."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, Raw, Struct, UnsetType, field

from frisian_pipeline.mcp.protocol.content import ContentBlock, PromptMessage, ResourceContents


class Implementation(Struct, frozen=True):
    """Who speaks."""

    name: str
    version: str


class Result(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """
    The base of every result; nobody but the protocol sets these fields, and only in the modern era.

    Attributes:
        result_type: ``complete``; nothing is ever asked back.
        ttl_ms: For how long a client may keep the result, in milliseconds.
        cache_scope: Who may share it.
        meta: Who answers.
    """

    result_type: str | UnsetType = UNSET
    ttl_ms: int | UnsetType = UNSET
    cache_scope: str | UnsetType = UNSET
    meta: Mapping[str, Any] | UnsetType = field(default=UNSET, name="_meta")


class EmptyResult(Result, frozen=True):
    """The answer to ``ping``, and to what else is only accepted."""


class DiscoverResult(Result, frozen=True):
    """The answer to ``server/discover``."""

    supported_versions: Sequence[str]
    capabilities: Mapping[str, Any]
    instructions: str = ""


class InitializeResult(Result, frozen=True):
    """The answer to ``initialize``."""

    protocol_version: str
    capabilities: Mapping[str, Any]
    server_info: Implementation
    instructions: str = ""


PLACE = Raw(b"[]")
"""Where a listing goes, which is sent as it is."""


class ListToolsResult(Result, frozen=True, omit_defaults=False):
    """The answer to ``tools/list``."""

    tools: Raw = PLACE


class ListResourcesResult(Result, frozen=True, omit_defaults=False):
    """The answer to ``resources/list``."""

    resources: Raw = PLACE


class ListResourceTemplatesResult(Result, frozen=True, omit_defaults=False):
    """The answer to ``resources/templates/list``."""

    resource_templates: Raw = PLACE


class ListPromptsResult(Result, frozen=True, omit_defaults=False):
    """The answer to ``prompts/list``."""

    prompts: Raw = PLACE


class CallResult(Result, frozen=True):
    """
    The answer to ``tools/call``.

    Attributes:
        content: What the agent reads; it may be empty.
        structured_content: The same facts as data, an object; left out beside an error.
        is_error: The tool failed, and the content says how to go on.
    """

    content: Sequence[ContentBlock]
    structured_content: Any = UNSET
    is_error: bool = False


class Completion(Struct, frozen=True, rename="camel"):
    """
    What an argument may be.

    Attributes:
        values: The first of them.
        total: How many there are.
        has_more: There are more than are sent.
    """

    values: Sequence[str]
    total: int
    has_more: bool


class CompleteResult(Result, frozen=True):
    """The answer to ``completion/complete``."""

    completion: Completion


class ReadResourceResult(Result, frozen=True):
    """The answer to ``resources/read``."""

    contents: Sequence[ResourceContents]


class GetPromptResult(Result, frozen=True):
    """The answer to ``prompts/get``."""

    messages: Sequence[PromptMessage]
    description: str = ""
