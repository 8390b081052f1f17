"""The cheapest lossless format, JSON where in doubt."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
import toktok
from hypothesis import example, given, settings
from toon_format import loads

from frisian_pipeline.formats import Auto, Columnar, Csv, Format, Json, Toon, Tron, columnar, tron
from frisian_pipeline.formats.plain import plain
from frisian_pipeline.formats.shapes import values_in
from frisian_pipeline.presets import formats
from frisian_pipeline.testing import check_format
from frisian_pipeline.testing.documents import documents
from frisian_pipeline.tokens import Vocabulary, estimate

PAYLOADS = sorted((Path(__file__).parent.parent / "payloads").glob("*.json"))
FORMATS = (Columnar(), Tron(), Toon())
AUTO = Auto(Json(), FORMATS, estimate)
EXACT = Vocabulary(("cl100k_base",))
DECODERS: dict[str, Any] = {
    "json": msgspec.json.decode,
    "columnar": columnar.decode,
    "tron": tron.decode,
    "toon": loads,
}


class Chosen:
    """A format that remembers which one was chosen."""

    name, media_type, text = AUTO.name, AUTO.media_type, AUTO.text

    def __init__(self) -> None:
        self.last = ""

    def __call__(self, data: Any, /) -> bytes:
        content, self.last = AUTO.choose(data)
        return content


class Fixed:
    """A format that gives the same content whatever it is given."""

    media_type, text = "text/plain", True

    def __init__(self, name: str, content: bytes | Exception) -> None:
        self.name = name
        self.content = content

    def __call__(self, data: Any, /) -> bytes:
        if isinstance(self.content, Exception):
            raise self.content
        return self.content


class ByRow(Fixed):
    """A format with so many bytes for each thousandth of the rows that it remembers."""

    additive = True

    def __init__(self, size: int) -> None:
        super().__init__("by row", b"")
        self.size = size
        self.seen: list[int] = []

    def __call__(self, data: Any, /) -> bytes:
        self.seen.append(len(data))
        return b"y" * (len(data) * self.size // 13)


class Verbatim(Fixed):
    """A format that writes each value out, with a byte for each; it remembers what it was given."""

    additive = True

    def __init__(self) -> None:
        super().__init__("verbatim", b"")
        self.seen: list[Any] = []

    def __call__(self, data: Any, /) -> bytes:
        self.seen.append(data)
        return b"v" * len(values_in(data))


ROWS = [{"a": place} for place in range(100)]


class TestAuto:
    def test_it_is_lossless(self) -> None:
        """Whichever format is chosen, its decoder gives back what JSON would have said."""
        chosen = Chosen()

        def decode_last(content: bytes) -> Any:
            return DECODERS[chosen.last](content)

        check_format(chosen, decode_last)

    @pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.name)
    def test_it_is_the_cheapest(self, path: Path) -> None:
        """It is within 3 % of the best, and never above JSON, by exact count."""
        data = msgspec.json.decode(path.read_bytes())
        made, *others = (encode(data).decode() for encode in (AUTO, Json(), *FORMATS))
        tokens, *counts = toktok.batch_count([made, *others], "cl100k_base")
        assert tokens <= 1.03 * min(counts)
        assert tokens <= counts[0]

    def test_every_format_is_chosen_somewhere(self) -> None:
        """Rows that repeat themselves are columnar, short texts TOON, repeated shapes TRON, and the rest JSON."""
        texts = ["a", "b"] * 40
        inner = {"name": "n", "tags": [1], "serial": None}
        shapes = {f"k{n}": {"inner": [inner], "other": []} for n in range(30)}
        rows = [{"id": n, "name": f"device {n}", "site": "HQ"} for n in range(30)]
        assert [AUTO.choose(data)[1] for data in (texts, shapes, rows, {"id": 1})] == [
            "toon",
            "tron",
            "columnar",
            "json",
        ]

    def test_the_port(self) -> None:
        """It is a format; notes go inside."""
        encode: Format = AUTO
        assert (encode.name, encode.media_type, encode.text) == ("auto", "application/json", False)

    def test_iterators_are_asked_once(self) -> None:
        """What can be read once is read once."""
        rows: Iterator[Any] = iter([{"id": n, "name": f"device {n}"} for n in range(30)])
        assert len(columnar.decode(Auto(Json(enc_hook=list), FORMATS, estimate)(rows))) == 30

    @settings(deadline=None)
    @given(documents())
    def test_exact_counts_never_err(self, data: Any) -> None:
        """Chosen by exact counts it is within 3 % of the best, and never above JSON, whatever the data."""
        (auto,) = (encode for encode in formats(Json(), EXACT) if encode.name == "auto")
        made, whole, *others = (encode(data).decode() for encode in (auto, Json(), *FORMATS))
        tokens, json, *counts = toktok.batch_count([made, whole, *others], "cl100k_base")
        assert tokens <= json
        assert tokens <= 1.03 * max(1, min(counts))

    def test_doubt(self) -> None:
        """A format that is hardly shorter is not chosen; the first of those that are as good is."""
        size = len(Json()(ROWS))
        others = (
            Fixed("nearly", b"x" * (size - 5)),
            Fixed("half", b"y" * (size // 2)),
            Fixed("also", b"z" * (size // 2)),
        )
        assert Auto(Json(), others, len).choose(ROWS)[1] == "half"
        assert Auto(Json(), others[:1], len).choose(ROWS)[1] == "json"

    @pytest.mark.parametrize(("size", "tried"), [(2_000, [0, 100]), (900, [0, 100, 1300])])
    def test_a_few_rows_are_tried_first(self, size: int, tried: list[int]) -> None:
        """A format that costs as much for each row is tried with all where a few say that it could be the cheapest."""
        rows = [{"a": place} for place in range(1300)]
        by_row = ByRow(size // 100)
        chosen = Auto(Json(), (Fixed("short", b"x" * 1_300), by_row), len).choose(rows)[1]
        assert by_row.seen == tried
        assert chosen == ("by row" if 1300 in tried else "short")

    @pytest.mark.parametrize(("size", "tried"), [(60, 1), (2_000, 2)])
    def test_values_are_tried_first(self, size: int, tried: int) -> None:
        """Of few rows a format is tried with all where some of the values alone say that it could be the cheapest."""
        rows = [{"a": [n], "b": {"c": True} if n % 2 else None, "d": "x" * 60} for n in range(30)]
        verbatim, all_values = Verbatim(), len(values_in(rows))
        chosen = Auto(Json(), (Fixed("short", b"x" * size), verbatim), len).choose(rows)[1]
        assert (len(verbatim.seen), chosen) == (tried, "verbatim" if tried == 2 else "short")
        assert all_values / 8 < len(verbatim.seen[0]) < all_values / 5
        assert verbatim.seen[1:] in ([], [rows])

    def test_short_contents_are_tried_at_once(self) -> None:
        """Of a short content it would be no less work to look at its values first."""
        verbatim = Verbatim()
        Auto(Json(), (Fixed("short", b"x"), verbatim), len).choose(ROWS)
        assert verbatim.seen == [ROWS]

    @settings(deadline=None)
    @given(documents())
    @example([{"a": "one two", "b": ["x", "y"]}] * 60)
    @example(["a", "b"] * 40)
    def test_values_cost_no_more_than_all(self, data: Any) -> None:
        """No format that writes each value out costs less than it does for the values alone."""
        read = plain([data] * 20, Json())
        for encode in (encode for encode in FORMATS if getattr(encode, "additive", False)):
            with suppress(ValueError):
                whole, values = (encode(some).decode() for some in (read, values_in(read)))
                of_all, alone = toktok.batch_count([whole, values], "cl100k_base")
                assert alone <= 1.03 * of_all + 3

    @pytest.mark.parametrize("words", [0, 500])
    def test_rows_are_judged_without_what_is_beside_them(self, words: int) -> None:
        """A format that is good at many rows is tried with all of them, however much a page says beside these."""
        absent: Any = ({}, {"serial": "x", "note": "y"}, {"serial": "x"}, {"note": "y"})
        rows = [{"id": number, "site": "HQ", **absent[number * 7 % 4]} for number in range(300)]
        page = {"results": rows, "about": " ".join(f"word{number}" for number in range(words))}
        auto = Auto(Json(), (Fixed("short", b"x" * int(0.63 * len(Json()(page)))), Tron()), len)
        assert auto.choose(page)[1] == "tron"

    def test_what_nothing_holds(self) -> None:
        """A number that no decimal holds is JSON, as the host has written it."""
        assert AUTO.choose([msgspec.Raw(b"1E+99999999999999999999")]) == (b"[1E+99999999999999999999]", "json")

    @pytest.mark.parametrize("rows", [1, 200])
    @pytest.mark.parametrize("depth", [300, 900])
    def test_deep_data(self, rows: int, depth: int) -> None:
        """Data that is too deep to be judged by its shapes is JSON, or what takes it; nothing is raised."""
        deep: Any = 1
        for _ in range(depth):
            deep = {"a": deep}

        def choose(calls: int) -> tuple[bytes, str]:
            """Choose from within as many calls as a host may have made."""
            return choose(calls - 1) if calls else AUTO.choose([deep] * rows if rows > 1 else deep)

        content, name = choose(80)
        assert content
        assert name in DECODERS

    def test_a_format_that_fails(self) -> None:
        """A format that cannot encode a body, or gives nothing, is not chosen."""
        others = (
            Fixed("deep", RecursionError()),
            Fixed("odd", ValueError()),
            Fixed("empty", b""),
            Fixed("half", b"x" * 400),
        )
        assert Auto(Json(), others, len).choose(ROWS)[1] == "half"

    def test_long_contents_are_sampled(self) -> None:
        """Of a long content as much is counted as of any other, and what is cut in two does no harm."""
        seen: list[str] = []

        def count(text: str) -> int:
            seen.append(text)
            return 1

        data = ["é" * 1000 for _ in range(100)]
        assert Auto(Json(), (), count, 16).choose(data) == (Json()(data), "json")
        assert (len(seen), sum(map(len, seen)) < 8193) == (16, True)

    @pytest.mark.parametrize(
        ("counter", "slices"),
        [pytest.param(estimate, 16, id="estimate"), pytest.param(Vocabulary(("o200k_base",)), 0, id="exact")],
    )
    def test_who_counts(self, counter: Any, slices: int) -> None:
        """The pipeline's own counter chooses, and counts all where it is fast; of two vocabularies it is the first."""
        (auto,) = (encode for encode in formats(Json(), counter) if isinstance(encode, Auto))
        assert (auto.count, auto.slices) == (counter, slices)
        (auto,) = (encode for encode in formats(Json()) if isinstance(encode, Auto))
        assert auto.count == EXACT

    def test_lossy_formats_are_left_out(self) -> None:
        """Whoever asks for a format that loses something asks for it by name."""
        assert not any(isinstance(encode, Csv) or getattr(encode, "tabular", False) for encode in AUTO.formats)
