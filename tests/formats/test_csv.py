"""CSV for rows: what others read as such."""

import csv
from io import StringIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frisian_pipeline.formats import Csv, Format, Json
from frisian_pipeline.testing.documents import TEXTS

CSV = Csv()
PAGE = {"count": 57, "next": "/sites/?page=2", "previous": None, "results": [{"id": 1, "name": "HQ"}]}


def said(data: Any) -> str:
    """What the format makes of data."""
    return CSV(data).decode()


class TestCsv:
    def test_many_columns(self) -> None:
        """To have columns costs no more for each that there are: this would take minutes otherwise."""
        wide = {f"id{number}": number for number in range(150_000)}
        for data in (wide, [{**wide, "more": None}, wide]):
            assert said(data).count(",id149999") == 1

    def test_a_long_path(self) -> None:
        """A key may be anything: paths are compared, and not taken apart."""
        dots = "." * 200_000
        assert said([{dots: 1}, {"b": 2}]) == f"{dots},b\r\n1,\r\n,2\r\n"

    @pytest.mark.parametrize("rows", [1, 2])
    def test_deep_objects(self, rows: int) -> None:
        """What is in very many others is JSON: its path would be longer than it is."""
        deep: Any = {"x": 1}
        for _ in range(16):
            deep = {"a": deep}
        path = ".".join("a" * 16)
        assert said([deep] * rows) == f"{path}.x\r\n" + "1\r\n" * rows
        cell = '"{""a"":{""x"":1}}"'
        assert said([{"a": {"a": deep}}] * rows) == f"{path}.a\r\n" + f"{cell}\r\n" * rows

    def test_rows(self) -> None:
        """Each object is a line; inner objects are columns, null is empty, and lists are JSON."""
        data = [
            {"id": 1, "ok": True, "site": {"name": "HQ, 1", "at": {"x": 1.5}}, "tags": ["a"]},
            {"id": 2, "ok": False, "site": None, "tags": []},
            {"id": 3, "more": {}},
        ]
        assert said(data) == (
            'id,ok,site.name,site.at.x,tags,more\r\n1,true,"HQ, 1",1.5,"[""a""]",\r\n2,false,,,[],\r\n3,,,,,{}\r\n'
        )

    @given(st.lists(st.tuples(st.sampled_from(TEXTS) | st.text(), st.sampled_from(TEXTS) | st.text()), min_size=1))
    def test_others_read_it(self, cells: list[tuple[str, str]]) -> None:
        """Every text comes back, through quotes, commas and line breaks."""
        lines = list(csv.reader(StringIO(said([{"a": a, "b": b} for a, b in cells]), newline="")))
        mended = [[text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for text in row] for row in cells]
        assert lines == [["a", "b"], *mended]

    def test_a_page(self) -> None:
        """What a page says beside its rows follows them, so that the caller can go on."""
        assert said(PAGE) == "id,name\r\n1,HQ\r\n\r\ncount: 57\r\nnext: /sites/?page=2\r\nprevious: \r\n"
        assert said({"results": [{"id": 1}]}) == "id\r\n1\r\n"
        assert said({"results": [{"id": 1}], "note": "one\r\ntwo"}) == "id\r\n1\r\n\r\nnote: one\\ntwo\r\n"

    def test_an_empty_page(self) -> None:
        """A page without rows has neither header nor line, and says the rest as any page does."""
        empty: Any = {"count": 0, "next": None, "previous": None, "results": []}
        assert said(empty) == "\r\n\r\ncount: 0\r\nnext: \r\nprevious: \r\n"
        assert said({"results": []}) == said([]) == "\r\n"
        assert said({"results": None}) == 'results\r\n""\r\n'
        assert len({said([]), said(None), said([None]), said([[]]), said({"tags": []}), said({"tags": None})}) == 5

    @pytest.mark.parametrize(
        ("data", "text"),
        [
            ({"id": 1, "site": {"name": "HQ"}}, "id,site.name\r\n1,HQ\r\n"),
            ({"a": [{"b": 1}], "c": [{"d": 2}]}, 'a,c\r\n"[{""b"":1}]","[{""d"":2}]"\r\n'),
            ({"a": [{"b": 1}], "c": {"d": 2}}, 'a,c.d\r\n"[{""b"":1}]",2\r\n'),
            ([1, "a"], "value\r\n1\r\na\r\n"),
            ([[1, 2], None], 'value\r\n"[1,2]"\r\n""\r\n'),
            (5, "value\r\n5\r\n"),
            ([], "\r\n"),
        ],
    )
    def test_what_has_no_rows(self, data: Any, text: str) -> None:
        """An object is one line, and so is each scalar."""
        assert said(data) == text

    def test_different_things(self) -> None:
        """A list that holds objects beside something else is refused: it has no form."""
        with pytest.raises(ValueError, match="no form"):
            CSV([{"a": 1}, 2])

    def test_two_of_one_path(self) -> None:
        """Where two members would be one column, the inner object is JSON."""
        assert said({"a.b": 1, "a": {"b": 2}}) == 'a.b,a\r\n1,"{""b"":2}"\r\n'

    def test_rows_that_have_nothing_in_common(self) -> None:
        """A table that would be nearly empty is refused: it would be much longer than the data."""
        with pytest.raises(ValueError, match="little in common"):
            CSV([{f"k{n}": n} for n in range(200)])

    def test_formulas(self) -> None:
        """No text is changed, whatever spreadsheets would make of it."""
        assert said([{"a": "=1+1", "b": "@x"}]) == "a,b\r\n=1+1,@x\r\n"

    def test_the_port(self) -> None:
        """It is a text format, which means what JSON means."""
        encode: Format = Csv(Json(enc_hook=str))
        assert (encode.name, encode.media_type, encode.text) == ("csv", "text/csv", True)
        assert encode([{"a": range(2)}]) == b'a\r\n"range(0, 2)"\r\n'
