"""Pages as slices of a JSON array's own bytes."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frisian_pipeline.errors import StoreError
from frisian_pipeline.stores.rows import cut, index_rows

rows = st.lists(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**70), 2**70)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=5,
    ),
    max_size=6,
)


def minified(value: Any) -> bytes:
    """JSON without white space between its parts, nothing escaped that need not be."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


class TestCut:
    @given(rows, st.integers(0, 8), st.integers(0, 8))
    def test_a_page_is_a_slice(self, rows: list[Any], start: int, stop: int) -> None:
        """Cutting the encoded array gives what encoding the sliced list gives."""
        content = minified(rows)
        assert cut(content, index_rows(content), start, stop) == minified(rows[start:stop])

    @pytest.mark.parametrize(
        ("content", "page"),
        [
            pytest.param(b'["a,b","],["]', b'["],["]', id="commas and brackets in strings"),
            pytest.param(rb'["\"","\\"]', rb'["\\"]', id="escapes"),
            pytest.param(b'[{"a":[1,2]},[[3,4]]]', b"[[[3,4]]]", id="nesting"),
            pytest.param(b"[1e400,1.50]", b"[1.50]", id="numbers as they were written"),
            pytest.param(b'[{"a":1},{"b": 2}]', b'[{"b": 2}]', id="white space inside a row"),
            pytest.param("[1,'é😀']".replace("'", '"').encode(), '["é😀"]'.encode(), id="characters of many bytes"),
            pytest.param(b'[0,{"a":1,"a":2}]', b'[{"a":1,"a":2}]', id="a key that comes twice"),
        ],
    )
    def test_the_bytes_stay(self, content: bytes, page: bytes) -> None:
        """A row comes out as it was written."""
        assert cut(content, index_rows(content), 1, 2) == page

    @pytest.mark.parametrize(
        ("start", "stop", "page"),
        [
            pytest.param(0, 3, b"[1,22,333]", id="all"),
            pytest.param(0, 0, b"[]", id="none"),
            pytest.param(1, 2, b"[22]", id="one"),
            pytest.param(2, 9, b"[333]", id="fewer than asked for"),
            pytest.param(3, 9, b"[]", id="begins at the end"),
            pytest.param(2**70, 2**71, b"[]", id="far past the end"),
            pytest.param(2, 1, b"[]", id="ends before it begins"),
        ],
    )
    def test_bounds_are_a_slices(self, start: int, stop: int, page: bytes) -> None:
        """Where the content ends early there are fewer rows."""
        content = b"[1,22,333]"
        assert cut(content, index_rows(content), start, stop) == page


class TestIndexRows:
    def test_it_is_what_the_rows_take(self) -> None:
        """Item n is the length of the first n rows."""
        assert list(index_rows(b'[1,22,"3"]')) == [0, 1, 3, 6]

    @pytest.mark.parametrize(
        "content",
        [
            pytest.param(b"", id="nothing"),
            pytest.param(b'{"a":1}', id="an object"),
            pytest.param(b"12", id="a number"),
            pytest.param(b'"[]"', id="a string"),
            pytest.param(b"[1,2", id="cut off"),
            pytest.param(b"[1,,2]", id="malformed"),
            pytest.param(b"[1]2", id="something after it"),
            pytest.param(b"[ ]", id="white space in an empty one"),
            pytest.param(b"[1, 2]", id="white space between rows"),
            pytest.param(b"[1,2]\n", id="white space after it"),
            pytest.param(b"[" * 100_000 + b"]" * 100_000, id="too deep"),
        ],
    )
    def test_the_rest_is_refused(self, content: bytes) -> None:
        """What is not a minified JSON array has no pages, and the refusal repeats nothing of it."""
        with pytest.raises(StoreError, match=r"^only a minified JSON array can be paged; redeem the whole") as caught:
            index_rows(content)
        assert caught.value.__cause__ is None

    def test_deep_rows_are_rows(self) -> None:
        """A row may be nested as deep as results are."""
        row = b"[" * 900 + b"]" * 900
        content = b"[%b,1]" % row
        assert cut(content, index_rows(content), 0, 1) == b"[%b]" % row

    def test_an_index_is_four_bytes_a_row(self) -> None:
        """The index of many rows is a flat array of numbers."""
        index = index_rows(msgspec.json.encode(list(range(10_000))))
        assert (index.itemsize, len(index)) == (4, 10_001)
