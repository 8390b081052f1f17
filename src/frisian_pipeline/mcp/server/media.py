"""Answers that are no JSON: what they are, and the bytes where they are small, else where they can be read."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.exceptions import DisallowedHost

from frisian_pipeline import conf
from frisian_pipeline.mcp.discovery import Tool
from frisian_pipeline.mcp.invocation import Answer
from frisian_pipeline.mcp.protocol import (
    AudioContent,
    CallResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
)
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.files import File, contents_of, keep_file
from frisian_pipeline.mcp.server.told import as_fields, told_by

SMALL_TEXT = 8 << 10
SMALL_MEDIA = 512 << 10
SMALL_BLOB = 4 << 10
"""Up to how many bytes of each kind are sent with the answer: an agent reads text, and sees or hears media."""

ELSEWHERE = "The content is not in this answer; fetch it over REST from the url."


def is_small(file: File) -> bool:
    """Tell whether a file costs an agent little enough to be sent at once."""
    if file.media_type.startswith(("image/", "audio/")):
        return len(file.content) <= SMALL_MEDIA
    if file.text is None:
        return len(file.content) <= SMALL_BLOB
    settings = conf.settings()
    # A token is at least a byte; what is said beside a file costs some, too.
    budgets = (budget for budget in (settings.budget_tokens, settings.hard_budget_tokens) if budget)
    return len(file.content) <= min([SMALL_TEXT, *budgets])


def block_of(file: File, uri: str) -> ContentBlock:
    """A file as content."""
    if file.media_type.startswith("image/"):
        return ImageContent(data=file.content, mime_type=file.media_type)
    if file.media_type.startswith("audio/"):
        return AudioContent(data=file.content, mime_type=file.media_type)
    if file.text is not None:
        return TextContent(text=file.text)
    return EmbeddedResource(resource=contents_of(file, uri))


def url_of(answer: Answer) -> str:
    """The URL that was called; its path where the host's name is none of the project's."""
    try:
        return str(answer.request.build_absolute_uri())
    except DisallowedHost:
        return str(answer.request.get_full_path())


def file_blocks(tool: Tool, caller: Caller, answer: Answer) -> Iterator[ContentBlock]:
    """
    The bytes of an answer: sent, or kept and linked.

    What can be neither is left to REST where the call only read, and sent however large it is where it did not: a
    second call would do it again. JSON is always sent, as it is where it can be decoded.
    """
    file = File(str(answer.data.get("content_type", "")), answer.content)
    small = is_small(file) or (file.media_type.endswith("json") and file.text is not None)
    link = "" if small else keep_file(tool, caller, answer, file)
    if link:
        yield ResourceLink(uri=link, name=name_of(tool, answer), mime_type=file.media_type, size=len(file.content))
    elif small or not tool.endpoint.reads:
        yield block_of(file, url_of(answer))


def name_of(tool: Tool, answer: Answer) -> str:
    """The file's own name, else the tool's."""
    _, _, name = str(answer.data.get("content_disposition", "")).partition("filename=")
    return name.partition(";")[0].strip(' "') or tool.name


def described(tool: Tool, caller: Caller, answer: Answer) -> CallResult:
    """The result of a call that was answered with something else than JSON."""
    facts: dict[str, Any] = {"status_code": answer.status, **answer.data, **as_fields(told_by(answer))}
    blocks = list(file_blocks(tool, caller, answer)) if answer.content else []
    if not blocks and not facts.get("location") and facts.get("size") != 0:
        facts |= {"url": url_of(answer), "_notes": [ELSEWHERE]}
    return CallResult(content=[TextContent(text=msgspec.json.encode(facts).decode()), *blocks])
