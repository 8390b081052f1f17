"""TRON: classes for shapes that come again, and always the same data back."""

from collections import Counter
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
import tron as peer

from frisian_pipeline.formats import Format, Json, Tron
from frisian_pipeline.formats.tron import decode
from frisian_pipeline.formats.tron.format import names, pays
from frisian_pipeline.formats.tron.reading import Reader
from frisian_pipeline.formats.tron.tokens import tokens
from frisian_pipeline.testing import check_format

PAYLOADS = sorted((Path(__file__).parent.parent / "payloads").glob("*.json"))
PLAIN_KEYS = [path for path in PAYLOADS if path.name != "issue_list_30.json"]
TRON = Tron()


class TestEncoding:
    def test_it_is_lossless(self) -> None:
        """Whatever is encoded is decoded to what JSON would have said."""
        check_format(TRON, decode)

    @pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.name)
    def test_answers_of_real_apis(self, path: Path) -> None:
        """Answers of real applications come back, and are never longer."""
        data = msgspec.json.decode(path.read_bytes())
        assert decode(TRON(data)) == data
        assert len(TRON(data)) <= len(Json()(data))

    @pytest.mark.parametrize("path", PLAIN_KEYS, ids=lambda path: path.name)
    def test_others_read_it(self, path: Path) -> None:
        """Another decoder, which knows no quoted keys, reads the same."""
        data = msgspec.json.decode(path.read_bytes())
        assert peer.parse(TRON(data).decode()) == data

    def test_the_port(self) -> None:
        """It is a format, with a media type of its own; notes go inside."""
        encode: Format = TRON
        assert (encode.name, encode.media_type, encode.text) == ("tron", "application/vnd.tron", False)

    def test_classes(self) -> None:
        """A shape that comes again has a class; keys that are no words are quoted."""
        data = {"a": [{"id": n, "x-y": {"b": n, "c": [n]}} for n in range(4)], "d": {"id": 1}}
        assert TRON(data).decode() == (
            'class A: id,"x-y"\nclass B: b,c\n\n'
            '{"a":[A(0,B(0,[0])),A(1,B(1,[1])),A(2,B(2,[2])),A(3,B(3,[3]))],"d":{"id":1}}'
        )

    @pytest.mark.parametrize("data", [None, 1.5, "é", [], {}, [{"a": 1}] * 9, [{"a": 1, "b": 2}] * 3])
    def test_what_has_no_classes(self, data: Any) -> None:
        """Where a class is not worth it, TRON is JSON."""
        assert TRON(data) == Json()(data)

    @pytest.mark.parametrize(
        ("keys", "uses", "worth"), [(1, 99, False), (2, 3, False), (2, 4, True), (9, 1, False), (9, 2, True)]
    )
    def test_when_a_class_pays(self, keys: int, uses: int, worth: bool) -> None:  # noqa: FBT001
        """The rule of the specification, for so many keys and uses."""
        assert pays(keys, uses) is worth

    def test_names(self) -> None:
        """Classes are called A to Z, then A1 to Z1."""
        assert list(islice(names(), 24, 54)) == [
            *"YZ",
            *(f"{letter}1" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            "A2",
            "B2",
        ]

    def test_unknown_objects(self) -> None:
        """What is no plain data means what it means in JSON."""
        assert Tron(Json(enc_hook=list))([iter([1]), Decimal("1.10")]) == b"[[1],1.10]"


DOCUMENTS: dict[str, Any] = {
    'class A: x, y\n\n[A(1,2),A(3,"a")]': [{"x": 1, "y": 2}, {"x": 3, "y": "a"}],
    "class A: x,y;A(1,2)": {"x": 1, "y": 2},
    "class A:x;class B:y;\n[A(1),B(2)]": [{"x": 1}, {"y": 2}],
    "class A:\n  x\n  y\n[A(1,2)]": [{"x": 1, "y": 2}],
    "class A:\n  x, y,  # two\n  # none\n  z, 1e5\nA(1,2,3,4)": {"x": 1, "y": 2, "z": 3, "1e5": 4},
    'class A: "a b", "c\\"d",\nA(1,2)': {"a b": 1, 'c"d': 2},
    "class A: x\nclass B(A): y\nB(1,2)": {"x": 1, "y": 2},
    "class A: x, y\nA(1, y=2)": {"x": 1, "y": 2},
    'class A: x, y\nA("y"=2, x=[1,],)': {"x": [1], "y": 2},
    '# said\n{"a": -1.5e3, "b": [true, false, null,],} # more': {"a": -1500.0, "b": [True, False, None]},
    "class A: x\r\n\r\n[A(A(1)), {}, []]": [{"x": {"x": 1}}, {}, []],
    "12345678901234567890123": 12345678901234567890123,
}

BROKEN = (
    *(
        "",
        "[",
        "{",
        "nope",
        "A(1)",
        "[1 2]",
        "[1]]",
        "05",
        "'a'",
        "{a: 1}",
        '{"a" 1}',
        "class",
        "class A",
        "class A: ,",
    ),
    *("class A: x\n", "class A: x\nA()", "class A: x\nA(1,2)", "class A: x\nA(y=1)", "class A: x, y\nA(x=1, 2)"),
    *(
        "class A: x, y\nA(x=1, x=2)",
        "class A: x, y\nA(x=1)",
        "class A: x, y\nA(x=1, z=2)",
        "class A: x, x\nA(1, 2)",
        "class A: x, x\nA(x=1, y=2)",
        "class B(A): x\nB(1)",
        "class A: (\nA(1)",
        '"a\nb"',
        '"\\q"',
    ),
)


class TestDecoding:
    @pytest.mark.parametrize(("text", "data"), DOCUMENTS.items())
    def test_all_that_may_be_written(self, text: str, data: Any) -> None:
        """What the specification allows is read, whoever wrote it."""
        assert decode(text) == decode(text.encode()) == data

    @pytest.mark.parametrize("text", BROKEN)
    def test_what_is_none(self, text: str) -> None:
        """What is no TRON is refused, without telling what it was."""
        with pytest.raises(ValueError, match="this is no TRON"):
            decode(text)

    @pytest.mark.parametrize("argument", ["{0}", "k{0}={0}"], ids=["placed", "named"])
    def test_wide_classes(self, argument: str) -> None:
        """What a column costs does not grow with their number: its key is not looked for among all of them."""
        compared: Counter[str] = Counter()

        class Key(str):
            __slots__ = ()
            __hash__ = str.__hash__

            def __eq__(self, other: object) -> bool:
                compared["keys"] += 1
                return str.__eq__(self, other)

        reader = Reader(list(tokens(",".join(map(argument.format, range(1_000))) + ")")))
        reader.classes["A"] = [Key(f"k{n}") for n in range(1_000)]
        assert reader.instance("A") == {f"k{n}": n for n in range(1_000)}
        assert compared["keys"] < 10_000
