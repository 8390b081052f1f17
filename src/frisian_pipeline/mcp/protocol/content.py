"""What tools, resources and prompts show: content blocks; bytes in them travel as base64."""

from typing import Literal

from msgspec import UNSET, Raw, Struct, UnsetType


class Block(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel", tag_field="type"):
    """The base of every content block."""


class TextContent(Block, frozen=True, tag="text"):
    """Text."""

    text: str


class ImageContent(Block, frozen=True, tag="image"):
    """A picture."""

    data: bytes
    mime_type: str


class AudioContent(Block, frozen=True, tag="audio"):
    """A sound."""

    data: bytes
    mime_type: str


class ResourceLink(Block, frozen=True, tag="resource_link"):
    """Where something can be read with ``resources/read``; ``size`` is in bytes."""

    uri: str
    name: str
    title: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    mime_type: str | UnsetType = UNSET
    size: int | UnsetType = UNSET


class TextResourceContents(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """A resource that is text."""

    uri: str
    mime_type: str | UnsetType = UNSET
    text: str


class BlobResourceContents(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """A resource that is not text."""

    uri: str
    mime_type: str | UnsetType = UNSET
    blob: bytes


ResourceContents = TextResourceContents | BlobResourceContents


class EmbeddedResource(Block, frozen=True, tag="resource"):
    """A resource, there and then."""

    resource: ResourceContents


ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource | Raw
"""A block, or one that is encoded already."""


class PromptMessage(Struct, frozen=True):
    """One message of a prompt, and who says it."""

    role: Literal["user", "assistant"]
    content: ContentBlock
