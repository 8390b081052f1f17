"""What surfaces cost an agent in tokens, and a call in time, on a host of 600 operations."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import toktok
from django.test import override_settings

from benchmarks.bars import Measure
from benchmarks.requests import ERAS, call
from benchmarks.test_endpoint import text_of
from benchmarks.timing import best
from frisian_pipeline.mcp.discovery import Tool, tools
from frisian_pipeline.mcp.surfaces import Entry, Plan, Tell, entries_of
from frisian_pipeline.mcp.tiers import Tier
from frisian_pipeline.tokens import estimate

OPERATIONS, URLS = "benchmarks.operations", "benchmarks.test_endpoint"
ONE_GROUP = {"everything": ("*",)}
SETTINGS = {"ANONYMOUS_TIER": "read_write", "SURFACE": "flat"}


def tokens(data: Any) -> int:
    """What data costs, by the vocabulary that takes more."""
    text = msgspec.json.encode(data).decode()
    return max(int(toktok.batch_count([text], name)[0]) for name in ("cl100k_base", "o200k_base"))


def entries(surface: str, **groups: tuple[str, ...]) -> dict[str, Entry]:
    """A surface of the host, as somebody sees it who reads and writes."""
    plan = Plan(surface, groups, plurals={}, search_budget=1_000, discloses=True, count=estimate)
    return entries_of(tools(), {}, plan, Tier.READ_WRITE)


def listing(surface: str, **groups: tuple[str, ...]) -> int:
    """What a listing costs."""
    return tokens([entry.listed(Tier.READ_WRITE) for entry in entries(surface, **groups).values()])


def told(entry: Entry, **given: Any) -> Any:
    """What an entry says of itself."""
    routed = entry.route(given, Tier.READ_WRITE)
    assert isinstance(routed, Tell)
    return routed.data


class TestTokens:
    """The bars of size, in both vocabularies."""

    @pytest.fixture(autouse=True)
    def host(self) -> Iterator[None]:
        """The host of 600 operations."""
        with override_settings(ROOT_URLCONF=OPERATIONS):
            yield

    def test_listings(self, measure: Measure) -> None:
        """A listing in groups costs at most 1,200 tokens, and one of the search surface 400."""
        assert len(tools()) == 600
        measure("listing of 600 operations in 10 groups", listing("groups"), 1_200, unit="tok")
        measure("the same in one group", listing("flat", **ONE_GROUP), 1_200, unit="tok")
        measure("the same behind a search", listing("search"), 400, unit="tok")

    @pytest.mark.parametrize("groups", [{}, ONE_GROUP], ids=["by segment", "in one group"])
    def test_help(self, measure: Measure, groups: Any) -> None:
        """Help for a resource costs at most 150 tokens, and for an action 60 over its schema."""
        found: Any = entries("groups", **groups)
        members = [(entry, name, actions) for entry in found.values() for name, actions in entry.members.items()]
        assert len(members) == 100
        dearest = max(tokens(told(entry, resource=name)) for entry, name, _ in members)
        measure(f"help for the dearest resource of {len(found)} groups", dearest, 150, unit="tok")
        over = max(over_schema(entry, name, tool) for entry, name, all_of in members for tool in all_of.values())
        measure("help for the dearest action, over its schema", over, 60, unit="tok")

    def test_search(self, measure: Measure) -> None:
        """What a search finds keeps to its budget, which is 1,000 tokens by default."""
        search = entries("search")["search"]
        dearest = max(tokens(told(search, query=query)) for query in ("list", "billing orders", "create one of", "id"))
        measure("the dearest of some searches / the budget", dearest / 1_000, 1.1)


def over_schema(entry: Entry, resource: str, tool: Tool) -> int:
    """What the help for an action costs beside its schema."""
    return tokens(told(entry, resource=resource, params={"action": tool.action})) - tokens(tool.input_schema)


@pytest.mark.parametrize("era", ERAS)
class TestCalls:
    """The bar of a call."""

    def test_routing(self, measure: Measure, era: str) -> None:
        """Through a group a call costs at most 50 microseconds more than as a flat tool."""
        with override_settings(ROOT_URLCONF=URLS, FRISIAN_PIPELINE=SETTINGS):
            flat = call(era, "nothing_list")
            assert text_of(flat) == "null"
            [direct] = best(flat)
        with override_settings(
            ROOT_URLCONF=URLS, FRISIAN_PIPELINE={**SETTINGS, "DISPATCH_GROUPS": {"all": ["nothing_*", "billing_*"]}}
        ):
            grouped = call(era, "all", resource="nothing", action="list", params={})
            assert text_of(grouped) == "null"
            [through] = best(grouped)
        measure(f"a call through its group, over the flat call, {era}", (through - direct) * 1e6, 50, unit="us")
