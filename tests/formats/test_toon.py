"""TOON: the official bytes, by whichever library."""

import subprocess
import sys
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from toon_format import dumps, loads

from frisian_pipeline.formats import Format, Json, Toon
from frisian_pipeline.formats import toon as module
from frisian_pipeline.formats.plain import plain
from frisian_pipeline.formats.tabled import tabled
from frisian_pipeline.testing import check_format, documents

PAYLOADS = sorted((Path(__file__).parent.parent / "payloads").glob("*.json"))
TOON, EVEN = Toon(), Toon(tabular=True)


class Opaque:
    """Something that only a hook can know."""


def said(data: Any) -> str:
    """What the format makes of rows, made even."""
    return EVEN(data).decode()


class TestEncoding:
    def test_depth(self) -> None:
        """What is nested more deeply than readers take is refused; deeper texts and keys are not meant."""
        deep: Any = {"a": 1, "b": " " * 2_000, f"\n{' ' * 2_000}": 2}
        for _ in range(255):
            deep = {"a": deep}
        assert loads(TOON(deep).decode()) == deep
        with pytest.raises(ValueError, match="nested"):
            TOON([[deep]])

    def test_it_is_lossless(self) -> None:
        """The official decoder gives back what JSON would have said."""
        check_format(TOON, loads)

    @settings(deadline=None)
    @given(documents())
    def test_the_bytes_are_the_official_ones(self, data: Any) -> None:
        """Whichever library is installed, the bytes are those of the official one."""
        assert TOON(data).decode() == dumps(plain(data, Json()))

    @pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.name)
    def test_answers_of_real_apis(self, path: Path) -> None:
        """So they are of answers of real applications, made even or not."""
        data = msgspec.json.decode(path.read_bytes())
        assert TOON(data).decode() == dumps(data)
        assert loads(EVEN(data)) is not None

    @pytest.mark.parametrize(
        "number",
        [1e-7, 9.9e-7, 1e-6, 2.0**53, 1e21, 1e300, 5e-324, -1e-9, Decimal("1.10"), Decimal("0.1234567890123456789")],
    )
    def test_numbers(self, number: Any) -> None:
        """Numbers of any size are written as the official library writes them."""
        assert TOON([number]).decode() == dumps(plain([number], Json()))

    @settings(deadline=None)
    @given(st.integers(2**40, 2**53), st.integers(1, 24))
    @example(2_499_666_239_960_517, 2)
    def test_numbers_between_two_roundings(self, whole: int, bits: int) -> None:
        """So is a number whose last digit may be rounded up as well as down, since it is half way between."""
        number = whole / 2**bits
        assert TOON([number]).decode() == dumps([number])

    def test_the_port(self) -> None:
        """It is a format; notes go inside, so that it can be read."""
        encode: Format = TOON
        assert (encode.name, encode.media_type, encode.text) == ("toon", "text/toon", False)

    def test_unknown_objects(self) -> None:
        """What is no plain data means what it means in JSON."""
        assert (
            Toon(Json(enc_hook=lambda _: "hooked"))([Opaque(), Decimal("NaN"), "\ud800"])
            == "[3]: hooked,null,�".encode()
        )


class TestLibraries:
    def test_the_fast_one_is_used(self) -> None:
        """Where the fast library is installed, it encodes."""
        assert find_spec("toons") is not None
        assert module.fastest().__module__ != module.official().__module__

    def test_without_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where it is not, the official one does."""
        monkeypatch.setattr(module, "find_spec", lambda name: None)
        assert module.fastest.__wrapped__() is module.official()

    def test_neither_is_imported_early(self) -> None:
        """To import the formats imports no library of theirs."""
        code = (
            "import sys, frisian_pipeline.formats; print(sorted({'toons', 'toon_format', 'django'} & set(sys.modules)))"
        )
        assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout.strip() == b"[]"


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.text(st.sampled_from('aT19 .,:-_/@#"\\[]{}|\t\n\ufeffé'), max_size=5),
    st.sampled_from(["true", "null", "2026-11-30T08:00:00Z", "a, b", "-", "1e5", "05", "a ", "x\u2028y:", "\x7f:"]),
)
tables = st.lists(st.text(max_size=4), max_size=4, unique=True).flatmap(
    lambda names: st.lists(st.fixed_dictionaries(dict.fromkeys(names, scalars)), max_size=6)
)
pages = st.builds(
    lambda around, key, rows: {**around, key: rows},
    st.dictionaries(st.text(max_size=4), scalars, max_size=3),
    st.sampled_from(["results", "a[1]", "", "é", 'x"[1]{y']),
    tables,
)


class TestTables:
    @settings(max_examples=400, deadline=None)
    @given(st.one_of(tables, pages))
    def test_the_bytes_are_the_library_s_own(self, data: Any) -> None:
        """Tables that are written by columns are what the library writes."""
        assert tabled(data, dumps) == dumps(data)

    @pytest.mark.parametrize(
        "data", [None, "a", [], {}, [{}], [1], [{"a": [1]}], [{"a": 1}, {"b": 1}], {"results": []}]
    )
    def test_what_is_no_table(self, data: Any) -> None:
        """All else is left to the library."""
        assert tabled(data, dumps) == dumps(data)


class TestEvenRows:
    def test_inner_objects_are_columns(self) -> None:
        """Inner objects become columns, also where they are null in some rows, or absent."""
        data = [{"id": 1, "site": {"name": "HQ", "at": {"x": 1}}}, {"id": 2, "site": None}, {"id": 3}]
        assert (
            said(data)
            == "[3]{id,site.name,site.at.x}:\n  1,HQ,1\n  2,null,null\n  3,null,null".replace(
                "site.name,site.at.x", '"site.name","site.at.x"'
            )
            or said(data) == "[3]{id,site.name,site.at.x}:\n  1,HQ,1\n  2,null,null\n  3,null,null"
        )

    def test_lists_are_joined(self) -> None:
        """Lists of scalars are one text; an empty one is null."""
        data = {"results": [{"id": 1, "tags": ["a", 1, None, True]}, {"id": 2, "tags": []}, {"id": 3, "tags": {}}]}
        assert said(data) == "results[3]{id,tags}:\n  1,a;1;;true\n  2,null\n  3,null"

    def test_lists_of_named_things_are_joined(self) -> None:
        """So are lists of objects that have nothing but one member, whose path is the column's name."""
        rows: list[Any] = [
            {"id": 1, "authors": [{"name": "A"}, {"name": "B"}]},
            {"id": 2, "authors": []},
            {"id": 3, "authors": None},
        ]
        assert said(rows) == "[3]{id,authors.name}:\n  1,A;B\n  2,null\n  3,null"

    @pytest.mark.parametrize(
        "cells",
        [
            pytest.param([{"name": "A", "born": 1}], id="two members"),
            pytest.param([{"name": "A"}, {"born": 1}], id="not the same"),
            pytest.param([{"name": "A"}, "B"], id="a scalar beside them"),
            pytest.param([{"name": ["A"]}], id="a list in it"),
            pytest.param([[{"name": "A"}]], id="lists in lists"),
            pytest.param([{}], id="no member"),
        ],
    )
    def test_lists_that_are_not_joined(self, cells: Any) -> None:
        """Rows with other lists of objects are no table, and neither are those with one column twice."""
        assert said([{"id": 1, "authors": cells}]).startswith("[1]:\n  - id: 1\n    authors[")
        assert said([{"authors": [{"name": "A"}], "authors.name": 1}]).startswith("[1]:\n  - authors[1]")

    def test_wherever_rows_are(self) -> None:
        """Rows inside of rows are made even where the outer ones cannot be."""
        data = [{"id": 1, "items": [{"sku": "a"}, {"sku": "b", "n": 2}]}]
        assert said(data) == dumps([{"id": 1, "items": [{"sku": "a", "n": None}, {"sku": "b", "n": 2}]}])

    def test_rows_that_cannot_be_even(self) -> None:
        """Rows with two members of one path, or with little in common, stay as they are."""
        twice = [{"a.b": 1, "a": {"b": 2}}, {"a.b": 1}]
        apart = [{f"k{n}": n} for n in range(200)]
        assert (EVEN(twice), EVEN(apart)) == (TOON(twice), TOON(apart))

    @pytest.mark.parametrize("data", [None, 1, "a", {}, [], [1, {}], {"a": {"b": [1]}}, [[1], [2]]])
    def test_what_has_no_rows(self, data: Any) -> None:
        """Nothing else is changed."""
        assert EVEN(data) == TOON(data)
