"""How arguments are written for a view."""

from typing import Any
from urllib.parse import unquote

import pytest
from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from frisian_pipeline.mcp.invocation.bodies import encode, query_of


class Counting(list[int]):
    """Knows how many of its items were looked at."""

    seen = 0

    def __iter__(self) -> Any:
        for item in super().__iter__():
            self.seen += 1
            yield item


class TestQueryOf:
    @pytest.mark.parametrize(
        ("query", "joined", "written"),
        [
            ({}, (), ""),
            ({"a": 1, "b": False}, (), "a=1&b=false"),
            ({"a": [1, 2.0, 0.5]}, (), "a=1&a=2&a=0.5"),
            ({"a": [1, None, "x"]}, ("a",), "a=1,x"),
            ({"a": [], "b": None}, ("a", "b"), ""),
            ({"a": [1, 2], "b": [3, 4]}, ("b",), "a=1&a=2&b=3,4"),
        ],
        ids=["nothing", "scalars", "repeated", "joined", "not given", "one of each"],
    )
    def test_query_strings(self, query: dict[str, Any], joined: Any, written: str) -> None:
        """A list is a parameter repeated, or joined where the view reads it so; null is not given."""
        assert unquote(query_of(query, joined)) == written

    @given(st.dictionaries(st.text(min_size=1), st.lists(st.text(), min_size=1), max_size=3))
    def test_texts_survive(self, query: dict[str, Any]) -> None:
        """Django reads every text as it was given."""
        assert dict(QueryDict(query_of(query, ())).lists()) == query

    @pytest.mark.parametrize("joined", [(), ("b",)])
    @pytest.mark.parametrize(("most", "fits"), [(3, False), (4, True), (None, True)])
    def test_no_more_than_django_reads(self, settings: Any, joined: Any, most: Any, fits: bool) -> None:  # noqa: FBT001
        """Parameters are as many as Django reads, since more are refused; joined ones are one."""
        settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = most
        query = {"a": [1, 2, 3], "b": ["x", "y", "z"] if joined else "x"}
        if fits:
            assert list(QueryDict(query_of(query, joined)).lists()) == [
                ("a", ["1", "2", "3"]),
                ("b", ["x,y,z" if joined else "x"]),
            ]
        else:
            with pytest.raises(TooManyFieldsSent):
                query_of(query, joined)

    def test_what_is_refused_is_not_written(self) -> None:
        """However many parameters are sent, few of them are looked at."""
        rows = Counting([1] * 1_000_000)
        with pytest.raises(TooManyFieldsSent):
            query_of({"a": rows}, ())
        assert rows.seen == 1_001


class TestEncode:
    def test_nested_forms(self) -> None:
        """A form spells what is nested as DRF reads it."""
        body = {"a": {"b": {"c": 1}}, "rows": [{"x": 1, "y": {"z": 2}}, [3]], "n": None}
        content, kind = encode(body, ["application/x-www-form-urlencoded"])
        assert unquote(content.decode()) == "a.b.c=1&rows[0]x=1&rows[0]y.z=2&rows[1]=3&n="
        assert kind == "application/x-www-form-urlencoded"

    def test_rows_in_a_form(self) -> None:
        """A list of rows has no name before its indices."""
        content, _ = encode([{"x": 1}, {"x": 2}], ["application/x-www-form-urlencoded"])
        assert unquote(content.decode()) == "[0]x=1&[1]x=2"

    def test_a_field_name_cannot_break_out(self) -> None:
        """Quotes and line breaks in a field's name stay inside it."""
        content, _ = encode({'a"\r\nX: y': 1}, ["multipart/form-data"])
        assert b'name="a%22%0D%0AX: y"\r\n\r\n1\r\n' in content

    @pytest.mark.parametrize(
        ("kinds", "kind"),
        [
            (["application/json-patch+json", "application/json"], "application/json"),
            (["application/json-patch+json", "application/vnd.api+json"], "application/vnd.api+json"),
            (["application/x+json", "application/json; indent=4"], "application/json; indent=4"),
            (["application/json-patch+json"], "application/json-patch+json"),
            (["multipart/form-data", "application/x+json"], "application/x+json"),
        ],
        ids=["plain", "other", "parameter", "patch alone", "before a form"],
    )
    def test_plain_json_is_preferred(self, kinds: list[str], kind: str) -> None:
        """Of several JSON types the plain one is sent, and a patch only where there is no other."""
        assert encode({}, kinds) == (b"{}", kind)

    @pytest.mark.parametrize("kinds", [(), ("text/plain",), ("*/*",)])
    def test_json_where_nothing_else_is_known(self, kinds: Any) -> None:
        """A view of which nobody knows better is sent JSON."""
        assert encode({"a": 2**70}, kinds) == (b'{"a":1180591620717411303424}', "application/json")
