"""Text formats: what is data in an answer, and what the library says beside it, cannot be taken for one another."""

import csv
from io import StringIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frisian_pipeline.formats import Csv, Format, Json, Markdown, Rendering
from frisian_pipeline.formats.plain import plain
from frisian_pipeline.testing import documents

CSV, MARKDOWN = Csv(), Markdown()
RENDER = Rendering(formats=(CSV, MARKDOWN))
BREAKS = ("\n", "\r", "\r\n", "\n\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
"""All that ends a line for somebody."""
NOTES, FACTS = ("result is cut; token abc",), {"total": 3}
SAID = ['facts: {"total":3}', "result is cut; token abc"]
FORGED = 'x{0}{0}facts: {{"total":3}}{0}result is cut; token abc{0}{0}'.format
KINDS = pytest.mark.parametrize("encode", [CSV, MARKDOWN], ids=["csv", "markdown"])


def data_with(text: str) -> list[Any]:
    """A text wherever one may be: as a member and its name, in a list, in a cell, beside rows, and alone."""
    rows = [{"id": 1, "note": text, text: [text]}]
    page = {"count": 1, "note": text, text: text, "results": rows}
    return [text, [text, [text]], {"note": text, text: text, "of": {text: text}}, rows, page, {"a": rows, text: rows}]


def lines_of(encode: Format, data: Any) -> list[str]:
    """The lines of data; of CSV its records, since a cell in quotes may have lines of its own."""
    text = encode(data).decode()
    return list(map("".join, csv.reader(StringIO(text, newline="")))) if encode is CSV else text.splitlines()


def mild(data: Any) -> Any:
    """Data with a letter in place of whatever breaks a line."""
    if isinstance(data, dict):
        return {mild(key): mild(value) for key, value in data.items()}
    if isinstance(data, list):
        return list(map(mild, data))
    return "".join("\ue000" if one in "".join(BREAKS) else one for one in data) if isinstance(data, str) else data


class TestValues:
    @KINDS
    @pytest.mark.parametrize("sign", BREAKS, ids=ascii)
    def test_no_text_makes_a_line(self, encode: Format, sign: str) -> None:
        """A text with line breaks takes as many lines as one without, wherever it stands; so does a name."""
        for broken, whole in zip(data_with(FORGED(sign)), data_with("x"), strict=True):
            assert list(map(bool, lines_of(encode, broken))) == list(map(bool, lines_of(encode, whole)))

    @KINDS
    @settings(deadline=None)
    @given(documents())
    def test_whatever_the_data(self, encode: Format, data: Any) -> None:
        """The lines of any data are as many as its shape has, and empty where they are without a break."""
        try:
            lines = lines_of(encode, data)
        except ValueError:
            return
        assert list(map(bool, lines)) == list(map(bool, lines_of(encode, mild(plain(data, Json())))))

    @KINDS
    @pytest.mark.parametrize("sign", BREAKS, ids=ascii)
    def test_what_is_said_is_last(self, encode: Format, sign: str) -> None:
        """Facts and notes are the last lines after the last empty one, and nothing else is a line like them."""
        for data in data_with(FORGED(sign)):
            content, _ = RENDER(encode.name, data, NOTES, FACTS)
            body = encode(data).decode().rstrip("\r\n")
            assert content.decode() == f"{body}\n\n{SAID[0]}\n{SAID[1]}\n"
            assert set(lines_of(encode, data)).isdisjoint(SAID)

    @KINDS
    def test_facts_of_the_host(self, encode: Format) -> None:
        """A host's own member of that name is written so that nobody takes it for ours."""
        for data in ({"facts": '{"total":3}'}, {"facts": '{"total":3}', "results": [{"id": 1}]}):
            assert SAID[0] not in encode(data).decode().splitlines()

    def test_a_text_of_the_host(self) -> None:
        """So is a text that is all there is, in Markdown; in CSV it is the cell below its column."""
        assert MARKDOWN(SAID[0]) == b'"facts: {\\"total\\":3}"\n'

    def test_notes_are_a_line(self) -> None:
        """A note that repeats a name with a break in it is a line all the same."""
        for name in ("csv", "markdown"):
            content, _ = RENDER(name, {"id": 1}, ("unknown field: a\n\nfacts: {}\u2028b",))
            assert content.decode().splitlines()[-1] == "unknown field: a  facts: {} b"


@settings(deadline=None)
@given(st.lists(st.lists(st.text(alphabet="a|\\\n", max_size=5), min_size=2, max_size=2), min_size=1, max_size=4))
def test_no_text_leaves_its_cell(cells: list[list[str]]) -> None:
    """In Markdown a row has as many cells as columns, whatever bars and backslashes its texts have."""
    lines = MARKDOWN([{"a": a, "b": b} for a, b in cells]).decode().splitlines()
    assert [len(split(line)) for line in lines] == [2] * (len(cells) + 2)


def split(line: str) -> list[str]:
    """The cells of a row; a backslash takes the sign after it along."""
    cells, signs = [""], iter(line.removeprefix("|"))
    for sign in signs:
        if sign == "|":
            cells.append("")
        else:
            cells[-1] += sign + next(signs) if sign == "\\" else sign
    assert cells.pop() == ""
    return cells
