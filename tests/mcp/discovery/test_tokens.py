"""What our own arguments cost an agent that reads the listing."""

import msgspec
import pytest
import toktok

from frisian_pipeline.mcp.discovery import Tool, Tools
from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.discovery.flat import shown_schema, slots
from frisian_pipeline.mcp.discovery.options import Options
from tests.mcp.discovery.hosts import tools_of, urlpatterns

MOST = 8


def entry(tool: Tool, schema: Schema) -> bytes:
    """A tool as it is listed, with this schema."""
    return msgspec.json.encode({"name": tool.name, "description": tool.description, "inputSchema": schema})


def cost(found: Tools, tool: Tool, vocabulary: str) -> int:
    """How many tokens the whole listing has more for this tool's ``verify``."""
    bare = shown_schema(tool.arguments, tool.body, {}, loose=tool.loose)
    listings = [
        b",".join(entry(one, schema if one is tool else one.input_schema) for one in found).decode()
        for schema in (tool.input_schema, bare)
    ]
    listed, without = toktok.batch_count(listings, vocabulary)
    return int(listed - without)


class TestVerify:
    @pytest.mark.parametrize("vocabulary", ["cl100k_base", "o200k_base"])
    def test_it_costs_at_most_eight_tokens_a_tool(self, vocabulary: str) -> None:
        """
        However many arguments a write takes, ``verify`` adds at most 8 tokens to the listing.

        Where it is the only argument, the object that holds arguments comes with it.
        """
        found = tools_of(*urlpatterns)
        writes = [tool for tool in found if "verify" in slots(tool.endpoint, Options())]
        costs = {tool.name: cost(found, tool, vocabulary) for tool in writes}
        alone = {tool.name for tool in writes if len(tool.input_schema["properties"]) == 1}
        assert len(alone) < 4 < len(writes)
        assert all(0 < many <= MOST + (name in alone) for name, many in costs.items())
