"""The JSON format by itself: no Django, no hook but those made here."""

import json
import math
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from pathlib import Path
from typing import Any, NamedTuple, Self
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw, Struct

from frisian_pipeline.formats import Format, Json
from frisian_pipeline.formats import json as module
from frisian_pipeline.formats.json import Memory

PAYLOADS = Path(__file__).parent.parent / "payloads"
MINIFIED = sorted(set(PAYLOADS.glob("*.json")) - {PAYLOADS / "product_context.agent.json"})
INDIA = timezone(timedelta(hours=5, minutes=30))
NAN = Decimal("NaN")


class Text(str):
    __slots__ = ()


class Masked(str):
    """Text that claims to be something else."""

    __slots__ = ()

    def __str__(self) -> str:
        return "something else"


class Whole(int):
    """A number that claims to be something else."""

    def __int__(self) -> int:
        return -1


class Real(float):
    """A number that claims to be something else."""

    def __float__(self) -> float:
        return -1.0


class Color(Enum):
    RED = "red"
    BROKEN = "\ud800"
    PAIR = (1, NAN)


class Size(IntEnum):
    LARGE = 3


class Mood(StrEnum):
    GOOD = "good"


class Code(str, Enum):  # noqa: UP042  # a StrEnum is its value
    """Text whose value is something else."""

    OK = ("ok", "fine")

    def __new__(cls, text: str, value: str) -> Self:
        member = str.__new__(cls, text)
        member._value_ = value
        return member


class Level(int, Enum):
    """A number whose value is something else."""

    HIGH = (3, "high")

    def __new__(cls, number: int, value: str) -> Self:
        member = int.__new__(cls, number)
        member._value_ = value
        return member


class Point(NamedTuple):
    x: int
    y: int


class Site(Struct, rename={"name": "siteName"}, omit_defaults=True):
    name: Any
    tags: Any = ()


@dataclass
class Device:
    name: Any
    site: Any = None


class Attrs:
    """What the attrs package makes, by the mark that msgspec knows it by."""

    __attrs_attrs__ = ()

    def __init__(self, name: Any) -> None:
        self.name = name


class Opaque:
    """Something that only a hook can know."""

    def __init__(self, *inside: Any) -> None:
        self.inside = inside

    def __repr__(self) -> str:
        return "Opaque(secret)"


def unwrap(obj: Any) -> Any:
    """A host's hook: opaque objects and iterators are lists."""
    if isinstance(obj, Opaque):
        return list(obj.inside)
    if isinstance(obj, Iterator):
        return list(obj)
    raise TypeError(f"no {type(obj).__name__}")


def nested(levels: int, core: Any = None) -> Any:
    """Lists and objects in turn around a core, so many levels deep."""
    for level in range(levels):
        core = {"a": core} if level % 2 else [core]
    return core


def failing(error: Exception) -> Iterator[int]:
    """Rows that stop half-way."""
    yield 1
    raise error


FORMS: dict[str, tuple[Any, bytes]] = {
    "null": (None, b"null"),
    "true": (True, b"true"),
    "text": ("caf\u00e9 </\u2028\u2029\x7f\U0001f600", '"caf\u00e9 </\u2028\u2029\x7f\U0001f600"'.encode()),
    "what must be escaped": ('"\\\n\x00', b'"\\"\\\\\\n\\u0000"'),
    "text subclass": (Text("a"), b'"a"'),
    "text that prints as other text": (Masked("a"), b'"a"'),
    "integer": (-7, b"-7"),
    "integer beyond 2**53": (2**53 + 1, b"9007199254740993"),
    "integer beyond 64 bits": (2**70, b"1180591620717411303424"),
    "integer subclass": (Whole(3), b"3"),
    "float": (0.1, b"0.1"),
    "whole float": (1.0, b"1.0"),
    "float subclass": (Real(2.5), b"2.5"),
    "float NaN": (math.nan, b"null"),
    "float infinity": (-math.inf, b"null"),
    "decimal": (Decimal("1.50"), b"1.50"),
    "decimal with an exponent": (Decimal("1E+3"), b"1E+3"),
    "decimal NaN": (NAN, b"null"),
    "decimal signalling NaN": (Decimal("sNaN"), b"null"),
    "decimal infinity": (Decimal("-Infinity"), b"null"),
    "lone surrogate": ("a\ud800b\udfff", b'"a\xef\xbf\xbdb\xef\xbf\xbd"'),
    "surrogates that are a pair": ("\ud83d\ude00", '"\U0001f600"'.encode()),
    "byte order mark beside a surrogate": ("\ufeff\ud800", b'"\xef\xbb\xbf\xef\xbf\xbd"'),
    "text subclass with a surrogate": (Text("\ud800"), b'"\xef\xbf\xbd"'),
    "uuid": (UUID(int=1), b'"00000000-0000-0000-0000-000000000001"'),
    "naive datetime": (datetime(2026, 5, 1, 12, 30, 0, 7), b'"2026-05-01T12:30:00.000007"'),  # noqa: DTZ001
    "UTC datetime": (datetime(2026, 5, 1, 12, 30, tzinfo=UTC), b'"2026-05-01T12:30:00Z"'),
    "datetime elsewhere": (datetime(2026, 5, 1, 12, 30, tzinfo=INDIA), b'"2026-05-01T12:30:00+05:30"'),
    "date": (date(2026, 5, 1), b'"2026-05-01"'),
    "time": (time(12, 30, 1), b'"12:30:01"'),
    "aware time": (time(12, 30, tzinfo=INDIA), b'"12:30:00+05:30"'),
    "timedelta": (timedelta(days=1, seconds=3, microseconds=5), b'"P1DT3.000005S"'),
    "bytes": (b"abc", b'"YWJj"'),
    "bytearray": (bytearray(b"abc"), b'"YWJj"'),
    "memoryview": (memoryview(b"abc"), b'"YWJj"'),
    "enum": (Color.RED, b'"red"'),
    "integer enum": (Size.LARGE, b"3"),
    "text enum": (Mood.GOOD, b'"good"'),
    "text that is an enum": (Code.OK, b'"ok"'),
    "number that is an enum": (Level.HIGH, b"3"),
    "enum with a surrogate": (Color.BROKEN, b'"\xef\xbf\xbd"'),
    "enum of a tuple with NaN": (Color.PAIR, b"[1,null]"),
    "list": ([1, [2], []], b"[1,[2],[]]"),
    "tuple": ((1, (2,)), b"[1,[2]]"),
    "set": ({1}, b"[1]"),
    "frozenset": (frozenset({NAN}), b"[null]"),
    "namedtuple": (Point(1, 2), b"[1,2]"),
    "object": ({"b": 1, "a": {}}, b'{"b":1,"a":{}}'),
    "ordered dict": (OrderedDict(b=1, a=2), b'{"b":1,"a":2}'),
    "struct": (Site("x"), b'{"siteName":"x"}'),
    "struct with NaN": (Site(NAN, [NAN, 2**70]), b'{"siteName":null,"tags":[null,1180591620717411303424]}'),
    "dataclass": (Device("x"), b'{"name":"x","site":null}'),
    "dataclass with a surrogate": (
        Device("\ud800", {"\ud800": NAN}),
        b'{"name":"\xef\xbf\xbd","site":{"\xef\xbf\xbd":null}}',
    ),
    "attrs": (Attrs("x"), b'{"name":"x"}'),
    "attrs with NaN": (Attrs(NAN), b'{"name":null}'),
    "raw in a dataclass": (Device(Raw(b"1.50"), NAN), b'{"name":1.50,"site":null}'),
    "raw": (Raw(b'{"a":1}'), b'{"a":1}'),
}

KEYS: dict[str, tuple[Any, bytes]] = {
    "null": (None, b"null"),
    "true": (True, b"true"),
    "false": (False, b"false"),
    "integer": (1, b"1"),
    "integer beyond 64 bits": (2**70, b"1180591620717411303424"),
    "integer subclass": (Whole(1), b"1"),
    "float": (1.5, b"1.5"),
    "float NaN": (math.nan, b"nan"),
    "float subclass": (Real(1.5), b"1.5"),
    "decimal": (Decimal("1.50"), b"1.50"),
    "empty": ("", b""),
    "text subclass": (Text("a"), b"a"),
    "text that prints as other text": (Masked("a"), b"a"),
    "lone surrogate": ("a\ud800", b"a\xef\xbf\xbd"),
    "text subclass with a surrogate": (Text("\ud800"), b"\xef\xbf\xbd"),
    "enum": (Color.RED, b"red"),
    "integer enum": (Size.LARGE, b"3"),
    "text that is an enum": (Code.OK, b"ok"),
    "number that is an enum": (Level.HIGH, b"3"),
    "enum with a surrogate": (Color.BROKEN, b"\xef\xbf\xbd"),
    "uuid": (UUID(int=1), b"00000000-0000-0000-0000-000000000001"),
    "date": (date(2026, 5, 1), b"2026-05-01"),
    "bytes": (b"a", b"YQ=="),
}


def table(rows: dict[str, Any]) -> pytest.MarkDecorator:
    """Parametrize by a table of cases by name."""
    return pytest.mark.parametrize("case", rows.values(), ids=rows.keys())


# Inside dataclasses and structs, beside NaN, msgspec's conversion has its own view of these.
MASKED = (Masked, Code, Level)


def plain(rows: dict[str, tuple[Any, bytes]]) -> st.SearchStrategy[Any]:
    """Draw a value of the table."""
    return st.sampled_from([value for value, _ in rows.values() if not isinstance(value, MASKED)])


leaves = plain(FORMS) | st.text() | st.integers() | st.floats()
keys = st.text(max_size=3) | plain(KEYS)
documents = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(keys, inner, max_size=4)
        | st.builds(Opaque, inner)
        | st.builds(Device, inner, inner)
        | st.builds(Site, inner, inner)
    ),
    max_leaves=12,
)


class TestJson:
    def test_it_is_a_format(self) -> None:
        """Json answers to the port of formats, and its notes go inside the data."""
        port: Format = Json()
        assert (port.name, port.media_type, port.text) == ("json", "application/json", False)

    def test_it_is_a_value(self) -> None:
        """Two with the same hook are one, so that stages holding them compare, hash and print."""
        assert Json(unwrap) == Json(enc_hook=unwrap)
        assert Json() != Json(unwrap)
        assert len({Json(), Json(), Json(unwrap)}) == 2
        assert repr(Json()) == "Json(enc_hook=None)"

    @table(FORMS)
    def test_every_value_has_one_form(self, case: tuple[Any, bytes]) -> None:
        """A value has this form at the top, in an array and in an object alike."""
        value, form = case
        assert Json()(value) == form
        assert Json()([value, {"a": value}]) == b'[%s,{"a":%s}]' % (form, form)

    @table(FORMS)
    def test_a_form_does_not_depend_on_its_neighbours(self, case: tuple[Any, bytes]) -> None:
        """Beside data that cannot be encoded at once, a value has the form that it has alone."""
        value, form = case
        assert Json()([value, NAN]) == b"[%s,null]" % form

    @table(KEYS)
    def test_every_key_has_one_form(self, case: tuple[Any, bytes]) -> None:
        """A key has this form, whatever its neighbours are."""
        key, form = case
        assert Json()({key: 1}) == b'{"%s":1}' % form
        assert Json()({key: NAN, "z": 1}) == b'{"%s":null,"z":1}' % form

    @pytest.mark.parametrize("neighbour", [1, NAN], ids=["at once", "in pieces"])
    def test_keys_that_become_equal_both_stay(self, neighbour: Any) -> None:
        """Two keys with one form are both written, in order, as by the standard library."""
        data = {1: 1, "1": 2, None: 3, "null": 4}
        assert json.dumps(data, separators=(",", ":")).encode() in Json()([data, neighbour])

    def test_mended_keys_both_stay(self) -> None:
        """Keys that differ only by their surrogates lose no value."""
        assert Json()({"\ud800": 1} | {"\ud801": 2}) == b'{"\xef\xbf\xbd":1,"\xef\xbf\xbd":2}'

    @pytest.mark.parametrize("key", [(1, 2), (), frozenset({1}), frozenset()], ids=repr)
    @pytest.mark.parametrize("neighbour", [1, NAN], ids=["at once", "in pieces"])
    def test_containers_are_no_keys(self, key: Any, neighbour: Any) -> None:
        """A key that the standard library refuses is refused, also where the hook would make it something else."""
        with pytest.raises(TypeError, match="key"):
            Json(str)([neighbour, {key: 1}])

    @pytest.mark.parametrize("neighbour", [1, NAN], ids=["at once", "in pieces"])
    def test_the_unknown_is_refused_by_its_type(self, neighbour: Any) -> None:
        """Without a hook, an unknown object is a TypeError that names the type and never the value."""
        with pytest.raises(TypeError, match="JSON has no form for Opaque") as caught:
            Json()([neighbour, Opaque()])
        assert "secret" not in str(caught.value)

    def test_integers_too_long_for_python_are_refused(self) -> None:
        """An integer that Python refuses to print is its ValueError, here as in the standard library."""
        with pytest.raises(ValueError, match="integer string conversion"):
            Json()([10**5000])


class TestHook:
    def test_the_host_knows_more(self) -> None:
        """What the hook gives is encoded in the object's place, however often it must be asked."""
        assert Json(unwrap)({"a": Opaque(1, Opaque(Text("b")))}) == b'{"a":[1,["b"]]}'

    def test_a_hook_never_sees_what_the_core_knows(self) -> None:
        """Subclasses of str, int and float, and all keys that JSON has a form for, need no hook."""
        data = [Text("a"), Whole(1), Real(1.5), {None: 1, True: 2, Text("a"): 3}]
        assert Json(unwrap)(data) == b'["a",1,1.5,{"null":1,"true":2,"a":3}]'

    def test_an_object_can_be_a_key(self) -> None:
        """An object that the hook makes text is a key like any other."""
        assert Json(lambda obj: "a\ud800")({Opaque(): 1}) == b'{"a\xef\xbf\xbd":1}'

    @pytest.mark.parametrize("last", [NAN, "\ud800", nested(3000)], ids=["NaN", "surrogate", "depth"])
    def test_a_generator_is_asked_once(self, last: Any) -> None:
        """What a generator gave before the encoding failed is not lost."""
        encoded = Json(unwrap)({"rows": (row for row in [1, iter([2])]), "last": last})
        assert encoded.startswith(b'{"rows":[1,[2]],"last":')

    @pytest.mark.parametrize("last", [1, NAN], ids=["at once", "in pieces"])
    def test_an_object_met_twice_is_the_same_twice(self, last: Any) -> None:
        """A generator that stands in two places has its content in both."""
        rows = iter([1, 2])
        assert Json(unwrap)([rows, rows, last])[:12] == b"[[1,2],[1,2]"

    def test_objects_made_on_the_way_are_kept_apart(self) -> None:
        """Objects that live only for a moment are not taken for each other."""
        memory = Memory(unwrap)
        assert [memory.simplify(Opaque(n)) for n in range(3)] == [[0], [1], [2]]

    @pytest.mark.parametrize("error", [ValueError("v"), RecursionError("r"), KeyError("k")], ids=repr)
    def test_the_hosts_errors_pass(self, error: Exception) -> None:
        """An error of the host's own iteration passes: a half-read generator is not asked again."""
        with pytest.raises(type(error)) as caught:
            Json(unwrap)([failing(error)])
        assert caught.value is error

    def test_the_hosts_errors_pass_in_pieces(self) -> None:
        """So it is where data is encoded in pieces."""
        error = ValueError("v")
        with pytest.raises(ValueError, match="v") as caught:
            Json(unwrap)([NAN, failing(error)])
        assert caught.value is error

    def test_a_hook_without_room_is_asked_again(self) -> None:
        """A hook that ran out of stack before it took anything is asked once more, where depth costs no stack."""
        asked = []

        def narrow(obj: Any) -> Any:
            asked.append(obj)
            if len(asked) == 1:
                raise RecursionError
            return list(obj.inside)

        assert Json(narrow)([Opaque(1)]) == b"[[1]]"


class TestDepth:
    @pytest.mark.parametrize("core", [1, NAN, Text("a"), Opaque()], ids=repr)
    @pytest.mark.parametrize("levels", [900, 5_000])
    def test_depth_costs_no_stack(self, levels: int, core: Any) -> None:
        """Data is encoded however deep it is nested, within reason."""
        form = Json(unwrap)(core)
        opened = b'{"a":[' * (levels // 2)
        assert Json(unwrap)(nested(levels, core)) == opened + form + b"]}" * (levels // 2)

    def test_depth_is_met_on_a_deep_stack(self) -> None:
        """900 levels are encoded with hardly any stack left."""

        def deep(frames: int) -> bytes:
            return deep(frames - 1) if frames else Json(unwrap)(nested(900, Opaque()))

        assert deep(600).count(b"[") == 451

    def test_data_without_a_bottom(self) -> None:
        """Objects that never end are an error, not an endless loop."""
        with pytest.raises(RecursionError):
            Json(lambda obj: [Opaque()])([NAN, Opaque()])

    @pytest.mark.parametrize(
        "hook", [unwrap, lambda obj: obj, lambda obj: [obj]], ids=["list", "itself", "around itself"]
    )
    def test_data_that_contains_itself(self, hook: Callable[[Any], Any]) -> None:
        """A circle is an error that says so."""
        circle: list[Any] = [NAN, Opaque()]
        circle[1].inside = (circle,)
        with pytest.raises(ValueError, match="contains itself"):
            Json(hook)(circle)

    def test_the_same_data_twice_is_no_circle(self) -> None:
        """What stands beside itself does not contain itself."""
        row = {"a": NAN}
        assert Json()([row, row, {"b": row}]) == b'[{"a":null},{"a":null},{"b":{"a":null}}]'


class TestLaws:
    @given(documents)
    @settings(deadline=None)
    def test_neighbours_change_nothing(self, document: Any) -> None:
        """A document has the same bytes alone and beside data that must be encoded in pieces."""
        assert Json(unwrap)([document, NAN]) == b"[%s,null]" % Json(unwrap)(document)

    @given(documents)
    @settings(deadline=None)
    def test_settles(self, document: Any) -> None:
        """Encoding twice gives the same bytes."""
        assert Json(unwrap)(document) == Json(unwrap)(document)

    @given(documents)
    @settings(deadline=None)
    def test_is_minified_unescaped_utf_8(self, document: Any) -> None:
        """Outside text nothing is optional, inside text only what must be is escaped, and all of it is UTF-8."""
        text = Json(unwrap)(document).decode("utf-8")
        strings = re.compile(r'"(?:[^"\\]|\\.)*"')
        assert not re.search(r"\s", strings.sub("", text))
        for escape in re.findall(r"\\u....|\\.", "".join(strings.findall(text))):
            assert re.fullmatch(r'\\["\\bfnrt]|\\u00[01][0-9a-f]', escape)
        json.loads(text)

    @given(st.text(st.characters(exclude_categories=())))
    def test_mends_only_surrogates(self, text: str) -> None:
        """Text comes back as it was, but for surrogates: pairs are joined, lone ones become U+FFFD."""
        joined = json.loads(json.dumps(text))
        assert json.loads(Json()(text)) == re.sub("[\ud800-\udfff]", "\ufffd", joined)

    @pytest.mark.parametrize("path", MINIFIED, ids=lambda path: path.stem)
    def test_keeps_real_payloads(self, path: Path) -> None:
        """Minified answers of real applications survive decoding and encoding byte for byte."""
        assert Json()(json.loads(path.read_bytes())) == path.read_bytes()

    @pytest.mark.parametrize("path", MINIFIED, ids=lambda path: path.stem)
    def test_keeps_real_payloads_in_pieces(self, path: Path) -> None:
        """So they do in pieces."""
        assert Json()([json.loads(path.read_bytes()), NAN]) == b"[%s,null]" % path.read_bytes()

    def test_ordinary_data_takes_one_encoding(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Data that serializers emit is never encoded in pieces."""
        monkeypatch.delattr(module, "write")
        rows = [
            {"id": UUID(int=1), "url": Text("https://x/1/"), "price": Decimal("1.50"), "none": None, None: iter("a")}
        ]
        assert json.loads(Json(unwrap)(rows))[0]["url"] == "https://x/1/"
