"""
The tools of a project as we list them and as frisian-mcp does; run it to print what both cost.

It runs in a process of its own, under the settings of the project that is measured; its argument is another URL
configuration than theirs. The peer's discovery and its answer to ``tools/list`` are its own code, asked as somebody
who may use every tool.
"""

import json
import sys
from importlib import import_module
from typing import Any

import django
import msgspec
import toktok
from django.conf import settings

from benchmarks.peer import require


def ours() -> bytes:
    """The tools as we list them, without what a project has written by hand for us and not for the peer."""
    import_module("frisian_pipeline.mcp.handwritten").TOOLS.known = {}
    surfaces = import_module("frisian_pipeline.mcp.server.listing").Surfaces()
    everywhere = import_module("frisian_pipeline.mcp.tiers").Tier.ADMIN
    return bytes(surfaces(import_module("frisian_pipeline.mcp.discovery").tools(), everywhere).listing)


def theirs() -> bytes:
    """The tools as the peer lists them, as it sends them."""
    package = import_module("frisian_mcp")
    app = import_module("frisian_mcp.apps").FrisianMcpConfig("frisian_mcp", package)
    app._run_deferred_discovery()  # noqa: SLF001
    request: Any = import_module("rest_framework.test").APIRequestFactory().post("/mcp/")
    request.auth, request._mcp_effective_tier = None, "admin"  # noqa: SLF001
    answer = json.loads(import_module("frisian_mcp.views")._handle_tools_list(1, request, {}).content)  # noqa: SLF001
    return json.dumps(answer["result"]["tools"]).encode()


def tokens(listing: bytes) -> int:
    """What a listing costs in cl100k tokens."""
    return int(toktok.batch_count([listing.decode()], "cl100k_base")[0])


def costs() -> dict[str, int]:
    """How many tools there are on both sides, and tokens: as each sends them, and the peer's without its blanks."""
    listings = {"ours": ours(), "theirs": theirs()}
    tools = {f"{side}_tools": len(msgspec.json.decode(text)) for side, text in listings.items()}
    dense = msgspec.json.format(listings["theirs"], indent=-1)
    return {**tools, **{side: tokens(text) for side, text in listings.items()}, "theirs_dense": tokens(dense)}


def main(urlconf: str = "") -> None:
    """Print the costs as JSON."""
    require()
    settings.FRISIAN_MCP_STARTUP_PRINT = False
    settings.ROOT_URLCONF = urlconf or settings.ROOT_URLCONF
    settings.FRISIAN_PIPELINE = {"SURFACE": "flat"}
    django.setup()
    print(json.dumps(costs()))


if __name__ == "__main__":
    main(*sys.argv[1:])
