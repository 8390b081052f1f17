"""The two eras of the protocol, and which of them a request belongs to."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from frisian_pipeline.mcp.protocol.context import RequestContext
from frisian_pipeline.mcp.protocol.errors import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    LEGACY_RESOURCE_NOT_FOUND,
    METHOD_NOT_FOUND,
    UNSUPPORTED_PROTOCOL_VERSION,
    ProtocolError,
)
from frisian_pipeline.mcp.protocol.headers import VERSION, check_headers
from frisian_pipeline.mcp.protocol.messages import Message
from frisian_pipeline.mcp.protocol.methods import LEGACY_METHODS, MODERN_METHODS, Method
from frisian_pipeline.mcp.protocol.params import read_meta
from frisian_pipeline.mcp.protocol.results import Result
from frisian_pipeline.mcp.protocol.versions import BATCHING, LEGACY, MODERN, PROTOCOL_VERSION, SERVER_INFO


class Era(Struct, frozen=True):
    """
    What differs between the eras.

    Attributes:
        methods: What is served.
        status: The HTTP status of an error.
        statuses: The errors that have another.
        resource_not_found: The code of that error.
    """

    methods: Mapping[str, Method]
    status: int
    statuses: Mapping[int, int]
    resource_not_found: int

    def status_of(self, error: ProtocolError) -> int:
        """The HTTP status that an error goes out with."""
        return self.statuses.get(error.code, self.status)


LEGACY_ERA = Era(LEGACY_METHODS, 200, {}, LEGACY_RESOURCE_NOT_FOUND)
MODERN_ERA = Era(MODERN_METHODS, 400, {METHOD_NOT_FOUND: 404, INTERNAL_ERROR: 200}, INVALID_PARAMS)


def speaks_legacy(headers: Mapping[str, str]) -> bool:
    """Tell whether the headers name a legacy revision, or none."""
    return headers.get(VERSION, BATCHING) in LEGACY


def allows_batches(headers: Mapping[str, str]) -> bool:
    """Tell whether the headers name the revision with batches, or none."""
    return headers.get(VERSION, BATCHING) == BATCHING


def era_of(headers: Mapping[str, str], params: Mapping[str, Any]) -> Era:
    """Tell a request's era: the modern one if the headers or the body says so, since then both have to."""
    meta = params.get("_meta")
    stated = meta.get(PROTOCOL_VERSION, BATCHING) if isinstance(meta, dict) else BATCHING
    return LEGACY_ERA if speaks_legacy(headers) and stated in LEGACY else MODERN_ERA


def check_version(version: str) -> None:
    """
    Refuse a revision that is not served in the modern way.

    Raises:
        ProtocolError: With the revisions that are.
    """
    if version not in MODERN:
        data = {"supported": MODERN, "requested": version}
        raise ProtocolError(UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version", data)


def check_modern(headers: Mapping[str, str], message: Message) -> None:
    """
    Check what a modern request says about itself, in the order that clients rely on.

    Raises:
        ProtocolError: At the first fault.
    """
    version = read_meta(message.params).version
    check_headers(headers, message, version)
    check_version(version)


def complete(result: Result, context: RequestContext[Any], ttl_ms: int | None) -> Result:
    """Add what a modern result says about itself; it was made for one caller, so nobody may share it."""
    meta = {SERVER_INFO: context.server_info}
    if ttl_ms is None:
        return replace(result, result_type="complete", meta=meta)
    return replace(result, result_type="complete", meta=meta, ttl_ms=ttl_ms, cache_scope="private")
