"""Field masks: their grammar, what they keep and drop, and what is unknown."""

import json
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct, field

from frisian_pipeline.errors import MaskError
from frisian_pipeline.exchange import UNKNOWN, Known
from frisian_pipeline.masks import (
    compile_mask,
    drop,
    is_page,
    keep,
    mask_of,
    nearest,
    notes_on,
    reaches_into,
    rows_of,
    unknown,
)

Names = tuple[str, ...]

names = st.sampled_from(("a", "b", "c", "x-y", "é", "1"))
scalars = st.none() | st.booleans() | st.integers(-2, 2) | st.just(0.0) | st.sampled_from(("", "a", "é"))
keys = names | st.just(1)


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Scalars, and lists and objects of what is inside."""
    return scalars | st.lists(inner, max_size=2) | st.dictionaries(keys, inner, max_size=3)


values = nested(nested(scalars))
objects = st.dictionaries(keys, values, max_size=3)
results = objects | st.lists(objects, max_size=3) | values
patterns = st.lists(st.lists(names | st.just("*"), min_size=1, max_size=3).map(tuple), min_size=1, max_size=4)


def text_of(several: list[Names]) -> str:
    """Write paths as a mask."""
    return ",".join(map(".".join, several))


def fits(pattern: Names, path: Names) -> bool:
    """Each name of the pattern is met, as far as both go."""
    return all(want in {"*", name} for want, name in zip(pattern, path, strict=False))


def is_named(several: list[Names], path: Names) -> bool:
    """Some pattern names this place or one above it."""
    return any(len(pattern) <= len(path) and fits(pattern, path) for pattern in several)


def is_above(several: list[Names], path: Names) -> bool:
    """Some pattern names a place below this one."""
    return any(len(pattern) > len(path) and fits(pattern, path) for pattern in several)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place of plain data and what stands there; a step is a key, or the position in a list, in a tuple."""
    yield path, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from places(value, (*path, key))
    if isinstance(data, list):
        for position, value in enumerate(data):
            yield from places(value, (*path, (position,)))


def seen(path: tuple[Any, ...]) -> Names:
    """A path as masks see it: lists are transparent, and keys are text."""
    return tuple(str(step) for step in path if not isinstance(step, tuple))


def leaves(data: Any) -> list[tuple[tuple[Any, ...], str]]:
    """Every scalar and its path; written out, so that False is not 0."""
    return [(path, repr(value)) for path, value in places(data) if not isinstance(value, (dict, list))]


def is_part(part: Any, whole: Any) -> bool:
    """Objects have some of the keys in the same order, lists are as long, scalars are the same."""
    if isinstance(whole, dict):
        in_order = list(part) == [key for key in whole if key in part]
        return in_order and all(is_part(part[key], whole[key]) for key in part)
    if isinstance(whole, list):
        return len(part) == len(whole) and all(map(is_part, part, whole))
    return part is whole


class TestMask:
    def test_says_what_to_do_with_a_key(self) -> None:
        """A mask says None for a whole value, a mask for a part of it, and is unset for a key that it does not know."""
        mask = compile_mask("a,b.c")
        assert [mask.of("a"), mask.of("b"), mask.of("z")] == [None, compile_mask("c"), UNSET]
        assert compile_mask("a,*.c").of("z") == compile_mask("c")

    def test_cannot_be_changed(self) -> None:
        """Nobody changes a compiled mask for the others who share it."""
        with pytest.raises(AttributeError):
            compile_mask("a").named = ("b",)  # type: ignore[misc]

    def test_shows_its_names(self) -> None:
        """A mask prints the names it knows and nothing below them: some masks hold more paths than can be printed."""
        assert repr(compile_mask("a,b(c)")) == "Mask(a, b)"


class TestCompileMask:
    @pytest.mark.parametrize(
        ("text", "same"),
        [
            pytest.param("a.b", "a(b)", id="group"),
            pytest.param("a/b", "a.b", id="slash"),
            pytest.param(" a . b ( c , d ) ,\te\n", "a.b(c,d),e", id="blanks"),
            pytest.param("a(b,c)", "a.b,a.c", id="group of two"),
            pytest.param("a(b.c(d),e)", "a.b.c.d,a.e", id="groups and dots"),
            pytest.param("a.b,a.b", "a.b", id="twice"),
            pytest.param("a,a.b", "a", id="whole, then part"),
            pytest.param("a.b,a", "a", id="part, then whole"),
            pytest.param("a,a(b(c),d),e", "a,e", id="whole, then group"),
            pytest.param("*(id)", "*.id", id="group of every name"),
        ],
    )
    def test_spellings(self, text: str, same: str) -> None:
        """There are several ways to write one mask."""
        assert compile_mask(text) == compile_mask(same)

    @pytest.mark.parametrize(
        "name", ["x-y", "é", "名", "a:b", "$ref", "0", "-1", "--1", "²", "a'b\"", "\ud800"], ids=ascii
    )
    def test_names(self, name: str) -> None:
        """A name is any characters but blanks and those of the grammar."""
        assert keep(compile_mask(name), {name: 1, "b": 2}) == {name: 1}

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("", "at its end: a name is missing."),
            ("  ", "at its end: a name is missing."),
            ("a,", "at its end: a name is missing."),
            ("a.", "at its end: a name is missing."),
            (",a", "at character 1, ',a': a name is missing."),
            ("a,,b", "at character 3, ',b': a name is missing."),
            ("a..b", "at character 3, '.b': a name is missing."),
            ("(a)", "at character 1, '(a)': a name is missing."),
            ("a()", "at character 3, ')': a name is missing."),
            ("a.(b)", "at character 3, '(b)': a name is missing."),
            ("a(b,)", "at character 5, ')': a name is missing."),
            ("a(b", "at its end: a ) is missing."),
            ("a(b(c)", "at its end: a ) is missing."),
            ("a)", "at character 2, ')': this ) closes nothing."),
            ("a(b))", "at character 5, ')': this ) closes nothing."),
            ("a(b).c", "at character 5, '.c': only , or ) may follow a )."),
            ("a(b)(c)", "at character 5, '(c)': only , or ) may follow a )."),
            ("a(b)c", "at character 5, 'c': a , is missing."),
            ("a b", "at character 3, 'b': a , is missing."),
            ("a*", "at character 2, '*': a , is missing."),
            ("a " + "b" * 50, "at character 3, 'bbbbbbbbbbbbbbbbbbbb': a , is missing."),
        ],
    )
    def test_faults(self, text: str, fault: str) -> None:
        """A fault is told with its place, a little of the text there, and what is legal."""
        with pytest.raises(MaskError) as caught:
            compile_mask(text)
        legal = "Write names like a,b.c,d(e,f), or * for every name."
        assert str(caught.value) == f"The mask cannot be read {fault} {legal}"

    @pytest.mark.parametrize("text", [None, 1, b"a", ["a"]], ids=repr)
    def test_no_text(self, text: Any) -> None:
        """What is no text is no mask."""
        with pytest.raises(MaskError, match=r"^The mask is no text\. Write names like"):
            compile_mask(text)

    @pytest.mark.parametrize(
        ("most", "over", "fault"),
        [
            pytest.param("a" * 2_000, "a" * 2_001, "The mask is longer than 2000 characters.", id="length"),
            pytest.param(
                "a.b.c.d.e.f.g.h",
                "a.b.c.d.e.f.g.h.i",
                "at character 17, 'i': more than 8 names stand below each other.",
                id="depth",
            ),
            pytest.param(
                "a(b(c(d(e(f(g(h)))))))",
                "a(b(c(d(e(f(g(h(i))))))))",
                "at character 17, 'i))))))))': more than 8 names stand below each other.",
                id="depth of groups",
            ),
            pytest.param(
                ",".join(f"n{number}" for number in range(200)),
                ",".join(f"n{number}" for number in range(201)),
                "at its end: more than 200 fields are named.",
                id="leaves",
            ),
            pytest.param("a," * 199 + "a", "a," * 200 + "a", "more than 200 fields are named.", id="one leaf repeated"),
        ],
    )
    def test_limits(self, most: str, over: str, fault: str) -> None:
        """A mask at a limit is compiled, and refused beyond it."""
        assert compile_mask(most).named
        with pytest.raises(MaskError) as caught:
            compile_mask(over)
        assert fault in str(caught.value)

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("(" * 2_000, id="groups of nothing"),
            pytest.param("a(" * 1_000, id="open groups"),
            pytest.param("a" + ")" * 1_999, id="closed groups"),
            pytest.param("*." * 1_000, id="stars"),
            pytest.param("," * 2_000, id="commas"),
            pytest.param(" " * 2_000, id="blanks"),
            pytest.param("(" * 10_000_000, id="ten million characters"),
        ],
    )
    def test_hostile_texts(self, text: str) -> None:
        """No text makes compiling long or deep."""
        with pytest.raises(MaskError):
            compile_mask(text)

    def test_stars_that_multiply(self) -> None:
        """A mask whose stars meet so many names that it would grow without measure is refused."""
        text = ",".join(f"{'*.' * above}n{number}{'.z' * (7 - above)}" for above in range(8) for number in range(12))
        with pytest.raises(MaskError, match=r"^The mask says more than 1000 things through its \*\. Use"):
            compile_mask(text)

    @given(st.text() | st.text(alphabet="ab*.,/() \té"))
    def test_fails_with_nothing_else(self, text: str) -> None:
        """Any text is a mask or a MaskError."""
        try:
            assert compile_mask(text).named
        except MaskError as error:
            assert str(error).startswith("The mask ")  # noqa: PT017 - that it fails is not the rule

    @given(patterns)
    def test_spelling_does_not_matter(self, several: list[Names]) -> None:
        """Dots, slashes, groups and blanks are one mask."""
        mask = compile_mask(text_of(several))
        assert mask == compile_mask(",".join(map("/".join, several)))
        assert mask == compile_mask(" , ".join(map(" . ".join, several)))
        assert mask == compile_mask(",".join("(".join(path) + ")" * (len(path) - 1) for path in several))
        assert compile_mask(f"a({text_of(several)})") == compile_mask(text_of([("a", *path) for path in several]))

    def test_is_kept(self) -> None:
        """A mask that is in use is not compiled again."""
        assert compile_mask("kept.twice") is compile_mask("kept.twice")

    def test_the_cache_is_bounded(self) -> None:
        """A mask that nobody asked for lately is forgotten."""
        first = compile_mask("first")
        for number in range(500):
            compile_mask(f"n{number}")
        assert compile_mask("first") is not first

    def test_threads(self) -> None:
        """Threads that compile at once all get the right masks."""
        texts = [f"t{number}" for number in range(300)] * 8
        with ThreadPoolExecutor(8) as pool:
            assert [mask.named for mask in pool.map(compile_mask, texts)] == [(text,) for text in texts]


class TestRows:
    @pytest.mark.parametrize(
        ("data", "rows"),
        [
            pytest.param({"count": 1, "results": [{"a": 1}]}, [{"a": 1}], id="count"),
            pytest.param({"next": None, "results": []}, [], id="next"),
            pytest.param({"previous": None, "results": (1,)}, (1,), id="previous"),
            pytest.param(OrderedDict(results=[1], count=1), [1], id="ordered dict"),
        ],
    )
    def test_page(self, data: Any, rows: Any) -> None:
        """A page has a list of results and at least one of count, next and previous."""
        assert is_page(data)
        assert rows_of(data) == rows

    @pytest.mark.parametrize(
        ("data", "rows"),
        [
            pytest.param({"results": [1]}, ({"results": [1]},), id="nothing else of a page"),
            pytest.param({"count": 1, "results": {}}, ({"count": 1, "results": {}},), id="results are no list"),
            pytest.param({"count": 1}, ({"count": 1},), id="no results"),
            pytest.param([1, [2]], [1, [2]], id="list"),
            pytest.param((1, 2), (1, 2), id="tuple"),
            pytest.param(None, (None,), id="null"),
            pytest.param("text", ("text",), id="text"),
        ],
    )
    def test_no_page(self, data: Any, rows: Any) -> None:
        """Anything else is a list of rows, or is the one row."""
        assert not is_page(data)
        assert rows_of(data) == rows


DEVICE = {
    "id": 1,
    "url": "https://example.com/1/",
    "name": "edge-01",
    "site": {"id": 7, "name": "HQ", "region": {"id": 3, "name": "North"}},
    "rack": None,
    "tags": [{"id": 1, "name": "x"}, {"id": 2, "name": "y"}],
    "ports": {"eth0": {"id": 8, "up": False}, "eth1": {"id": 9, "up": True}},
    "units": 0,
}


class TestKeep:
    def test_real_rows(self) -> None:
        """A list of devices loses all that its view does not name."""
        devices = json.loads((Path(__file__).parent / "payloads" / "device_list_50.json").read_bytes())
        kept = keep(compile_mask("id,name,site(name),role(name),status(value)"), devices)
        assert len(kept["results"]) == 50
        assert json.dumps({**kept, "results": kept["results"][:1]}, separators=(",", ":")) == (
            '{"count":1432,"next":"https://netbox.example.com/api/dcim/devices/?limit=50&offset=50","previous":null,'
            '"results":[{"id":1000,"name":"edge-000","role":{"name":"Access Switch"},"site":{"name":"HQ 1"},'
            '"status":{"value":"planned"}}]}'
        )

    @pytest.mark.parametrize(
        ("text", "kept"),
        [
            pytest.param("name,id", {"id": 1, "name": "edge-01"}, id="the data's order"),
            pytest.param("site.name", {"site": {"name": "HQ"}}, id="part"),
            pytest.param("site.region.name", {"site": {"region": {"name": "North"}}}, id="part of a part"),
            pytest.param("rack.name", {"rack": None}, id="null parent"),
            pytest.param("name.first", {"name": "edge-01"}, id="scalar parent"),
            pytest.param("units", {"units": 0}, id="zero"),
            pytest.param("tags.name", {"tags": [{"name": "x"}, {"name": "y"}]}, id="list"),
            pytest.param("site.nothing", {"site": {}}, id="nothing of a parent"),
            pytest.param("nothing", {}, id="nothing"),
            pytest.param("ports.*.up", {"ports": {"eth0": {"up": False}, "eth1": {"up": True}}}, id="star inside"),
            pytest.param("ports(*)", {"ports": DEVICE["ports"]}, id="star at the end"),
            pytest.param(
                "ports(eth0.id,*.up)",
                {"ports": {"eth0": {"id": 8, "up": False}, "eth1": {"up": True}}},
                id="a name and its star",
            ),
            pytest.param("*,site.name", DEVICE, id="star keeps all"),
        ],
    )
    def test_kept(self, text: str, kept: dict[str, Any]) -> None:
        """Lists are transparent, a parent that is no object stays as it is, and the order is the data's."""
        assert list(keep(compile_mask(text), DEVICE).items()) == list(kept.items())

    def test_rows_of_a_page(self) -> None:
        """A mask is of the rows of a page; the rest of the page stays, and stays in its place."""
        page = {"count": 9, "facets": {"id": 1}, "results": [{"id": 1, "a": 2}], "name": "x"}
        assert list(keep(compile_mask("id"), page).items()) == [
            ("count", 9),
            ("facets", {"id": 1}),
            ("results", [{"id": 1}]),
            ("name", "x"),
        ]

    @pytest.mark.parametrize(
        ("text", "kept"),
        [
            pytest.param("results.a", {"results": [{"id": 1, "a": 2}]}, id="part of the results"),
            pytest.param("count,results.b", {"count": 9, "results": [{"id": 1}]}, id="count and part"),
            pytest.param("results", {"results": [{"id": 1, "a": 2}]}, id="results"),
        ],
    )
    def test_page_itself(self, text: str, kept: dict[str, Any]) -> None:
        """A mask that names results is of the page itself; its rows keep what is always kept."""
        assert keep(compile_mask(text), {"count": 9, "results": [{"id": 1, "a": 2}]}, ["id"]) == kept

    def test_always(self) -> None:
        """What is always kept is kept whole, and only of the rows."""
        rows = [{"site": {"id": 2, "a": 3}, "id": {"x": 1, "y": 2}}, {"site": None}]
        assert keep(compile_mask("site.a,id.x"), rows, iter(["id"])) == [
            {"site": {"a": 3}, "id": {"x": 1, "y": 2}},
            {"site": None},
        ]

    def test_number_keys(self) -> None:
        """A name that is a number names the key that is this number, too."""
        data = {1: "x", -2: {"a": 1, "b": 2}, 3: "y", 4: "z"}
        assert keep(compile_mask("1,-2.a,03,+4"), data) == {1: "x", -2: {"a": 1}}

    def test_kinds_of_containers(self) -> None:
        """Any kind of dict is an object and any kind of list a list; plain ones come out."""

        class Rows(list[Any]):
            pass

        kept = keep(compile_mask("a.b"), Rows([OrderedDict(a=({"b": 1, "c": 2}, 3), d=4)]))
        assert repr(kept) == "[{'a': [{'b': 1}, 3]}]"

    def test_lists_in_lists(self) -> None:
        """Lists are transparent inside lists."""
        assert keep(compile_mask("a"), [[{"a": 1, "b": 2}, [[], 5]], {"b": 2}]) == [[{"a": 1}, [[], 5]], {}]

    @given(patterns, results)
    def test_keeps_what_is_named(self, several: list[Names], data: Any) -> None:
        """The scalars kept are those that are named, and those that stand where an object is looked into."""
        assert leaves(keep(compile_mask(text_of(several)), data)) == [
            (path, value)
            for path, value in leaves(data)
            if is_named(several, seen(path)) or is_above(several, seen(path))
        ]

    @given(patterns, results, st.lists(names, max_size=2))
    def test_settles(self, several: list[Names], data: Any, always: list[str]) -> None:
        """To keep twice is to keep once."""
        mask = compile_mask(text_of(several))
        once = keep(mask, data, always)
        assert repr(keep(mask, once, always)) == repr(once)

    @given(patterns, results, st.lists(names, max_size=2))
    def test_invents_nothing(self, several: list[Names], data: Any, always: list[str]) -> None:
        """What is kept is the data without some keys, in the same order."""
        assert is_part(keep(compile_mask(text_of(several)), data, always), data)

    @given(results)
    def test_a_star_keeps_everything(self, data: Any) -> None:
        """What * keeps is the data."""
        assert repr(keep(compile_mask("*"), data)) == repr(data)


class TestDrop:
    @pytest.mark.parametrize(
        ("text", "left"),
        [
            pytest.param("url,site,tags,ports", {"id": 1, "name": "edge-01", "rack": None, "units": 0}, id="names"),
            pytest.param("site(id,region)", {**DEVICE, "site": {"name": "HQ"}}, id="part"),
            pytest.param("rack.name,name.first", DEVICE, id="parents that are no objects"),
            pytest.param("tags.id", {**DEVICE, "tags": [{"name": "x"}, {"name": "y"}]}, id="list"),
            pytest.param("ports.*.id", {**DEVICE, "ports": {"eth0": {"up": False}, "eth1": {"up": True}}}, id="star"),
            pytest.param("ports(eth0.id,*.up)", {**DEVICE, "ports": {"eth0": {}, "eth1": {"id": 9}}}, id="both"),
            pytest.param("nothing,site.nothing", DEVICE, id="nothing"),
            pytest.param("*", {}, id="everything"),
        ],
    )
    def test_left(self, text: str, left: dict[str, Any]) -> None:
        """Lists are transparent, a parent that is no object stays, and the order is the data's."""
        assert list(drop(compile_mask(text), DEVICE).items()) == list(left.items())

    def test_rows_of_a_page(self) -> None:
        """A mask is of the rows of a page; the rest of the page stays."""
        page = {"count": 9, "a": 1, "results": [{"id": 1, "a": 2}]}
        assert drop(compile_mask("a"), page) == {"count": 9, "a": 1, "results": [{"id": 1}]}

    @pytest.mark.parametrize(
        ("text", "left"),
        [
            pytest.param("results(id,a)", {"count": 9, "results": [{"id": 1, "b": 3}]}, id="part of the results"),
            pytest.param("results.*,count", {"results": [{"id": 1}]}, id="all of the results"),
            pytest.param("results", {"count": 9}, id="results"),
        ],
    )
    def test_page_itself(self, text: str, left: dict[str, Any]) -> None:
        """A mask that names results is of the page itself; while it has rows, they keep what is always kept."""
        assert drop(compile_mask(text), {"count": 9, "results": [{"id": 1, "a": 2, "b": 3}]}, ["id"]) == left

    def test_always(self) -> None:
        """What is always kept is left whole, and only of the rows."""
        rows = [{"site": {"id": 2, "a": 3}, "id": {"x": 1, "y": 2}, "b": 1}]
        assert drop(compile_mask("*.x,b,site.id,id"), rows, ["id"]) == [{"site": {"a": 3}, "id": {"x": 1, "y": 2}}]

    @given(patterns, results)
    def test_parts_with_keep(self, several: list[Names], data: Any) -> None:
        """A scalar is left unless it is named, else kept; both only where it stands where an object is looked into."""
        mask = compile_mask(text_of(several))
        kept, left = leaves(keep(mask, data)), leaves(drop(mask, data))
        assert left == [(path, value) for path, value in leaves(data) if not is_named(several, seen(path))]
        assert set(kept) | set(left) == set(leaves(data))
        assert all(is_above(several, seen(path)) for path, _ in set(kept) & set(left))

    @given(patterns, results, st.lists(names, max_size=2))
    def test_settles(self, several: list[Names], data: Any, always: list[str]) -> None:
        """To drop twice is to drop once."""
        mask = compile_mask(text_of(several))
        once = drop(mask, data, always)
        assert repr(drop(mask, once, always)) == repr(once)

    @given(patterns, results, st.lists(names, max_size=2))
    def test_invents_nothing(self, several: list[Names], data: Any, always: list[str]) -> None:
        """What is left is the data without some keys, in the same order."""
        assert is_part(drop(compile_mask(text_of(several)), data, always), data)


class TestKeepAndDrop:
    @pytest.mark.parametrize("prune", [keep, drop])
    @given(several=patterns, data=results, always=st.lists(names, max_size=2))
    def test_leaves_its_input_alone(self, prune: Any, several: list[Names], data: Any, always: list[str]) -> None:
        """The data is not changed."""
        before = deepcopy(data)
        prune(compile_mask(text_of(several)), data, always)
        assert repr(data) == repr(before)

    @pytest.mark.parametrize("prune", [keep, drop])
    @given(several=patterns, rows=st.lists(objects, max_size=3), always=st.lists(names, max_size=2))
    def test_spares_what_is_always_kept(
        self, prune: Any, several: list[Names], rows: list[dict[Any, Any]], always: list[str]
    ) -> None:
        """Every row has, whole, what is always kept of it."""
        spared = [{key: row[key] for key in row if str(key) in always} for row in rows]
        pruned = prune(compile_mask(text_of(several)), rows, always)
        assert repr([{key: row[key] for key in row if str(key) in always} for row in pruned]) == repr(spared)

    @pytest.mark.parametrize("prune", [keep, drop])
    @given(several=patterns, rows=st.lists(values, max_size=3))
    def test_a_page_is_its_rows(self, prune: Any, several: list[Names], rows: list[Any]) -> None:
        """The rows of a page become what they become as a list, and the page is otherwise the same."""
        mask = compile_mask(text_of(several))
        page = {"count": 3, "results": rows, "a": {"b": 1}}
        assert repr(prune(mask, page)) == repr({**page, "results": prune(mask, rows)})

    @pytest.mark.parametrize("prune", [keep, drop, unknown])
    @pytest.mark.parametrize("key", [None, "a", "b"], ids=["lists", "whole objects", "objects"])
    def test_deep_data(self, prune: Any, key: str | None) -> None:
        """Only a mask's depth counts, not the data's."""
        data: Any = {"a": 1, "b": 2}
        for _ in range(50_000):
            data = [data] if key is None else {key: data}
        prune(compile_mask("a,b.b,*.b.c"), data)


class Site(Struct):
    id: int
    name: str = ""


class Node(Struct):
    name: str
    parent: "Node | None" = None
    children: "list[Node]" = []
    others: "dict[str, Node]" = {}


Many = defstruct("Many", [(f"a{number}", "list[Many]") for number in range(50)], module=__name__)


class Cat(Struct, tag=True, tag_field="kind"):
    name: str
    lives: int = 9


class Dog(Struct, tag="dog", tag_field="kind"):
    name: str
    home: Site | None = None


class Colour(Enum):
    RED = "red"


SITE = {"id": 1, "name": "HQ", "slug": "hq"}
KEPT = {"id": 1, "name": "HQ"}


class TestMaskOf:
    def test_text(self) -> None:
        """A view that is text is a mask."""
        assert mask_of("a.b") is compile_mask("a.b")

    @pytest.mark.parametrize("view", [None, 1, int, Site(1), list[Site]], ids=repr)
    def test_no_view(self, view: Any) -> None:
        """A view is text or a Struct class, and nothing else."""
        with pytest.raises(MaskError, match=r"^An agent view is a field mask or a msgspec\.Struct class\.$"):
            mask_of(view)

    def test_fields_are_kept(self) -> None:
        """The fields of a Struct are kept and nothing is converted or required."""
        rows = [{"name": 5, "id": "x", "slug": "hq"}, {"slug": "x"}, {"id": {"any": []}}, None, "text"]
        assert keep(mask_of(Site), rows) == [{"name": 5, "id": "x"}, {}, {"id": {"any": []}}, None, "text"]

    def test_encoded_names(self) -> None:
        """A field has the name that it has in JSON."""

        class Renamed(Struct, rename="camel"):
            asset_tag: str
            kind: str = field(default="x", name="type")

        data = {"assetTag": "a", "asset_tag": "b", "type": "y", "kind": "z"}
        assert keep(mask_of(Renamed), data) == {"assetTag": "a", "type": "y"}
        assert keep(mask_of(Renamed), {"type": "x"}) == {}

    @pytest.mark.parametrize(
        ("kind", "value", "kept"),
        [
            pytest.param(Site, SITE, KEPT, id="Struct"),
            pytest.param(Site, [SITE], [KEPT], id="Struct where a list is"),
            pytest.param(Site | None, SITE, KEPT, id="optional"),
            pytest.param(Site | str, SITE, KEPT, id="or a scalar"),
            pytest.param(list[Site], [SITE, None], [KEPT, None], id="list"),
            pytest.param(list[list[Site]] | None, [[SITE]], [[KEPT]], id="list of lists"),
            pytest.param(tuple[Site, ...], (SITE,), [KEPT], id="tuple"),
            pytest.param(tuple[int, Site, Site], [1, SITE, SITE], [1, KEPT, KEPT], id="fixed tuple"),
            pytest.param(tuple[Site, Site], [{"id": 1, "name": ""}], [{"id": 1}], id="one Struct twice"),
            pytest.param(set[Site], [SITE], [KEPT], id="set"),
            pytest.param(dict[str, Site], {"x": SITE}, {"x": KEPT}, id="dict"),
            pytest.param(dict[str, list[Site]] | None, {"x": [SITE]}, {"x": [KEPT]}, id="dict of lists"),
            pytest.param(Annotated[list[Site], Meta(max_length=3)], [SITE], [KEPT], id="annotated"),
            pytest.param(int, SITE, SITE, id="scalar"),
            pytest.param(Any, SITE, SITE, id="anything"),
            pytest.param(dict[str, int], SITE, SITE, id="dict of scalars"),
            pytest.param(list[dict[str, Any]], [SITE], [SITE], id="list of dicts"),
            pytest.param(tuple[Site, dict[str, Any]], [SITE], [SITE], id="Struct beside a dict"),
            pytest.param(tuple[dict[str, Site], dict[str, Site]], [SITE], [SITE], id="dicts beside each other"),
            pytest.param(tuple[Site, Any], [SITE], [SITE], id="Struct beside anything"),
        ],
    )
    def test_nested(self, kind: Any, value: Any, kept: Any) -> None:
        """Structs inside a field's type are views of its value; where it may hold other objects, the value is whole."""
        view = defstruct("View", [("site", kind)])
        assert keep(mask_of(view), {"site": value, "other": 1}) == {"site": kept}

    @pytest.mark.parametrize(
        ("kind", "default", "value"),
        [
            pytest.param(bool, False, False, id="false"),
            pytest.param(int, 0, 0, id="zero"),
            pytest.param(float, 0, 0.0, id="zeros of two kinds"),
            pytest.param(str | None, None, None, id="null"),
            pytest.param(Colour, Colour.RED, "red", id="enum"),
            pytest.param(Decimal, Decimal("1.50"), "1.50", id="decimal"),
            pytest.param(list[int], field(default_factory=list), [], id="empty list"),
            pytest.param(list[int], field(default_factory=lambda: [0, 1]), [0, 1], id="list"),
            pytest.param(tuple[int, ...], (0,), [0], id="tuple"),
            pytest.param(list[int], field(default_factory=lambda: [0]), (0,), id="list as a tuple"),
            pytest.param(dict[str, int], field(default_factory=lambda: {"a": 0}), OrderedDict(a=0), id="dict"),
            pytest.param(Site, field(default_factory=lambda: Site(1)), {"name": "", "id": 1}, id="Struct"),
        ],
    )
    def test_defaults_are_left_out(self, kind: Any, default: Any, value: Any) -> None:
        """A value that is the field's default, as JSON has it, is left out."""
        view = defstruct("View", [("a", kind, default)])
        assert keep(mask_of(view), [{"a": value}, {"a": "other"}]) == [{}, {"a": "other"}]

    @pytest.mark.parametrize(
        ("kind", "default", "value"),
        [
            pytest.param(int, 0, False, id="false is not 0"),
            pytest.param(bool, False, 0, id="0 is not false"),
            pytest.param(bool, True, 1.0, id="1.0 is not true"),
            pytest.param(list[int], field(default_factory=lambda: [0]), [False], id="nor in a list"),
            pytest.param(list[int], field(default_factory=lambda: [0]), [0, 0], id="longer list"),
            pytest.param(list[int], field(default_factory=list), None, id="null is not empty"),
            pytest.param(list[int], field(default_factory=list), {}, id="an object is no list"),
            pytest.param(dict[str, int], field(default_factory=dict), [], id="a list is no object"),
            pytest.param(dict[str, int], field(default_factory=lambda: {"a": 0}), {"a": False}, id="nor in an object"),
            pytest.param(dict[str, int], field(default_factory=lambda: {"a": 0}), {"b": 0}, id="other keys"),
            pytest.param(str | None, None, "", id="empty is not null"),
            pytest.param(int | UnsetType, UNSET, None, id="null is not unset"),
            pytest.param(object, object(), None, id="a default that JSON does not have"),
        ],
    )
    def test_other_values_stay(self, kind: Any, default: Any, value: Any) -> None:
        """A value that is only like the default stays."""
        view = defstruct("View", [("a", kind, default)])
        assert repr(keep(mask_of(view), {"a": value})) == repr({"a": value})

    def test_a_value_that_becomes_the_default(self) -> None:
        """A value that is the default once it is pruned is left out the first time, so that keeping settles."""

        class Inner(Struct, omit_defaults=True):
            b: int = 0

        class Outer(Struct):
            a: Inner = field(default_factory=Inner)

        assert keep(mask_of(Outer), [{"a": {"b": 0, "x": 1}}, {"a": {"b": 1, "x": 1}}]) == [{}, {"a": {"b": 1}}]

    def test_always_beats_a_default(self) -> None:
        """What is always kept of a row is kept even where it is the default."""
        assert keep(mask_of(Site), [{"id": 1, "name": "", "x": 2}], ["name"]) == [{"id": 1, "name": ""}]

    def test_defaults_mean_nothing_to_drop(self) -> None:
        """What a Struct names is dropped, and a default that stands where it looks for an object stays."""
        assert drop(mask_of(Node), {"name": "a", "parent": None, "x": 1}) == {"parent": None, "x": 1}

    def test_union_of_structs(self) -> None:
        """Of a union every field and tag is kept, for who knows whose default a value is."""

        class Pets(Struct):
            pets: list[Cat | Dog]

        pets = [{"kind": "Cat", "name": "Tom", "lives": 9, "x": 1}, {"kind": "dog", "name": "Rex", "home": SITE}]
        assert keep(mask_of(Pets), {"pets": pets}) == {
            "pets": [{"kind": "Cat", "name": "Tom", "lives": 9}, {"kind": "dog", "name": "Rex", "home": KEPT}]
        }

    def test_recursive_struct(self) -> None:
        """A Struct that holds itself is a view eight levels down; below that, values are whole."""
        data: dict[str, Any] = {"name": "leaf", "x": 1}
        kept: dict[str, Any] = {"name": "leaf", "x": 1}
        for level in range(9):
            data = {"name": str(level), "parent": data, "x": 1}
            kept = {"name": str(level), "parent": kept} | ({"x": 1} if level == 0 else {})
        assert keep(mask_of(Node), data) == kept

    def test_many_paths(self) -> None:
        """Structs that hold each other compile in time, however many paths lead through them."""
        assert keep(mask_of(Many), {"a7": [{"a8": 1, "b": 2}]}) == {"a7": [{"a8": 1}]}

    def test_types_that_cannot_be_read(self) -> None:
        """A Struct whose types msgspec cannot read is no view."""
        view = defstruct("View", [("a", "Nowhere")])
        with pytest.raises(MaskError, match=r"^View is no agent view: msgspec cannot read the types of its fields\.$"):
            mask_of(view)

    def test_is_kept(self) -> None:
        """A class is compiled once."""
        assert mask_of(Site) is mask_of(Site)

    @given(results)
    def test_settles(self, data: Any) -> None:
        """To keep twice is to keep once, defaults and all."""

        class Inner(Struct):
            b: int = 0

        class Outer(Struct):
            a: Inner | None = None
            b: dict[str, Inner] = {}
            c: list[Inner] = []
            d: Inner = field(default_factory=Inner, name="é")

        once = keep(mask_of(Outer), data)
        assert repr(keep(mask_of(Outer), once)) == repr(once)


class TestUnknown:
    @pytest.mark.parametrize(
        ("text", "data", "paths"),
        [
            pytest.param("name,site.name", DEVICE, (), id="all known"),
            pytest.param("nmae", DEVICE, ("nmae",), id="unknown"),
            pytest.param("zz,nmae,aa", DEVICE, ("zz", "nmae", "aa"), id="the mask's order"),
            pytest.param("site(nmae,id),x.y.z", DEVICE, ("site.nmae", "x"), id="first unknown name of a path"),
            pytest.param("tags.nmae", DEVICE, ("tags.nmae",), id="in a list"),
            pytest.param("a.b", {"a": ({"c": 1},)}, ("a.b",), id="in a tuple"),
            pytest.param("rack.name", DEVICE, (), id="below null"),
            pytest.param("name.first", DEVICE, (), id="below a scalar"),
            pytest.param("a.b", {"a": {}}, (), id="below an empty object"),
            pytest.param("a.b", {"a": []}, (), id="below an empty list"),
            pytest.param("a.b", {"a": [[], [{}]]}, (), id="below lists of nothing"),
            pytest.param("b.c", {"a": 1}, ("b",), id="below an absent name"),
            pytest.param("a", [], (), id="no rows"),
            pytest.param("a", [{}, None, "text"], (), id="no rows with keys"),
            pytest.param("a", None, (), id="null"),
            pytest.param("a", [{"b": 1}, {"a": None}], (), id="in one row"),
            pytest.param("s.a", [{"s": {"b": 1}}, {"s": [{"a": 1}]}], (), id="in one row's part"),
            pytest.param("*,*.zz", {"a": 1}, (), id="star"),
            pytest.param("*.up,ports.*(up,down)", DEVICE, ("*.up", "ports.*.down"), id="below a star"),
            pytest.param("*.zz,site.name", DEVICE, ("*.zz",), id="a star is told once"),
            pytest.param("a,a.b", {"a": {"c": 1}}, (), id="part of what is whole"),
            pytest.param("1,2", {1: "x"}, ("2",), id="number keys"),
            pytest.param("a,b,c,d,e,f,g", DEVICE, ("a", "b", "c", "d", "e"), id="five at most"),
            pytest.param("count,a", {"count": 1, "results": [{"a": 1}]}, ("count",), id="rows of a page"),
            pytest.param("count,results.b,c", {"count": 1, "results": [{"a": 1}]}, ("results.b", "c"), id="a page"),
        ],
    )
    def test_unknown(self, text: str, data: Any, paths: tuple[str, ...]) -> None:
        """A name is unknown that no row has, although at least one could have it."""
        assert unknown(compile_mask(text), data) == paths

    def test_struct(self) -> None:
        """Of a Struct only the fields without a default can be unknown."""
        assert unknown(mask_of(Node), {"x": 1, "children": [{"y": 2}]}) == ("name", "children.name")

    @given(patterns, results)
    def test_is_what_nothing_answers(self, several: list[Names], data: Any) -> None:
        """Unknown is, of each path, the first name that no object has although one could; what is whole is known."""
        there = [(seen(path), value) for path, value in places(data)]
        holders = [path for path, value in there if isinstance(value, dict) and value]
        expected = set()
        for pattern in several:
            for depth in range(len(pattern)):
                above, path = pattern[:depth], pattern[: depth + 1]
                if not any(len(holder) == depth and fits(above, holder) for holder in holders):
                    break
                if is_named(several, above):
                    break
                if not any(len(place) == depth + 1 and fits(path, place) for place, _ in there):
                    expected.add(".".join(path))
                    break
        assert set(unknown(compile_mask(text_of(several)), data)) == expected


class TestNotesOn:
    @pytest.mark.parametrize(
        ("text", "data", "notes"),
        [
            pytest.param("name,site.name", DEVICE, (), id="all known"),
            pytest.param("nmae", DEVICE, ("unknown field: nmae (name?)",), id="one"),
            pytest.param("nmae,zzz", DEVICE, ("unknown fields: nmae (name?), zzz",), id="several"),
            pytest.param("site.nmae", DEVICE, ("unknown field: site.nmae (name?)",), id="in its place"),
            pytest.param("tags.ide", [DEVICE], ("unknown field: tags.ide (id?)",), id="in a list"),
            pytest.param("12", {10: 1, 123: 1}, ("unknown field: 12 (123?)",), id="number keys"),
            pytest.param("nmae", [{"x": 1}] * 19 + [{"name": 1}], ("unknown field: nmae (name?)",), id="twentieth row"),
            pytest.param("nmae", [{"x": 1}] * 20 + [{"name": 1}], ("unknown field: nmae",), id="row after the sample"),
            pytest.param(
                "nmae",
                [dict.fromkeys(range(999)) | {"name": 1}],
                ("unknown field: nmae (name?)",),
                id="thousandth key",
            ),
            pytest.param(
                "nmae",
                [dict.fromkeys(range(1_000)) | {"name": 1}],
                ("unknown field: nmae",),
                id="key after the sample",
            ),
            pytest.param("a" * 50 + ".b", {"x": 1}, (f"unknown field: {'a' * 40}",), id="long name"),
            pytest.param("a" * 50, {"a" * 60: 1}, (f"unknown field: {'a' * 40} ({'a' * 40}?)",), id="long key"),
            pytest.param("a,b,c,d,e,f", {"x": 1}, ("unknown fields: a, b, c, d, e",), id="five at most"),
        ],
    )
    def test_notes(self, text: str, data: Any, notes: tuple[str, ...]) -> None:
        """One sentence tells all unknown names, each with the nearest one that occurs in its place."""
        assert notes_on(compile_mask(text), data) == notes


class TestNearest:
    @pytest.mark.parametrize(
        ("name", "known", "guess"),
        [
            pytest.param("nmae", ["id", "name", "names"], "name", id="nearest"),
            pytest.param("nmae", [], "", id="none to choose"),
            pytest.param("zzz", ["id", "name"], "", id="none alike"),
        ],
    )
    def test_nearest(self, name: str, known: list[str], guess: str) -> None:
        """The name most like the one that was meant is guessed, if any is like it at all."""
        assert nearest(name, iter(known)) == guess


PLACE = Known({"id": UNKNOWN, "name": UNKNOWN}, closed=True)
META = Known(opaque=True)
FIELDS = Known({"id": UNKNOWN, "meta": META, "site": PLACE, "extra": UNKNOWN}, closed=True)
WHOLE = {"id": 1, "meta": {"a": 1, "b": {"a": 2}}, "site": {"id": 2, "name": "HQ"}, "extra": {"a": 1, "b": 2}}


class TestOpaque:
    """The keys of free-form data are data: no mask reaches into it."""

    @pytest.mark.parametrize(
        ("text", "kept"),
        [
            pytest.param("meta.a,site.id", {"meta": WHOLE["meta"], "site": {"id": 2}}, id="named"),
            pytest.param("*.a", {**WHOLE, "site": {}, "extra": {"a": 1}}, id="below a star"),
            pytest.param("meta.*.a", {"meta": WHOLE["meta"]}, id="star inside"),
            pytest.param("extra.a", {"extra": {"a": 1}}, id="what nobody knows is transparent"),
        ],
    )
    def test_it_is_kept_whole(self, text: str, kept: Any) -> None:
        """A field of free-form data is kept whole or not at all, in rows, lists, pages and their envelopes."""
        mask, page = compile_mask(text), {"count": 1, "next": None, "results": [WHOLE]}
        assert keep(mask, WHOLE, known=FIELDS) == kept
        assert keep(mask, [[WHOLE]], known=FIELDS) == [[kept]]
        assert keep(mask, page, known=Known({"results": FIELDS})) == {**page, "results": [kept]}
        assert keep(compile_mask(f"results({text})"), page, known=Known({"results": FIELDS})) == {"results": [kept]}

    def test_lists_of_it(self) -> None:
        """Lists are transparent to this, too."""
        data = {"meta": [{"a": 1}, [{"b": 2}]]}
        assert keep(compile_mask("meta.a"), data, known=FIELDS) == data

    def test_nothing_in_it_is_left_out(self) -> None:
        """To exclude a part of it leaves it whole; to exclude it leaves it out."""
        assert drop(compile_mask("meta.a,extra.a,*.name"), WHOLE, known=FIELDS) == {
            **WHOLE,
            "site": {"id": 2},
            "extra": {"b": 2},
        }
        assert "meta" not in drop(compile_mask("meta"), WHOLE, known=FIELDS)

    def test_one_mask_of_two_places(self) -> None:
        """What a star says reaches into the one and not into the other."""
        assert keep(compile_mask("*.a"), {"meta": {"b": 1}, "extra": {"b": 1}}, known=FIELDS) == {
            "meta": {"b": 1},
            "extra": {},
        }

    @pytest.mark.parametrize(
        ("text", "paths"),
        [
            pytest.param("meta.a,id", "meta", id="named"),
            pytest.param("*.meta.a", "", id="below a star"),
            pytest.param("meta.*", "meta", id="a star inside"),
            pytest.param("meta,extra.a,site.name", "", id="whole, unknown or declared"),
            pytest.param("id,meta(a,b)", "meta", id="once"),
        ],
    )
    def test_the_agent_hears_of_it(self, text: str, paths: str) -> None:
        """A mask that names something in it is told that it is whole, and no key of it is unknown."""
        mask, page = compile_mask(text), {"count": 1, "results": [WHOLE]}
        notes = (f"kept whole, since its keys are data: {paths}",) if paths else ()
        assert reaches_into(mask, WHOLE, FIELDS) == notes
        assert reaches_into(mask, page, Known({"results": FIELDS})) == notes
        assert "meta.a" not in unknown(mask, WHOLE, FIELDS)

    def test_below_other_names(self) -> None:
        """The path of it is told, in an envelope as well."""
        known = Known({"results": Known({"site": Known({"meta": META})})})
        page = {"count": 1, "results": [{"site": {"meta": {}}}]}
        notes = ("kept whole, since its keys are data: results.site.meta",)
        assert reaches_into(compile_mask("results.site.meta.a"), page, known) == notes

    @given(patterns, st.lists(objects, max_size=3))
    def test_is_there_or_not(self, several: list[Names], rows: Any) -> None:
        """Whatever the mask, a value of free-form data is what it was or is gone."""
        known = Known({"a": META, "b": Known({"c": META})})
        for prune in (keep, drop):
            for row, pruned in zip(rows, prune(compile_mask(text_of(several)), rows, known=known), strict=True):
                assert "a" not in pruned or pruned["a"] is row["a"]


class TestKnown:
    """The names that an adapter knows are known, whatever the rows show."""

    @pytest.mark.parametrize(
        ("text", "data", "paths"),
        [
            pytest.param("id,nmae", [], ("nmae",), id="no rows"),
            pytest.param("site(id,nmae),meta.x", [], ("site.nmae",), id="no rows, nested"),
            pytest.param("id,site.id,extra.z", [{}], (), id="rows without keys"),
            pytest.param("site.nmae", {"site": None}, ("site.nmae",), id="null in its place"),
            pytest.param("id.x,extra.x", [], (), id="below what nobody knows"),
            pytest.param("other,id", [{"other": 1}], (), id="a row knows more"),
            pytest.param("*.nmae", [], ("*.nmae",), id="below a star"),
            pytest.param("*.name", [{"meta": {"name": 1}}], (), id="in one of several places"),
            pytest.param("*.a", [{"meta": {"a": 1}}], ("*.a",), id="in free-form data alone"),
            pytest.param("count,nmae", {"count": 0, "results": []}, ("count", "nmae"), id="a page without rows"),
            pytest.param("count,results.nmae", {"count": 0, "results": []}, ("results.nmae",), id="its envelope"),
        ],
    )
    def test_unknown(self, text: str, data: Any, paths: tuple[str, ...]) -> None:
        """Unknown is what neither a row nor the adapter knows, even where there are no rows."""
        known = Known({"results": FIELDS}) if is_page(data) else FIELDS
        assert unknown(compile_mask(text), data, known) == paths

    def test_open(self) -> None:
        """Where there may be other names, a row has to show that there are none."""
        assert unknown(compile_mask("nmae"), [], Known({"id": UNKNOWN})) == ()
        assert unknown(compile_mask("nmae"), [{"id": 1}], Known({"id": UNKNOWN})) == ("nmae",)

    def test_hints(self) -> None:
        """The nearest name may be one that only the adapter knows."""
        assert notes_on(compile_mask("exrta,site.nmae"), [], FIELDS) == (
            "unknown fields: exrta (extra?), site.nmae (name?)",
        )

    @given(patterns, results)
    def test_of_nothing(self, several: list[Names], data: Any) -> None:
        """To know the names that are there anyway changes nothing."""
        mask = compile_mask(text_of(several))
        assert unknown(mask, data, Known({"results": Known()})) == unknown(mask, data)
