"""Which discovered tools a hand-written one stands for."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frisian_pipeline.mcp.handwritten import Handwritten
from frisian_pipeline.mcp.surfaces import shadowed
from frisian_pipeline.mcp.surfaces.shadows import forms
from tests.mcp.surfaces.hosts import listing, plan, resources, surface


def dispatcher(name: str) -> dict[str, Handwritten]:
    """A dispatcher of this name."""
    return {name: Handwritten(name=name, description="It.", actions={}, dispatches=True)}


PAIRS = [
    *[("order", "orders"), ("order_line", "order_lines"), ("city", "cities"), ("day", "days"), ("box", "boxes")],
    *[("status", "statuses"), ("address", "addresses"), ("branch", "branches"), ("house", "houses"), ("case", "cases")],
    *[("database", "databases"), ("cache", "caches"), ("size", "sizes"), ("movie", "movies"), ("menu", "menus")],
    *[("invoice", "invoices"), ("bus", "buses"), ("dish", "dishes"), ("key", "keys"), ("device_type", "device_types")],
]
IRREGULAR = {"child": "children", "person": "people", "order": "orderz"}


class TestForms:
    @pytest.mark.parametrize(("singular", "plural"), PAIRS)
    def test_regular(self, singular: str, plural: str) -> None:
        """Each of singular and plural is found from the other."""
        assert plural in forms(singular, {})
        assert singular in forms(plural, {})

    @pytest.mark.parametrize(
        ("name", "found"),
        [
            ("child", {"child", "children"}),
            ("people", {"people", "person"}),
            ("foster_children", {"foster_children", "foster_child"}),
            ("order", {"order", "orderz"}),
        ],
    )
    def test_irregular(self, name: str, found: set[str]) -> None:
        """What the host says wins over the rules, also of a last word."""
        assert forms(name, IRREGULAR) == found

    @given(st.from_regex(r"[a-z]{1,8}(_[a-z]{1,8}){0,2}", fullmatch=True))
    def test_only_the_last_word(self, name: str) -> None:
        """A name is one of its forms, and what stands before its last word is the same in all."""
        before = name.rpartition("_")[0]
        assert name in forms(name, {})
        assert {one.rpartition("_")[0] for one in forms(name, {})} == {before}


class TestShadowed:
    @pytest.mark.parametrize(
        ("resource", "name", "goes"),
        [
            ("orders", "orders", True),
            ("order", "orders", True),
            ("orders", "order", True),
            ("order/lines", "orders", False),
            ("order-lines", "orders", False),
            ("order-lines", "order-lines", True),
            ("order-lines", "order_line", True),
            ("shop/orders", "orders", False),
            ("shop/orders", "shop_orders", True),
            ("reorders", "orders", False),
            ("children", "child", False),
        ],
    )
    def test_a_resource(self, resource: str, name: str, *, goes: bool) -> None:
        """A dispatcher stands for all tools of the resource that it is called after, and for nothing else."""
        tools = resources(resource, "others/it")
        gone = shadowed(tools, dispatcher(name), {})
        own = {tool.name for tool in tools if tool.resource != "others.it"}
        assert len(own) == 6
        assert gone == (dict.fromkeys(own, name) if goes else {})

    def test_plurals(self) -> None:
        """An irregular plural is named by the host."""
        tools = resources("children", "others/it")
        assert len(shadowed(tools, dispatcher("child"), {"child": "children"})) == 6

    @pytest.mark.parametrize("name", ["orders_list", "orders-list"])
    def test_a_function(self, name: str) -> None:
        """A function stands for the tool of its name alone."""
        tools = resources("orders", "others/it")
        it = Handwritten(name=name, description="It.", actions={})
        assert shadowed(tools, {name: it}, {}) == {"orders_list": name}

    @pytest.mark.parametrize("kind", ["flat", "groups", "search"])
    def test_everywhere(self, kind: str) -> None:
        """What is stood for is on no surface, and the others are on each."""
        tools, said = resources("orders", "orders/lines"), plan(kind)
        entries = surface(tools, said, written=dispatcher("orders"))
        found: Any = listing(entries, 2)  # type: ignore[arg-type]
        if kind == "flat":
            assert {name for name in found if name.startswith("orders")} == {
                f"orders_lines_{one}" for one in ("create", "destroy", "list", "partial_update", "retrieve", "update")
            }
        elif kind == "groups":
            assert list(found["orders_2"]["inputSchema"]["properties"]["resource"]["enum"]) == ["orders_lines"]
        else:
            [row] = entries["search"].route({"query": "list"}, 2).data["tools"]  # type: ignore[arg-type,union-attr]
            assert row["name"] == "orders_lines_list"
