"""The three tools that find, describe and call the others."""

from typing import Any

import msgspec
import pytest

from frisian_pipeline.mcp.surfaces import Entry
from frisian_pipeline.mcp.tiers import Tier
from frisian_pipeline.tokens import estimate
from tests.mcp.surfaces.hosts import forbidden, listing, plan, refused, resources, run, surface, told

READ, WRITE, ADMIN = Tier.READ, Tier.READ_WRITE, Tier.ADMIN
PREFIXES = [f"{area}/{kind}" for area in ("dcim", "ipam") for kind in ("devices", "cables", "prefixes")]


@pytest.fixture
def three() -> dict[str, Entry]:
    """The search surface of a host whose destroy is for administrators."""
    return surface(resources(*PREFIXES, mcp_admin=("destroy",)), plan("search"))


class TestListing:
    def test_three(self, three: dict[str, Entry]) -> None:
        """Three tools, whatever there is."""
        assert {name: tool["inputSchema"] for name, tool in listing(three, WRITE).items()} == {
            "call": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "arguments": {"type": "object"},
                    "verify": {"type": "boolean"},
                    "continuation_token": {"type": "string"},
                },
                "required": ["name"],
            },
            "describe": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
            "search": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
        }
        assert "verify" not in str(listing(three, READ))

    def test_stable(self, three: dict[str, Entry]) -> None:
        """They are the same for a host of any other tools."""
        assert listing(surface(resources("a/b"), plan("search")), WRITE) == listing(three, WRITE)

    def test_nothing_within_reach(self, three: dict[str, Entry]) -> None:
        """Whom nothing is for, neither sees nor uses them."""
        assert listing(three, Tier.NONE) == {}
        for entry in three.values():
            assert forbidden(entry, Tier.NONE, name="dcim_devices_list", query="list") == ""


class TestSearch:
    def test_what_is_found(self, three: dict[str, Entry]) -> None:
        """The best come first, each with what it does."""
        found = told(three["search"], query="create devices dcim")["tools"]
        assert found[0] == {"name": "dcim_devices_create", "description": "Create one of dcim devices."}

    def test_only_what_is_reachable(self, three: dict[str, Entry]) -> None:
        """What the caller does not reach is not found."""
        assert told(three["search"], ADMIN, query="destroy delete")["tools"]
        assert told(three["search"], WRITE, query="destroy delete") == {"tools": []}
        assert {row["name"].rpartition("_")[2] for row in told(three["search"], READ, query="dcim ipam")["tools"]} == {
            *("list", "retrieve"),
        }

    @pytest.mark.parametrize("budget", [1, 20, 60, 120, 400, 10_000])
    def test_within_the_budget(self, budget: int) -> None:
        """The result costs no more than the budget, one name at the least, and says how many more there are."""
        three = surface(resources(*PREFIXES), plan("search", search_budget=budget))
        answer = told(three["search"], query="dcim")
        assert len(answer["tools"]) + answer.get("more", 0) == 18
        cost = estimate(msgspec.json.encode(answer).decode())
        assert cost <= budget or answer == {"tools": [{"name": answer["tools"][0]["name"]}], "more": 17}
        assert ("more" in answer) == (budget < 400)

    @pytest.mark.parametrize("given", [{}, {"query": None}, {"query": 1}, {"query": "a", "limit": 3}])
    def test_refused(self, three: dict[str, Entry], given: Any) -> None:
        """It takes a query."""
        assert len(refused(three["search"], **given)) == 1


class TestDescribe:
    @pytest.mark.parametrize("name", ["dcim_devices_list", "dcim.devices.list", "dcim-devices_list"])
    def test_a_tool(self, three: dict[str, Entry], name: str) -> None:
        """Its name, what it does and its schema, however the name is spelt."""
        known = told(three["describe"], name=name)
        assert (known["name"], known["description"]) == ("dcim_devices_list", "List dcim devices.")
        assert "ordering" in known["input_schema"]["properties"]

    @pytest.mark.parametrize(
        ("name", "says"),
        [
            ("dcim_devices_lst", "name 'dcim_devices_lst' is not known here; did you mean 'dcim_devices_list'?"),
            ("dcim_devices_destroy", None),
        ],
    )
    def test_refused(self, three: dict[str, Entry], name: str, says: str | None) -> None:
        """What there is not and what the caller does not reach are answered alike; offered is what it reaches."""
        [said] = refused(three["describe"], name=name)
        assert says is None or said == says
        assert f"{name!r} is not known here" in said
        assert "destroy" not in said.replace(name, "")

    def test_no_name(self, three: dict[str, Entry]) -> None:
        """It takes a name."""
        assert refused(three["describe"]) == ["name is required"]


class TestCall:
    @pytest.mark.parametrize(
        ("given", "arguments"),
        [
            ({}, {}),
            ({"arguments": None}, {}),
            ({"arguments": {"slug": "hq", "name": "x"}, "verify": True}, {"slug": "hq", "name": "x", "verify": True}),
            ({"arguments": {"verify": False}, "verify": True}, {"verify": True}),
            ({"continuation_token": "x"}, {"continuation_token": "x"}),
            ({"arguments": {"continuation_token": "x"}}, {"continuation_token": "x"}),
        ],
    )
    def test_a_tool(self, three: dict[str, Entry], given: Any, arguments: Any) -> None:
        """The arguments go to the tool, and what is ours beside them too."""
        assert run(three["call"], name="dcim.devices.update", **given) == ("dcim_devices_update", arguments, True)

    def test_out_of_reach(self, three: dict[str, Entry]) -> None:
        """What the caller does not reach is forbidden, in its own words."""
        assert forbidden(three["call"], name="dcim.devices_destroy") == "dcim.devices_destroy"

    @pytest.mark.parametrize(
        ("given", "says"),
        [
            ({}, "name is required"),
            ({"name": "search"}, "name 'search' is not known here; known: "),
            ({"name": "dcim_devices_creat"}, "did you mean 'dcim_devices_create'?"),
            ({"name": "dcim_devices_list", "arguments": "x"}, "arguments must be null or object"),
            ({"name": "dcim_devices_list", "verify": "true"}, "verify must be boolean"),
            ({"name": "dcim_devices_list", "slug": "x"}, "slug is not known here; known: name, arguments"),
        ],
    )
    def test_refused(self, three: dict[str, Entry], given: Any, says: str) -> None:
        """What does not say what is meant is refused."""
        [said] = refused(three["call"], **given)
        assert says in said
