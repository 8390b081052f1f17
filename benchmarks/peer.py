"""
frisian-mcp, asked to shape the same rows.

Its own functions are called in the order in which its endpoint calls them once a tool has answered: it takes the data
out of the view's response, makes a write's envelope, keeps the result in Django's cache, bound to the caller, and
writes the envelope as text. The protocol around that is left out, on its side as on ours.
"""

import json
import secrets
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from operator import attrgetter
from typing import Any

NAME, VERSION = "frisian-mcp", "1.1.1"
TOOL = "devices_create"


def require() -> None:
    """
    Insist on the peer.

    Raises:
        ImportError: If it is not installed in this version.
    """
    try:
        found = version(NAME)
    except PackageNotFoundError:
        found = "absent"
    if found != VERSION:
        raise ImportError(f"{NAME} {VERSION} is not installed ({found})")


class Peer:
    """
    The peer's shaping, for an anonymous caller.

    Raises:
        ImportError: If it is not installed in this version.
    """

    def __init__(self) -> None:
        require()
        invocation, views = import_module("frisian_mcp.backends.invocation"), import_module("frisian_mcp.views")
        self.take, self.wrap, self.find_id = attrgetter(
            "SyncInvocation._extract_data", "_extract_lean_envelope", "_object_id"
        )(invocation)
        self.bind, self.cache, self.prefix, self.ttl = attrgetter(
            "_build_heavy_cache_entry", "_heavy_cache", "_HEAVY_CACHE_PREFIX", "_heavy_cache_ttl"
        )(views)
        self.request = import_module("rest_framework.test").APIRequestFactory().post("/mcp/")

    def shape(self, response: Any) -> bytes:
        """From a view's response to the text of the tool's result."""
        return self.shape_data(*self.take(response))

    def shape_data(self, result: Any, status: int) -> bytes:
        """The same from plain data on, as if that cost nothing to get."""
        token = secrets.token_urlsafe(16)
        envelope = self.wrap(result, token, status, tool_name=TOOL)
        entry = self.bind(result, self.request, TOOL, single_object=self.find_id(result) is not None)
        self.cache().set(f"{self.prefix}{token}", entry, self.ttl())
        return json.dumps(envelope).encode()
