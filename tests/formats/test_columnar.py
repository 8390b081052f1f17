"""Columnar JSON: tables where they pay, and always the same data back."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, Self
from uuid import UUID

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frisian_pipeline.formats import Columnar, Format, Json
from frisian_pipeline.formats.columnar import decode
from frisian_pipeline.formats.columnar.reading import Reader
from frisian_pipeline.formats.plain import plain
from frisian_pipeline.testing import check_format, documents
from tests.mutants import mutants

ROOT = Path(__file__).parent.parent.parent
PAYLOADS = sorted((ROOT / "tests" / "payloads").glob("*.json"))
BLOCKS = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "columnar.md").read_text(), re.DOTALL)
EXAMPLES = list(zip(BLOCKS[::2], BLOCKS[1::2], strict=True))
COLUMNAR = Columnar()
UNEQUAL = ((b"1", b"2"), (b"1", b"true"), (b"1", b'"1"'))


class Link(str):
    """Text with something beside it, as DRF's hyperlinks are."""

    __slots__ = ("name",)


class Code(str, Enum):  # noqa: UP042  # a StrEnum is its value
    """Text whose value is something else."""

    OK = ("ok", "fine")

    def __new__(cls, text: str, value: str) -> Self:
        member = str.__new__(cls, text)
        member._value_ = value
        return member


class Opaque:
    """Something that only a hook can know."""


def encoded(data: Any) -> Any:
    """What the format writes, as data."""
    return msgspec.json.decode(COLUMNAR(data))


def rows(**columns: Any) -> list[dict[str, Any]]:
    """Rows by their columns."""
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def table(**columns: list[Any]) -> dict[str, Any]:
    """The table of ten rows, whose identifiers are only there to be in the way."""
    made = encoded(rows(n=[f"{n:x}{n}" for n in range(10)], **columns))
    assert isinstance(made, dict)
    return made


class TestLaws:
    def test_it_is_lossless(self) -> None:
        """Whatever is encoded is decoded to what JSON would have said."""
        check_format(COLUMNAR, decode, examples=100)

    @settings(deadline=None)
    @given(documents())
    def test_to_the_last_sign(self, data: Any) -> None:
        """Numbers keep their form, too: 1.0 is not 1, and zero has a sign."""
        read, expected = decode(COLUMNAR(data)), plain(data, Json())
        assert ordered(read) == ordered(expected)

    @pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.name)
    def test_answers_of_real_apis(self, path: Path) -> None:
        """Answers of real applications come back, and are never longer."""
        data = msgspec.json.decode(path.read_bytes())
        assert decode(COLUMNAR(data)) == data
        assert len(COLUMNAR(data)) <= len(Json()(data))

    def test_the_port(self) -> None:
        """It is a format, with a media type of its own; notes go inside."""
        encode: Format = COLUMNAR
        assert (encode.name, encode.media_type, encode.text) == (
            "columnar",
            "application/vnd.frisian.columnar+json",
            False,
        )


def ordered(data: Any) -> str:
    """How data looks when its members are in order."""
    if isinstance(data, dict):
        return repr([(key, ordered(data[key])) for key in sorted(data)])
    return repr(list(map(ordered, data)) if isinstance(data, list) else data)


class TestSpecification:
    @pytest.mark.parametrize(("columnar", "data"), EXAMPLES)
    def test_examples(self, columnar: str, data: str) -> None:
        """Each example stands for what it says, and is what would be written."""
        assert decode(columnar) == msgspec.json.decode(data)
        assert encoded(msgspec.json.decode(data)) == msgspec.json.decode(columnar)

    def test_there_are_examples(self) -> None:
        """Every member of a table is shown."""
        assert len(EXAMPLES) > 8
        for name in ("same", "tmpl", "opt", "refs", "sub", "const", "nullobj", "~cols"):
            assert any(f'"{name}"' in columnar for columnar, _ in EXAMPLES)

    @pytest.mark.parametrize(
        "content",
        [
            *(b"", b"{", b'{"cols":1,"rows":[[1]]}', b'{"cols":["a"],"rows":[[]]}', b'{"cols":["a"],"rows":1}'),
            *(b'{"cols":["a"],"rows":[[1]],"same":{"b":"c"}}', b'{"cols":["a","a.b"],"rows":[[1,2]]}'),
            *(b'{"cols":["a"],"refs":{"a":{"cols":["id"],"rows":[[%s]]}},"rows":[[%s]]}' % two for two in UNEQUAL),
            *(b'{"cols":["a"],"refs":{"a":{"cols":["x"],"rows":[%s]}},"rows":[[1]]}' % row for row in (b"[]", b'""')),
            *(b'{"cols":["a.b","a"],"rows":[[1,2]]}', b'{"cols":["a"],"const":{"a":1},"rows":[[1]]}'),
            *(b'{"cols":["a.b","a"],"opt":{"a":1},"rows":[[1,1]]}', b'{"cols":["~","~0"],"rows":[[1,2]]}'),
            *(b'{"cols":["a","a.b"],"rows":[[{},1]]}', b'{"cols":["a"],"nullobj":["a"],"rows":[[{"b":null}]]}'),
            b'{"cols":[],"const":{"a":{"b":{"c":null}}},"nullobj":["a.b"],"rows":[[]]}',
            *(b"[" * 2_000 + b"]" * 2_000, b'{"cols":["a"],"rows":[[' * 500 + b"1" + b"]]}" * 500),
        ],
    )
    def test_what_is_none(self, content: bytes) -> None:
        """What is no columnar JSON is refused, without telling what it was."""
        with pytest.raises(ValueError, match="this is no columnar JSON"):
            decode(content)


class TestWhatStays:
    @pytest.mark.parametrize(
        "data", [None, 1, "a", [], {}, [1, 2], [[1], [{}]], {"a": {"b": [1]}}, [{"a": 1}], [{}, {}]]
    )
    def test_what_has_no_rows(self, data: Any) -> None:
        """Scalars, objects and lists of anything else are JSON."""
        assert COLUMNAR(data) == Json()(data)

    def test_a_table_that_is_no_shorter(self) -> None:
        """Few short rows stay a list."""
        data = [{"a": 1}, {"a": 2}]
        assert COLUMNAR(data) == Json()(data)

    def test_rows_that_have_nothing_in_common(self) -> None:
        """Objects with keys of their own stay a list, at once."""
        data = [{f"key {place}": place} for place in range(2000)]
        assert COLUMNAR(data) == Json()(data)

    def test_objects_inside(self) -> None:
        """Objects in a column that have nothing in common stay objects, and lists inside them become tables."""
        data = rows(id=list(range(9)), more=[{f"k{n}": rows(a=list(range(9)), b=list(range(9)))} for n in range(9)])
        (_, more) = encoded(data)["rows"][0]
        assert more["k0"]["cols"] == ["a"]

    def test_lists_inside(self) -> None:
        """Lists of objects that have nothing in common stay lists."""
        data = rows(id=list(range(9)), more=[[{f"k{n}": n}, {f"l{n}": n}] for n in range(9)])
        assert encoded(data)["rows"][3] == [3, [{"k3": 3}, {"l3": 3}]]

    @pytest.mark.parametrize("empty", [{}, []])
    def test_empty_ones(self, empty: Any) -> None:
        """What is empty in one row and not in another stays as it is."""
        data = rows(id=list(range(9)), more=[[empty], *([empty],) * 7, empty])
        assert decode(COLUMNAR(data)) == data

    def test_what_is_nearly_a_table(self) -> None:
        """An object that looks like a table, wherever it is, is not taken for one."""
        like = {"cols": ["a"], "rows": [[1]], "~cols": 2}
        data = {"one": like, "many": rows(id=list(range(9)), like=[like] * 9), "mixed": [like, 1]}
        assert decode(COLUMNAR(data)) == data


class TestHeaders:
    def test_constants(self) -> None:
        """What is the same in every row is said once; zero with another sign is not the same."""
        made = table(a=["x"] * 10, b=[[1, {"c": 2}]] * 10, z=[0.0] * 9 + [-0.0], y=[0.0] * 10)
        assert made["const"] == {"a": "x", "b": [1, {"c": 2}], "y": 0.0}

    def test_lists_that_begin_and_end_alike(self) -> None:
        """What is not the same in the middle is sent."""
        assert "const" not in table(a=[[1]] + [[2]] * 8 + [[1]])
        assert "const" not in table(a=[[1], [2]] * 5, b=["x", "y"] * 4 + ["y", "x"])

    def test_true_is_not_one(self) -> None:
        """Cells of different kinds are not the same."""
        assert table(a=[1, True] * 5)["cols"] == ["n", "a"]

    def test_twins(self) -> None:
        """A column with the cells of another is named, also where there are nulls."""
        cells = [f"name {n * n % 7}" for n in range(9)]
        made = table(a=[*cells, None], b=[*cells, None], c=[None, *cells])
        assert made["same"] == {"b": "a"}

    def test_templates(self) -> None:
        """Texts are made of one column or several; null where one of these is null."""
        ids = [n * 37 for n in range(10)]
        tags = [None, *(f"AT{n}%" for n in range(9))]
        made = table(
            id=ids,
            tag=tags,
            name=[f"sw-{n % 4}{n}" for n in ids],
            one=[f"/{n}/{{x}}" for n in ids],
            two=[None if tag is None else f"{n}-sw-{n % 4}{n} ({tag})" for n, tag in zip(ids, tags, strict=True)],
            all=[f"{n}{n:x}{n}" for n in range(10)],
        )
        assert made["tmpl"] == {"one": "/{id}/{{x}}", "two": "{id}-{name} ({tag})"}

    def test_templates_that_hold_only_at_first(self) -> None:
        """A template that fits the rows that were looked at, and not all, is none."""
        ids = list(range(200))
        texts = [f"no. {n}" for n in ids]
        texts[101] = "no. 102"
        assert "tmpl" not in encoded(rows(id=ids, text=texts))
        nulls = [None, *ids[1:]]
        assert "tmpl" not in encoded(rows(id=nulls, text=[None, *texts[1:]]))

    def test_texts_that_hold_the_break(self) -> None:
        """Texts that are joined to be compared may hold what they are joined with."""
        data = rows(id=["b", "\x1ea", "c\x1e", *"defgh"], text=["b\x1e", "a", "c\x1e", *"defgh"])
        assert decode(COLUMNAR(data)) == data
        ids = [f"{n}\x1e" for n in range(20)]
        assert "tmpl" not in encoded(rows(id=ids, text=[f"no. {n}" for n in ids]))

    def test_paths_that_cannot_stand_in_braces(self) -> None:
        """A column whose path is empty or has braces is in no template."""
        ids = list(range(10))
        assert "tmpl" not in encoded([{"": n, "text": f"no. {n}"} for n in ids])
        assert "tmpl" not in encoded([{"{id": n, "text": f"no. {n}"} for n in ids])

    def test_templates_that_are_no_shorter(self) -> None:
        """A template longer than the cells it stands for is not worth it."""
        assert "tmpl" not in encoded([{"a" * 20: n, "text": f"{n}."} for n in range(8)])

    @pytest.mark.parametrize("count", [1024, 1025, 2500])
    def test_many_rows(self, count: int) -> None:
        """Many rows are read in blocks, and what holds in the first need not in the last."""
        data: list[Any] = [
            {"id": n, "url": f"/{n}/", "edit": f"/{n}/edit", "of": {"id": n % 3, "a": "x"}} for n in range(count)
        ]
        data[-1]["edit"] = "/none"
        made = encoded(data)
        assert (made["tmpl"], made["cols"]) == ({"url": "/{id}/"}, ["id", "edit", "of"])
        assert decode(COLUMNAR(data)) == data
        odd = [*data, {"id": -1, "url": "/", "edit": "", "no": 1}]
        assert decode(COLUMNAR(odd)) == odd

    def test_wide_rows(self) -> None:
        """However many columns there are, each is compared with a few; whatever is found is right."""
        data = [{f"k{column}": f"{row}-{column % 50}-{row * column}" for column in range(2000)} for row in range(3)]
        assert decode(COLUMNAR(data)) == data

    def test_as_many_tries(self) -> None:
        """How often texts are compared has an end."""
        data = rows(id=["a" * (1 + n % 2) for n in range(10)], text=["a" * 500 + "b" * n for n in range(10)])
        assert decode(COLUMNAR(data)) == data

    def test_absent_ones(self) -> None:
        """Absent is null where there is no null, else a text that is not there."""
        data: list[dict[str, Any]] = [{"id": n, "a": n} if n % 3 else {"id": n} for n in range(9)]
        data += [{"id": n, "a": n, "b": "-" if n % 2 else None} for n in range(9, 15)]
        assert encoded(data)["opt"] == {"a": None, "b": "--"}
        assert decode(COLUMNAR(data)) == data

    def test_no_number_is_null(self) -> None:
        """What JSON takes for null is null before anything is absent, also beside lists."""
        data: list[dict[str, Any]] = [{"id": n, "a": float("nan"), "b": [n]} for n in range(9)]
        data += [{"id": 9, "b": float("inf")}, {"id": 10, "a": 1.5}]
        assert encoded(data)["opt"] == {"a": "-", "b": "-"}
        assert decode(COLUMNAR(data)) == plain(data, Json())

    def test_references(self) -> None:
        """Objects that come again have a table of their own, by the first key that tells them apart."""
        sites = [{"kind": True, "id": n, "name": f"site {n * n}"} for n in range(3)]
        made = table(site=[sites[n % 3] for n in range(9)] + [None])
        assert made["refs"]["site"]["cols"] == ["id", "name"]
        assert [row[1] for row in made["rows"]] == [0, 1, 2] * 3 + [None]

    def test_references_in_lists(self) -> None:
        """Lists of objects that come again are lists of their keys."""
        tags = [{"slug": f"tag-{n}", "color": f"{n * 7}"} for n in range(3)]
        made = table(tags=[tags[: n % 4] for n in range(10)])
        assert [row[1] for row in made["rows"]][:4] == [[], ["tag-0"], ["tag-0", "tag-1"], ["tag-0", "tag-1", "tag-2"]]

    def test_objects_without_a_key(self) -> None:
        """Objects that no member tells apart are columns."""
        pairs = [{"a": a, "b": b} for a in (1, 2) for b in (1, 2)]
        assert table(pair=[pairs[n % 4] for n in range(10)])["cols"] == ["n", "pair.a", "pair.b"]

    def test_null_objects(self) -> None:
        """Objects that are null in some rows are columns where null cannot be one of them."""
        owners = [None, *({"name": f"ann {n * n}", "phone": None if n % 2 else n * 7} for n in range(9))]
        assert table(owner=owners)["nullobj"] == ["owner"]
        nameless = [None, *({"name": n * n if n % 2 else None} for n in range(9))]
        assert "nullobj" not in table(owner=nameless)

    def test_null_objects_inside(self) -> None:
        """Objects inside such objects may be null by themselves."""
        owners = [
            {"name": f"ann {n * n}", "boss": None if n % 3 else {"name": f"bob {n * 7}", "since": n}} if n % 4 else None
            for n in range(12)
        ]
        data = rows(id=list(range(12)), owner=owners)
        assert encoded(data)["nullobj"] == ["owner", "owner.boss"]
        assert decode(COLUMNAR(data)) == data

    def test_absent_objects(self) -> None:
        """Objects that are absent in some rows stay objects there."""
        data = [{"id": n, "owner": {"name": f"ann {n}"}} if n % 4 else {"id": n} for n in range(10)]
        assert decode(COLUMNAR(data)) == data


class TestUnknownObjects:
    def test_text_with_something_beside_it(self) -> None:
        """A subclass of str that is nothing but text may be left out like any text."""
        links = [Link(f"/sites/{n}/") for n in range(10)]
        data = rows(
            id=list(range(10)), url=links, home=[Link("/")] * 10, again=links, text=[f"/sites/{n}/x" for n in range(10)]
        )
        made = encoded(data)
        assert (made["cols"], made["const"]) == (["id"], {"home": "/"})
        assert decode(COLUMNAR(data)) == plain(data, Json())

    @pytest.mark.parametrize(
        "columns",
        [
            {"a": [Code.OK] * 9 + ["ok"]},
            {"a": ["ok"] * 9 + [Code.OK], "b": [1] * 10},
            {"a": [f"a{n}" for n in range(9)] + [Code.OK], "b": [f"a{n}" for n in range(9)] + ["ok"]},
            {"a": [f"a{n}" for n in range(9)] + [Code.OK], "b": [f"/a{n}/" for n in range(9)] + ["/ok/"]},
        ],
    )
    def test_text_that_means_something_else(self, columns: dict[str, Any]) -> None:
        """What stands in for another cell is what JSON says, not what a comparison says."""
        data = rows(**columns)
        assert decode(COLUMNAR(data)) == plain(data, Json())

    @pytest.mark.parametrize("inside", [Decimal("1.10"), UUID(int=1), Opaque(), (1, 2), {1: 2}, {"a": {None: 1}}])
    def test_other_objects(self, inside: Any) -> None:
        """What is no plain data means what it means in JSON, wherever it is."""
        json = Json(enc_hook=lambda _: [{"cols": 1, "rows": 2}])
        for data in (
            inside,
            [inside],
            {"a": inside},
            rows(a=[inside] * 9),
            rows(a=[{"b": inside}] * 9),
            [{"a": [inside]}],
        ):
            assert decode(Columnar(json)(data)) == plain(data, json)

    def test_half_a_character(self) -> None:
        """Lone surrogates are U+FFFD, and those that are pairs are joined, before anything is left out."""
        halves = ["\ud83d", "\ud83e", "\ud83f", "\ud83d"] * 3
        data = rows(id=halves, text=[f"{half}\ude00" for half in halves])
        assert decode(COLUMNAR(data)) == plain(data, Json())

    def test_iterators(self) -> None:
        """An iterator is asked once."""
        data: Iterator[Any] = iter(rows(a=list(range(9)), b=list(range(9))))
        made = Columnar(Json(enc_hook=list))(data)
        assert msgspec.json.decode(made)["same"] == {"b": "a"}

    def test_what_json_refuses(self) -> None:
        """What JSON has no form for is refused as JSON refuses it."""
        with pytest.raises(TypeError, match="Opaque"):
            COLUMNAR([Opaque()])

    @given(st.decimals(allow_nan=False, allow_infinity=False))
    def test_decimals(self, number: Decimal) -> None:
        """A number with more digits than a float has keeps them."""
        data = rows(a=[number] * 9, b=[[number]] * 9, c=[number, Decimal("NaN"), 1.5] * 3)
        assert decode(COLUMNAR(data)) == plain(data, Json())
        assert Decimal(str(decode(COLUMNAR(number)))) == number


class TestDepth:
    @pytest.mark.parametrize(
        "wrap",
        [
            pytest.param(lambda inner, number: [{"a": inner}, {"a": number}], id="beside a number"),
            pytest.param(lambda inner, number: [{"a": [inner, 1]}, {"a": 2}], id="in a list"),
            pytest.param(lambda inner, number: [{"id": number, "in": inner}, {"id": -number, "in": []}], id="a thread"),
        ],
    )
    def test_nested_tables_cost_no_more_than_what_is_in_them(self, wrap: Any) -> None:
        """However deep lists of objects stand in each other, each is looked at a few times at most."""
        data: Any = [{"a": 1}, {"a": 2}]
        for number in range(60):
            data = wrap(data, number)
        assert decode(Columnar()(data)) == data  # what doubled at each level would never end

    @pytest.mark.parametrize(
        "wrap",
        [
            pytest.param(lambda inner: [inner], id="lists"),
            pytest.param(lambda inner: {"a": inner}, id="objects"),
            pytest.param(lambda inner: [{"a": inner, "b": 1}], id="lists of objects"),
        ],
    )
    def test_what_can_be_written_can_be_read(self, wrap: Any) -> None:
        """As deep as data may be for the format, what it makes of it comes back."""
        data: Any = 1
        contents: list[bytes] = []
        with suppress(RecursionError):
            for _ in range(100):
                contents.append(COLUMNAR(data))
                for _ in range(10):
                    data = wrap(data)
        assert COLUMNAR(decode(contents[-2])) == contents[-2]


def bomb(wrap: Any, levels: int = 40) -> bytes:
    """A document whose tables would be read many times, each time for many more."""
    inner: Any = 1
    for _ in range(levels):
        inner = wrap(inner)
    return json.dumps(inner, separators=(",", ":")).encode()


BOMBS = {
    "const": bomb(lambda inner: {"cols": [], "const": {"a": inner}, "rows": [[]] * 3}),
    "refs": bomb(
        lambda inner: {"cols": ["a"], "refs": {"a": {"cols": ["b", "c"], "rows": [[1, inner]]}}, "rows": [[1]] * 3}
    ),
    "refs in refs": bomb(
        lambda inner: {
            "cols": ["a", "b"],
            "refs": {
                "a": {
                    "cols": ["c", "d"],
                    "refs": {"d": {"cols": ["e", "f"], "rows": [[1, inner]]}},
                    "rows": [[1, 1], [2, 1]],
                }
            },
            "rows": [[1, 1], [2, 2]],
        }
    ),
    "lists of refs": bomb(
        lambda inner: {"cols": ["a"], "refs": {"a": {"cols": ["b", "c"], "rows": [[1, inner]]}}, "rows": [[[1, 1]]] * 3}
    ),
    "same": bomb(lambda inner: {"cols": ["a"], "same": {"b": "a"}, "rows": [[inner]]}),
    "same in sub": bomb(
        lambda inner: {"cols": ["a"], "same": {"b": "a"}, "sub": {"a": ["c"], "b": ["c"]}, "rows": [[[[inner]]]]}
    ),
    "const in sub": bomb(
        lambda inner: {"cols": ["a"], "sub": {"a": {"cols": [], "const": {"b": inner}}}, "rows": [[[[]] * 3]] * 3}
    ),
    "refs in sub": json.dumps(
        {
            "cols": ["a"],
            "sub": {"a": {"cols": ["b"], "refs": {"b": {"cols": ["c"], "rows": [[n] for n in range(400)]}}}},
            "rows": [[[]]] * 400,
        }
    ).encode(),
    "refs of an encoder": COLUMNAR(
        [
            {"id": n, "of": {"id": n // 2, "name": f"d{n // 2}", "in": {"id": n // 4, "name": f"s{n // 4}", "x": "y"}}}
            for n in range(400)
        ]
    ),
}


class TestHostileDocuments:
    @settings(deadline=None, max_examples=200)
    @given(mutants(documents().map(COLUMNAR) | st.sampled_from([columnar.encode() for columnar, _ in EXAMPLES])))
    def test_only_one_error(self, content: bytes) -> None:
        """Whatever is wrong with a document, what is raised is a ValueError."""
        with suppress(ValueError):
            decode(content)

    @pytest.mark.parametrize("content", BOMBS.values(), ids=BOMBS)
    def test_each_row_is_read_once(self, content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
        """What it costs to read tables grows with the document, not with what it stands for."""
        steps: list[str] = []

        def count(name: str) -> Any:
            method = getattr(Reader, name)

            def counted(*args: Any) -> Any:
                steps.append(name)
                return method(*args)

            return counted

        for name in ("__init__", "read"):
            monkeypatch.setattr(Reader, name, count(name))
        decode(content)
        assert 0 < len(steps) <= content.count(b"[") + content.count(b"{")

    def test_numbers_of_one_hash(self) -> None:
        """The keys of references are found at once, whichever numbers somebody took."""
        numbers = [place * (2**61 - 1) for place in range(60_000)]
        rows = [[number] for number in numbers]
        made = decode(json.dumps({"cols": ["a"], "refs": {"a": {"cols": ["id"], "rows": rows}}, "rows": rows}))
        assert [row["a"]["id"] for row in made] == numbers  # a comparison with each would take minutes

    def test_what_is_shared_is_left_alone(self) -> None:
        """An object that stands in several places is not changed in one of them."""
        made = decode('{"cols":["a.b","a.c"],"const":{"d":{"e":null}},"nullobj":["a"],"rows":[[1,null],[null,null]]}')
        assert made == [{"a": {"b": 1, "c": None}, "d": {"e": None}}, {"a": None, "d": {"e": None}}]
