"""Markdown to read."""

from typing import Any

import pytest

from frisian_pipeline.formats import Format, Json, Markdown

MARKDOWN = Markdown()


class TestMarkdown:
    def test_rows(self) -> None:
        """A list of objects is a table; what would leave a cell is written so that it stays."""
        data = [
            {"id": 1, "site": {"name": "H|Q"}, "tags": ["a", 2], "note": "one\ntwo\r\n"},
            {"id": 2, "site": None, "tags": [], "items": [{"a": 1}]},
        ]
        assert MARKDOWN(data).decode() == (
            '|id|site.name|tags|note|items|\n|-|-|-|-|-|\n|1|H\\|Q|a, 2|one<br>two<br>||\n|2||[]||[{"a":1}]|\n'
        )

    def test_an_object(self) -> None:
        """An object is a line for each member, and its lists of objects are tables below them."""
        data = {
            "name": "Ann",
            "at": {"x": 1, "y": []},
            "phones": ["1", "2"],
            "orders": [{"id": 1}],
            "none": None,
            "e": {},
        }
        assert MARKDOWN(data).decode() == (
            "name: Ann\nat.x: 1\nat.y: []\nphones: 1, 2\nnone: \ne: {}\n\norders:\n\n|id|\n|-|\n|1|\n"
        )

    def test_a_page(self) -> None:
        """A page says what it has beside its rows before them."""
        data = {"count": 57, "next": "/?page=2", "results": [{"id": 1}]}
        assert MARKDOWN(data).decode() == "count: 57\nnext: /?page=2\n\nresults:\n\n|id|\n|-|\n|1|\n"
        assert MARKDOWN({"results": [{"id": 1}]}).decode() == "results:\n\n|id|\n|-|\n|1|\n"

    def test_an_empty_page(self) -> None:
        """A page without rows says that they are none, and not that they are null."""
        empty: Any = {"count": 0, "next": None, "results": []}
        assert MARKDOWN(empty).decode() == "count: 0\nnext: \nresults: []\n"

    def test_a_text_is_a_line(self) -> None:
        """Line breaks are shown as in a table, wherever a text is."""
        assert MARKDOWN({"a": "one\r\ntwo", "b": ["x\ny"]}).decode() == "a: one<br>two\nb: x<br>y\n"
        assert MARKDOWN("one\n\ntwo").decode() == "one<br><br>two\n"

    def test_a_backslash_in_a_table(self) -> None:
        """What ends in a backslash, or has one before a bar, does not leave its cell."""
        data = [{"a": "C:\\dir\\", "b": "x\\|y"}]
        assert MARKDOWN(data).decode() == "|a|b|\n|-|-|\n|C:\\dir\\\\|x\\\\\\|y|\n"

    @pytest.mark.parametrize(
        ("data", "text"),
        [
            ([1, "a", [1]], "- 1\n- a\n- 1\n"),
            ([{"a": 1}, 2], '- {"a":1}\n- 2\n'),
            ("text", "text\n"),
            (None, "\n"),
            ([], "[]\n"),
        ],
    )
    def test_anything_else(self, data: Any, text: str) -> None:
        """Other lists are lists, and scalars themselves."""
        assert MARKDOWN(data).decode() == text

    def test_the_port(self) -> None:
        """It is a text format, which means what JSON means."""
        encode: Format = Markdown(Json(enc_hook=str))
        assert (encode.name, encode.media_type, encode.text) == ("markdown", "text/markdown", True)
        assert encode({"a": range(2)}) == b"a: range(0, 2)\n"
