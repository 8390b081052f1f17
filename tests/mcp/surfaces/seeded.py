"""A process that lists and tells all that a host has, on every surface; its hashes have a seed of their own."""

import sys
from typing import Any

import django
import msgspec
from django.conf import settings

django.setup()
settings.ROOT_URLCONF = "tests.mcp.discovery.hosts"

from frisian_pipeline.mcp import mcp_action, mcp_dispatcher  # noqa: E402
from frisian_pipeline.mcp.discovery import tools  # noqa: E402
from frisian_pipeline.mcp.handwritten import TOOLS  # noqa: E402
from frisian_pipeline.mcp.surfaces import Tell  # noqa: E402
from frisian_pipeline.mcp.tiers import Tier  # noqa: E402
from tests.mcp.surfaces.hosts import plan, surface  # noqa: E402


class Them:
    """Does nothing."""

    @mcp_action(params={"x": "", "b": ""}, write=True)
    def change(self, arguments: Any, request: Any) -> None:
        """Change it."""

    @mcp_action()
    def see(self, arguments: Any, request: Any) -> None:
        """See it."""


for name in ("gadget", "zeta", "alpha"):
    mcp_dispatcher(name)(type(name, (Them,), {}))
for kind in ("flat", "groups", "search", "auto"):
    said = plan(kind, groups={"a": ["*list"], "b": ["sites*"]})
    entries = surface(tools(), said, Tier.ADMIN, TOOLS.known)
    sys.stdout.buffer.write(msgspec.json.encode([entry.listed(Tier.ADMIN) for entry in entries.values()]))
    for entry in entries.values():
        routed = entry.route({"query": "list of all tags"} if entry.name == "search" else {}, Tier.ADMIN)
        sys.stdout.buffer.write(msgspec.json.encode(routed.data if isinstance(routed, Tell) else None))
