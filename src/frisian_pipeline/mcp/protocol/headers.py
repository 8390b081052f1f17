"""The headers that repeat parts of the body for those on the way who do not read it."""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from frisian_pipeline.mcp.protocol.errors import HEADER_MISMATCH, ProtocolError
from frisian_pipeline.mcp.protocol.messages import Message

VERSION = "mcp-protocol-version"
METHOD = "mcp-method"
NAME = "mcp-name"
BLANKS = " \t"

NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""The methods with a ``Mcp-Name``, each with the parameter it repeats."""

OPENING, CLOSING = "=?base64?", "?="


def read_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Headers by their names in small letters; one that came twice matches nothing."""
    read: dict[str, str] = {}
    for name, value in headers.items():
        key, trimmed = name.lower(), value.strip(BLANKS)
        read[key] = f"{read[key]},{trimmed}" if key in read else trimmed
    return read


def decode_name(value: str | None) -> str | None:
    """Read a ``Mcp-Name``; None where there is none or its base64 is not what a client would have written."""
    if value is None or len(value) < len(OPENING + CLOSING):
        return value
    if not (value.startswith(OPENING) and value.endswith(CLOSING)):
        return value
    inner = value[len(OPENING) : -len(CLOSING)]
    try:
        decoded = b64decode(inner, validate=True)
        return decoded.decode() if b64encode(decoded).decode() == inner else None
    except ValueError:
        return None


def check_headers(headers: Mapping[str, str], message: Message, version: str) -> None:
    """
    Compare the headers with what they repeat; a name that the body lacks is the parameters' fault.

    Raises:
        ProtocolError: At the first that is absent, malformed or different.
    """
    if headers.get(VERSION) != version:
        raise mismatch("MCP-Protocol-Version", "params._meta")
    if headers.get(METHOD) != message.method:
        raise mismatch("Mcp-Method", "method")
    key = NAMED.get(message.method, "")
    name: Any = message.params.get(key) if key else None
    if name is not None and decode_name(headers.get(NAME)) != name:
        raise mismatch("Mcp-Name", f"params.{key}")


def mismatch(header: str, what: str) -> ProtocolError:
    """The error of a header that says something else than the body."""
    return ProtocolError(HEADER_MISMATCH, f"{header} header does not match {what}")
