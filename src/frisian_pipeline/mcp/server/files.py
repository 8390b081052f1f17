"""Answers that are no JSON: their bytes, kept and given back."""

from typing import NamedTuple

from frisian_pipeline.mcp.discovery import Tool
from frisian_pipeline.mcp.invocation import Answer
from frisian_pipeline.mcp.protocol import BlobResourceContents, ResourceContents, TextResourceContents
from frisian_pipeline.mcp.server.caller import Caller
from frisian_pipeline.mcp.server.redemption import STORE, could_redeem
from frisian_pipeline.stores.proof import put_proved
from frisian_pipeline.telemetry import safe_log

SCHEME = "continuation://"
FILE = "file:"
FILES = "files/"


class File(NamedTuple):
    """What is no JSON: its type, with parameters, and its bytes."""

    content_type: str
    content: bytes

    @property
    def media_type(self) -> str:
        """The type without its parameters."""
        return self.content_type.partition(";")[0].strip().lower()

    @property
    def text(self) -> str | None:
        """The bytes as text, where the type says that they are some and they can be read."""
        if not self.media_type.startswith("text/") and not self.media_type.endswith(("json", "xml")):
            return None
        try:
            return self.content.decode(charset_of(self.content_type))
        except (LookupError, ValueError):
            return None

    def pack(self) -> bytes:
        """The file as one row of bytes; a header holds no line break."""
        return self.content_type.encode() + b"\n" + self.content

    @classmethod
    def unpack(cls, packed: bytes) -> "File":
        """What ``pack`` was given."""
        content_type, _, content = packed.partition(b"\n")
        return cls(content_type.decode(), content)


def charset_of(content_type: str) -> str:
    """The charset that a content type names; UTF-8 where it names none."""
    _, _, charset = content_type.lower().partition("charset=")
    return charset.partition(";")[0].strip(' "') or "utf-8"


def contents_of(file: File, uri: str) -> ResourceContents:
    """A file as the contents of a resource: text where it is text, else bytes."""
    if file.text is None:
        return BlobResourceContents(uri=uri, mime_type=file.media_type, blob=file.content)
    return TextResourceContents(uri=uri, mime_type=file.media_type, text=file.text)


def keep_file(tool: Tool, caller: Caller, answer: Answer, file: File) -> str:
    """Keep the file that a tool answered and return its URI; empty where it cannot be kept, or not be given back."""
    owner = caller.bound(answer.request)
    if not could_redeem(tool, caller, owner, answer.view):
        return ""
    try:
        token = put_proved(STORE, file.pack(), owner=owner, tool=FILE + tool.name)
    except Exception as error:  # noqa: BLE001
        # As with results, whatever a store raises costs the token and nothing else.
        safe_log.warning("a file of tool %s was not kept (%s)", tool.name, type(error).__name__)
        return ""
    return f"{SCHEME}{tool.name}/{FILES}{token}" if token else ""
