"""The automatic agent view: what it takes for noise, and what it never touches."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import toktok
from hypothesis import given
from hypothesis import strategies as st

from frisian_pipeline import Call, Exchange
from frisian_pipeline.exchange import UNKNOWN, Known
from frisian_pipeline.masks import auto
from frisian_pipeline.stages import Prune
from frisian_pipeline.testing.pipeline_laws import leaves

PAYLOADS = Path(__file__).parent / "payloads"

names = st.sampled_from(("id", "slug", "url", "image_url", "name", "title", "value", "label", "a", "b"))
scalars = st.sampled_from((None, "", "x", 0, 7, False, True, 1.5, "http://x/1", "https://x/2", "http://a b"))
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4), max_leaves=12
)
results = st.lists(st.dictionaries(names, values, max_size=5), max_size=3) | values
HQ = {"id": 2, "url": "http://x/sites/2/", "name": "HQ", "slug": "hq", "rack_count": 4}


class TestFields:
    @pytest.mark.parametrize(
        ("row", "kept"),
        [
            pytest.param({"id": 1, "a": None, "b": "", "c": [], "d": {}, "e": ()}, {"id": 1}, id="empties go"),
            pytest.param(
                {"id": 1, "a": False, "b": 0, "c": 0.0}, {"id": 1, "a": False, "b": 0, "c": 0.0}, id="0 stays"
            ),
            pytest.param(
                {"id": 1, "url": "/x/", "image_url": "x.png", "b": "https://x/", "c": ["http://x/1", "http://x/2"]},
                {"id": 1},
                id="addresses go",
            ),
            pytest.param({"id": 1, "a": "see http://x/", "b": "http://x/ or y"}, None, id="texts with one stay"),
            pytest.param({"id": 1, "a": ["http://x/", 5], "url": 5, "b_url": {"c": 1}}, None, id="what is none stays"),
            pytest.param({"url": "http://x/1/", "name": "a"}, None, id="the only identifier stays"),
            pytest.param({"slug": "", "url": "http://x/1/"}, {"url": "http://x/1/"}, id="an empty one is none"),
            pytest.param({"id": True, "url": "http://x/1/"}, None, id="true is none"),
            pytest.param({"id": 1, "a": [None, "", {}, [], "x"]}, None, id="items of lists keep their places"),
            pytest.param({"id": 1, "a": {"b": None, "c": {"d": ""}}}, {"id": 1}, id="what becomes empty goes"),
        ],
    )
    def test_noise(self, row: Any, kept: Any) -> None:
        """Addresses and empty values go out of rows, in lists and pages too; nothing else does."""
        kept = row if kept is None else kept
        page = {"count": 1, "next": "http://x/?page=2", "previous": None, "results": [row]}
        assert auto(row) == kept
        assert auto([[row]]) == [[kept]]
        assert auto(page) == {**page, "results": [kept]}
        assert list(auto(row)) == list(kept)

    def test_the_keys_that_are_always_kept(self) -> None:
        """What identifies the rows stays, whatever it is."""
        row = {"self": "http://x/1/", "pk": None, "url": "http://x/", "a": "http://x/"}
        assert auto(row, ("self", "pk")) == {"self": "http://x/1/", "pk": None}

    @pytest.mark.parametrize("data", [None, "", "http://x/", 0, [], [None, ""]])
    def test_no_row(self, data: Any) -> None:
        """What is no object passes."""
        assert auto(data) == data


class TestObjects:
    @pytest.mark.parametrize(
        ("value", "kept"),
        [
            pytest.param(HQ, {"id": 2, "name": "HQ"}, id="identifier and name"),
            pytest.param([HQ, None, [HQ]], [{"id": 2, "name": "HQ"}, None, [{"id": 2, "name": "HQ"}]], id="in lists"),
            pytest.param({"pk": "p", "display": "D", "x": 1}, {"pk": "p", "display": "D"}, id="other names"),
            pytest.param({"url": "http://x/", "title": "T", "x": 1}, {"url": "http://x/", "title": "T"}, id="by URL"),
            pytest.param({"id": 3, "x": 1, "url": "/3/"}, {"id": 3, "x": 1}, id="without a name"),
            pytest.param({"name": "N", "x": 1, "url": ""}, {"name": "N", "x": 1}, id="without an identifier"),
            pytest.param({"name": "N", "in": HQ}, {"name": "N", "in": {"id": 2, "name": "HQ"}}, id="further inside"),
            pytest.param({"value": "on", "label": "On"}, "on", id="a choice"),
            pytest.param({"value": 0, "label": "Off", "color": ""}, 0, id="a choice of 0"),
            pytest.param([{"value": 1, "label": "One"}], [1], id="choices"),
            pytest.param({"value": {"a": 1}, "label": "x"}, {"value": {"a": 1}, "label": "x"}, id="no choice"),
        ],
    )
    def test_inside_a_row(self, value: Any, kept: Any) -> None:
        """A related object becomes its identifier and name, a choice its value."""
        assert auto({"id": 1, "x": value}) == {"id": 1, "x": kept}

    def test_rows_are_not_related(self) -> None:
        """A row is shown as itself, be it under a key of a result that is itself no object of the host's."""
        row = {"id": 2, "name": "HQ", "racks": 4}
        choices = [{"value": 1, "label": "One"}]
        for data in (row, [row], {"data": [row], "total": 1}, {"first": row}, choices, {"choices": choices}):
            assert auto(data) == data
        assert auto({"data": [{**row, "in": HQ}]}) == {"data": [{**row, "in": {"id": 2, "name": "HQ"}}]}

    def test_it_does_not_go_on_for_ever(self) -> None:
        """Deep inside all is left as it is."""
        deep: Any = {"id": 1, "x": {}, "y": 1}
        for _ in range(200):
            deep = {"id": 1, "x": deep}
        cleaned, depth = auto(deep), 0
        while cleaned["x"] and depth < 4:
            cleaned, depth = cleaned["x"], depth + 1
        assert depth == 4
        assert json.dumps(cleaned["x"])[:20] == json.dumps(deep)[:20]


class TestKnown:
    def test_free_form_data_is_left_alone(self) -> None:
        """It is kept whole, be it an address or like a related object; only where it is empty it goes."""
        known = Known({"meta": Known(opaque=True), "site": Known({"meta": Known(opaque=True)})})
        meta = {"id": 1, "name": "x", "empty": None, "value": {"value": 1, "label": "x"}}
        for value in (meta, [meta], "http://x/"):
            row = {"id": 1, "meta": value, "site": {"meta": value}}
            assert auto(row, known=known) == row
            page = {"count": 1, "results": [row]}
            assert auto(page, known=Known({"results": known})) == page
        assert auto({"id": 1, "meta": {}}, known=known) == {"id": 1}


class TestLaws:
    @given(results, st.sampled_from(((), ("id",), ("slug", "id"))))
    def test_it_settles(self, data: Any, always: tuple[str, ...]) -> None:
        """What was cleaned once is clean."""
        once = auto(data, always)
        assert repr(auto(once, always)) == repr(once)

    @given(results)
    def test_it_leaves_its_input_alone_and_invents_nothing(self, data: Any) -> None:
        """Every leaf is a leaf of the data, which stays what it was."""
        before = deepcopy(data)
        cleaned = auto(data, ("id",))
        assert repr(data) == repr(before)
        assert set(map(repr, leaves(cleaned))) <= set(map(repr, leaves(data)))

    @given(st.dictionaries(names, scalars))
    def test_false_and_0_stay(self, row: Any) -> None:
        """No field that says something goes, but for addresses."""
        gone = row.keys() - auto(row).keys()
        assert all(row[name] in (None, "") or isinstance(row[name], str) for name in gone)


def cost(data: Any, **layout: Any) -> int:
    """Exact tokens of the larger of two vocabularies."""
    text = json.dumps(data, ensure_ascii=False, **(layout or {"separators": (",", ":")}))
    return max(int(toktok.batch_count([text], name)[0]) for name in ("cl100k_base", "o200k_base"))


def load(name: str) -> Any:
    """One of the payloads."""
    return json.loads((PAYLOADS / f"{name}.json").read_text())


def viewed(name: str, view: Any) -> Any:
    """A payload through an agent view."""
    return Prune()(Exchange.begin(Call("offers", view=view, known=UNKNOWN), load(name))).body


class TestPayloads:
    """What views save, counted exactly."""

    def test_a_product(self) -> None:
        """The context of a product is under 111 tokens through its view."""
        view = (
            "name,brand,category,ev_points,ppd_rate,offer_count,stickers,offers(title,points,expires,retailer,stickers)"
        )
        seen = viewed("product_context", view)
        assert seen == load("product_context.agent")
        assert cost(seen) < 111
        assert cost(load("product_context"), indent=2) >= 345

    def test_offers(self) -> None:
        """Ten offers found are at most a quarter of what they are indented."""
        seen = viewed("search_offers_10", "offer_id,title,points,expires,retailer")
        assert len(seen["results"]) == 10
        assert cost(seen) <= 0.25 * cost(load("search_offers_10"), indent=2)

    @pytest.mark.parametrize("name", ["device_list_50", "device_bulk_echo_60", "netbox_devices_60_created"])
    def test_devices(self, name: str) -> None:
        """Nobody need declare a view to save half of a list of devices."""
        whole = load(name)
        assert cost(auto(whole, ("id",))) <= 0.5 * cost(whole)
