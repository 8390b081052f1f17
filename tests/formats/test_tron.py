"""TRON: classes for shapes that come again, and always the same data back."""

from collections import Counter
from contextlib import suppress
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
import tron as peer
from hypothesis import given, settings
from hypothesis import strategies as st

from frisian_pipeline.formats import Format, Json, Tron
from frisian_pipeline.formats.tron import decode
from frisian_pipeline.formats.tron.classes import Class
from frisian_pipeline.formats.tron.format import names, pays
from frisian_pipeline.formats.tron.reading import Reader
from frisian_pipeline.formats.tron.tokens import tokens
from frisian_pipeline.testing import check_format, documents
from tests.mutants import mutants

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

    @pytest.mark.parametrize("key", ["class", "true", "false", "null", "1", "01", "1e5", "2nd", "a b", "é", "", "a\n"])
    def test_keys_in_quotes(self, key: str) -> None:
        """A key is in quotes wherever the library of the format's makers would take it for something else."""
        rows = [{"_1": place, key: place} for place in range(4)]
        assert TRON(rows).startswith(b"class A: _1," + Json()(key) + b"\n")
        assert decode(TRON(rows)) == rows

    @pytest.mark.parametrize("key", ["classes", "nullable", "_", "a1", "A1", "__proto__"])
    def test_keys_without(self, key: str) -> None:
        """Others are not."""
        assert TRON([{"a": 1, key: 2}] * 4).startswith(f"class A: a,{key}\n".encode())

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

    @pytest.mark.parametrize("named", [False, True], ids=["placed", "named"])
    def test_wide_classes(self, named: bool) -> None:  # noqa: FBT001
        """What a column costs does not grow with their number: its key is not looked for among all of them."""
        compared: Counter[str] = Counter()

        class Key(str):
            __slots__ = ()
            __hash__ = str.__hash__

            def __eq__(self, other: object) -> bool:
                compared["keys"] += 1
                return str.__eq__(self, other)

        wide = Class([Key(f"k{n}") for n in range(1_000)], None)
        made = wide.instance([(f"k{n}" if named else None, n) for n in range(1_000)])
        assert made == {f"k{n}": n for n in range(1_000)}
        assert compared["keys"] < 10_000


def nested(wrap: Any, levels: int) -> Any:
    """A number in so many others."""
    data: Any = 1
    for _ in range(levels):
        data = wrap(data)
    return data


def depth(data: Any) -> int:
    """In how many lists and objects the first value stands."""
    levels = 0
    while isinstance(data, (list, dict)):
        data = next(iter(data.values() if isinstance(data, dict) else data))
        levels += 1
    return levels


class TestDepth:
    @pytest.mark.parametrize(
        "wrap",
        [
            pytest.param(lambda inner: [inner], id="lists"),
            pytest.param(lambda inner: {"a": inner}, id="objects"),
            pytest.param(lambda inner: {"a": inner, "b": 1}, id="instances"),
            pytest.param(lambda inner: [{"a": inner, "b": 1}], id="lists of instances"),
            pytest.param(lambda inner: [{"a": inner, "b": 1}, {"a": 2}], id="lists of shapes"),
        ],
    )
    def test_what_can_be_written_can_be_read(self, wrap: Any) -> None:
        """As deep as data may be for the format, what it makes of it comes back."""
        with suppress(RecursionError):
            for levels in range(0, 1_000, 10):
                content = TRON(nested(wrap, levels))
        assert TRON(decode(content)) == content

    @pytest.mark.parametrize(
        ("begin", "end", "levels"),
        [("[", "]", 10_000), ('{"a":', "}", 10_000), ("A(", ")", 10_000), ("[A(", ")]", 5_000)],
    )
    @pytest.mark.parametrize("inside", ["1", "true"])
    def test_as_deep_as_it_is_said(self, begin: str, end: str, levels: int, inside: str) -> None:
        """What others write may be 10,000 levels deep, and is refused where it is deeper."""
        text = f"class A: a\n{begin * levels}{inside}{end * levels}"
        assert depth(decode(text)) == 10_000
        with pytest.raises(ValueError, match="this is no TRON"):
            decode(text.replace(inside, f"[{inside}]"))


def extending(base: str, classes: str, count: int = 500) -> str:
    """The lines of a class with many keys and of as many that extend one."""
    keys = ",".join(f"k{n}" for n in range(count))
    return f"class A: {keys}\nclass B0({base}): z\n" + "".join(classes.format(n, n - 1) + "\n" for n in range(1, count))


class TestHostileDocuments:
    @settings(deadline=None, max_examples=100)
    @given(mutants(documents().map(TRON) | st.sampled_from([text.encode() for text in (*DOCUMENTS, *BROKEN)])))
    def test_only_one_error(self, content: bytes) -> None:
        """Whatever is wrong with a document, what is raised is a ValueError that says so."""
        try:
            decode(content)
        except ValueError as error:
            assert str(error).startswith("this is no TRON")  # noqa: PT017  # most raise nothing

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param(extending("A", "class B{0}(A): z") + "1", id="many of one"),
            pytest.param(extending("A", "class B{0}(B{1}): z{0}") + "1", id="each of the last"),
            pytest.param(
                "class C: c\n"
                + extending("C", "class B{0}(B{1}):;")
                + f"[{','.join(f'B{n}(1,2)' for n in range(500))}]",
                id="without keys",
            ),
            pytest.param(extending("A", "class B{0}(A): z") + f"B7({','.join(['1'] * 501)})", id="used"),
        ],
    )
    def test_classes_that_extend_others(self, text: str) -> None:
        """What classes cost grows with the document, not with the keys that they take over."""
        pieces = list(tokens(text))
        reader = Reader(pieces)
        reader.document()
        classes = reader.classes.values()
        assert sum(len(one.own) + len(vars(one).get("keys", ())) for one in classes) <= len(pieces)
        assert all(one.base is None or one.base.own for one in classes)
