"""DRF's meaning: the JSON format with DRF's hook beside DRF's own renderer."""

import json
import math
from array import array
from collections import ChainMap, OrderedDict, UserDict, UserList, deque
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from ipaddress import ip_address, ip_interface, ip_network
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, models
from django.utils.datastructures import MultiValueDict
from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from hypothesis import given, settings
from hypothesis import strategies as st
from rest_framework.exceptions import ErrorDetail
from rest_framework.relations import Hyperlink
from rest_framework.renderers import JSONRenderer
from rest_framework.serializers import Serializer
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from frisian_pipeline.drf.encoding import encode_unknown
from frisian_pipeline.formats import Json

encode = Json(encode_unknown)

INDIA = timezone(timedelta(hours=5, minutes=30))
MEAN_TIME = timezone(timedelta(minutes=19, seconds=32))


def rendered(data: Any) -> Any:
    """What a client of DRF's JSON renderer reads."""
    return json.loads(JSONRenderer().render([data]))[0]


def drf_says(make: Callable[[], Any]) -> str:
    """What DRF sends, or the error that it is."""
    try:
        return shown(rendered(make()))
    except (TypeError, ValueError) as error:
        return type(error).__name__


def shown(data: Any) -> str:
    """A value by which 1, 1.0 and true differ, and objects whose keys come in another order."""
    return json.dumps(data)


def deep(core: Any) -> Any:
    """900 lists and objects in turn around a core."""
    for level in range(900):
        core = {"a": core} if level % 2 else [core]
    return core


class Status(models.TextChoices):
    ACTIVE = "active", gettext_lazy("Active")


class Priority(models.IntegerChoices):
    HIGH = 3


class Color(Enum):
    RED = "red"


class Row:
    """An array of numbers, as numpy has them."""

    def tolist(self) -> list[int]:
        return [1, 2]


class Table:
    """A mapping by its methods alone."""

    def keys(self) -> list[str]:
        return ["a"]

    def __getitem__(self, key: str) -> str:
        return key.upper()


class Bag:
    """An iterable, and nothing more."""

    def __iter__(self) -> Iterator[int]:
        return iter((1, 2))


class Cursor:
    """A row that the database no longer gives."""

    def keys(self) -> list[str]:
        return ["a"]

    def __getitem__(self, key: str) -> int:
        raise DatabaseError


def stopped() -> Iterator[int]:
    """Rows that stop half-way."""
    yield 1
    raise DatabaseError


class Missing:
    """Something that can be asked for keys and has none."""

    def __getitem__(self, key: int) -> int:
        raise KeyError(key)


class Moment(datetime):
    """A datetime as libraries for dates make them."""


class Day(date):
    pass


class Hour(time):
    pass


class Span(timedelta):
    pass


class Price(Decimal):
    pass


class Blob(bytes):
    pass


def groups() -> Any:
    """A queryset of one row."""
    Group.objects.get_or_create(name="staff")
    return Group.objects.values("name")


def serialized() -> Any:
    """What a serializer answers with."""
    serializer: Serializer[Any] = Serializer()
    return ReturnList([ReturnDict({"a": 1}, serializer=serializer)], serializer=serializer)


Make = Callable[[], Any]

SAME: dict[str, Make] = {
    "null": lambda: None,
    "true": lambda: True,
    "float": lambda: 1.0,
    "integer beyond 2**53": lambda: 2**53 + 1,
    "integer beyond 64 bits": lambda: 2**70,
    "text": lambda: 'caf\u00e9 "\\\u2028\u2029\x00\x7f</',
    "hyperlink": lambda: Hyperlink("https://example.com/api/device/1/", None),
    "error detail": lambda: ErrorDetail("This field is required.", code="required"),
    "safe text": lambda: mark_safe("<b>\u00e9</b>"),
    "lazy text": lambda: lazystr("later"),
    "translated text": lambda: gettext_lazy("Yes"),
    "decimal": lambda: Decimal("1.50"),
    "decimal with an exponent": lambda: Decimal("1.5E+3"),
    "uuid": lambda: UUID(int=1),
    "naive datetime": lambda: datetime(2026, 5, 1, 12, 30, 0, 7),  # noqa: DTZ001
    "UTC datetime": lambda: datetime(2026, 5, 1, 12, 30, tzinfo=UTC),
    "datetime elsewhere": lambda: datetime(2026, 5, 1, 12, 30, tzinfo=INDIA),
    "datetime subclass": lambda: Moment(2026, 5, 1, tzinfo=UTC),
    "datetime subclass elsewhere": lambda: Moment(2026, 5, 1, tzinfo=INDIA),
    "date": lambda: date(2026, 5, 1),
    "date subclass": lambda: Day(2026, 5, 1),
    "time": lambda: time(12, 30, 1, 7),
    "time subclass": lambda: Hour(12, 30),
    "text choice": lambda: Status.ACTIVE,
    "integer choice": lambda: Priority.HIGH,
    "address": lambda: ip_address("10.0.0.1"),
    "interface": lambda: ip_interface("2001:db8::1/64"),
    "network": lambda: ip_network("10.0.0.0/8"),
    "queryset": groups,
    "empty queryset": Group.objects.none,
    "list of values": lambda: groups().values_list("name", flat=True),
    "generator": lambda: (row for row in [1, iter([2])]),
    "iterable": Bag,
    "array": lambda: array("i", [1]),
    "numpy-like": Row,
    "mapping-like": Table,
    "user dict": lambda: UserDict(a=1),
    "chained maps": lambda: ChainMap({"a": 1}, {"b": 2}),
    "pairs": lambda: deque([("a", 1)]),
    "dict views": lambda: [{"a": 1}.keys(), {"a": 1}.values(), {"a": 1}.items()],
    "set": lambda: {1, 2},
    "ordered dict": lambda: OrderedDict(b=1, a=2),
    "serializer's data": serialized,
    "integer keys": lambda: {1: "a", 2**70: "b", -1: "c"},
    "other keys": lambda: {None: 1, True: 2, False: 3, 1.5: 4, mark_safe("a"): 5, Status.ACTIVE: 6, Priority.HIGH: 7},
    "keys that become equal": lambda: {1: "a", "1": "b", None: "c", "null": "d"},
    "900 levels": lambda: deep(1),
    "900 levels around lazy text": lambda: deep(lazystr("later")),
    "lazy dict": lambda: SimpleLazyObject(lambda: {"a": 1}),
    "lazy list": lambda: SimpleLazyObject(lambda: ["a", "b"]),
}

DIFFERENT: dict[str, tuple[Make, Any]] = {
    "NaN is null": (lambda: math.nan, None),
    "infinities are null": (lambda: [math.inf, -math.inf], [None, None]),
    "a decimal NaN is null": (lambda: Decimal("NaN"), None),
    "a decimal infinity is null": (lambda: Decimal("-Infinity"), None),
    "a decimal keeps its digits": (lambda: Decimal(12345678901234567890), 12345678901234567890),
    "a whole decimal is a whole number": (lambda: Decimal(5), 5),
    "a decimal subclass is a decimal": (lambda: [Price("NaN"), Price(5)], [None, 5]),
    "a lone surrogate is U+FFFD": (lambda: "a\ud800", "a\ufffd"),
    "surrogates that are a pair are joined": (lambda: "\ud83d\ude00", "\U0001f600"),
    "so it is in subclasses and lazy text": (
        lambda: [ErrorDetail("\ud800"), lazystr("\ud800")],
        ["\ufffd", "\ufffd"],
    ),
    "a lone surrogate in a key is U+FFFD": (lambda: {"\ud800": 1}, {"\ufffd": 1}),
    "a timedelta is an ISO duration": (lambda: timedelta(days=1, seconds=3, microseconds=5), "P1DT3.000005S"),
    "a timedelta subclass is an ISO duration": (lambda: Span(seconds=1), "PT1S"),
    "bytes are base64": (lambda: b"abc", "YWJj"),
    "a bytes subclass is base64": (lambda: Blob(b"abc"), "YWJj"),
    "an aware time has its offset": (lambda: time(12, 30, tzinfo=INDIA), "12:30:00+05:30"),
    "an aware UTC time has a Z": (lambda: [time(1, tzinfo=UTC), Hour(1, tzinfo=UTC)], ["01:00:00Z", "01:00:00Z"]),
    "an offset has no seconds": (lambda: datetime(1900, 1, 1, tzinfo=MEAN_TIME), "1900-01-01T00:00:00+00:20"),
    "a NaN key is lower case": (lambda: {math.nan: 1}, {"nan": 1}),
    "an exponent in a key has no plus": (lambda: {1e16: 1}, {"1e16": 1}),
    "a multi-valued dict shows all its values": (lambda: MultiValueDict({"a": ["1", "2"]}), {"a": ["1", "2"]}),
    "an enum has its value": (lambda: Color.RED, "red"),
    "a date is a key": (lambda: {date(2026, 5, 1): 1}, {"2026-05-01": 1}),
    "lazy text is a key": (lambda: {lazystr("a"): 1}, {"a": 1}),
}

# A pair makes a value afresh, since a generator can be read once: ours, and what DRF is given in its place.
Pair = tuple[Make, Make]


def same(make: Make) -> Pair:
    """A value that both are given."""
    return make, make


def pinned(row: tuple[Make, Any]) -> Pair:
    """A difference: ours, and what DRF must be given to say the same."""
    return row[0], lambda: row[1]


def listed(pairs: list[Pair]) -> Pair:
    """A list of pairs."""
    return lambda: [ours() for ours, _ in pairs], lambda: [theirs() for _, theirs in pairs]


def yielded(pairs: list[Pair]) -> Pair:
    """A generator of pairs."""
    return lambda: (ours() for ours, _ in pairs), lambda: (theirs() for _, theirs in pairs)


def keyed(pairs: dict[Any, Pair]) -> Pair:
    """An object of pairs."""
    return (
        lambda: {key: ours() for key, (ours, _) in pairs.items()},
        lambda: {key: theirs() for key, (_, theirs) in pairs.items()},
    )


def fresh(value: Any) -> Pair:
    """A generated value."""
    return same(lambda: value)


# Offsets had seconds once.
SINCE = datetime(2000, 1, 1)  # noqa: DTZ001

generated = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.uuids()
    | st.decimals(-(10**9), 10**9, places=3)
    | st.datetimes()
    | st.datetimes(SINCE, timezones=st.timezones())
    | st.dates()
    | st.times()
)
awkward = st.sampled_from([*map(same, SAME.values()), *map(pinned, DIFFERENT.values())])
keys = st.text(max_size=3) | st.integers() | st.none() | st.booleans() | st.sampled_from([*Status, *Priority])
documents = st.recursive(
    awkward | generated.map(fresh),
    lambda inner: (
        st.lists(inner, max_size=4).map(listed)
        | st.lists(inner, max_size=4).map(yielded)
        | st.dictionaries(keys, inner, max_size=4).map(keyed)
    ),
    max_leaves=10,
)


@pytest.mark.django_db
class TestMeaning:
    @given(documents)
    @settings(deadline=None)
    def test_means_what_drf_means(self, document: Pair) -> None:
        """A client reads what DRF's renderer would have sent, but for the pinned differences, and always the same."""
        ours, theirs = document
        content = encode(ours())
        assert shown(json.loads(content)) == shown(rendered(theirs()))
        assert encode(ours()) == content

    @pytest.mark.parametrize("make", SAME.values(), ids=SAME.keys())
    def test_means_what_drf_means_by_name(self, make: Make) -> None:
        """So it is for each awkward value alone, and beside one that must be encoded in pieces."""
        assert shown(json.loads(encode(make()))) == shown(rendered(make()))
        assert shown(json.loads(encode([make(), Decimal("NaN")]))) == shown([rendered(make()), None])

    @pytest.mark.parametrize("row", DIFFERENT.values(), ids=DIFFERENT.keys())
    def test_differences_are_pinned(self, row: tuple[Make, Any]) -> None:
        """What is not DRF's is this, alone and in pieces; DRF says something else or fails."""
        make, expected = row
        assert shown(json.loads(encode(make()))) == shown(expected)
        assert shown(json.loads(encode([make(), Decimal("NaN")]))) == shown([expected, None])
        assert drf_says(make) != shown(expected)


UNKNOWN: dict[str, Make] = {
    "object": object,
    "class": lambda: Group,
    "function": lambda: groups,
    "model": lambda: Group(name="secret"),
    "range": lambda: range(3),
    "deque": lambda: deque(["secret"]),
    "lazy text": lambda: SimpleLazyObject(lambda: "secret"),
    "lazy model": lambda: SimpleLazyObject(lambda: Group(name="secret")),
    "no mapping after all": lambda: UserList(["secret"]),
    "no key after all": Missing,
}


class TestEncodeUnknown:
    @pytest.mark.parametrize("make", UNKNOWN.values(), ids=UNKNOWN.keys())
    def test_refuses_what_drf_refuses(self, make: Make) -> None:
        """An object that DRF has no rule for is a TypeError that names its type and never shows it."""
        assert drf_says(make) == "TypeError"
        with pytest.raises(TypeError) as caught:
            encode({"a": make()})
        assert type(make()).__qualname__ in str(caught.value)
        assert "secret" not in str(caught.value)

    @pytest.mark.parametrize("make", [Cursor, stopped], ids=["mapping-like", "generator"])
    def test_the_hosts_errors_pass(self, make: Make) -> None:
        """An error of the database is the host's, not one of encoding."""
        with pytest.raises(DatabaseError):
            encode_unknown(make())

    def test_gives_lists_and_dicts(self) -> None:
        """What it gives is simpler than what it was given, and not yet bytes."""
        assert encode_unknown(Bag()) == [1, 2]
        assert encode_unknown(Table()) == {"a": "A"}
        assert encode_unknown(Row()) == [1, 2]
        assert encode_unknown(Moment(2026, 5, 1, tzinfo=UTC)) == "2026-05-01T00:00:00Z"
        assert type(encode_unknown(Span(days=-1, microseconds=5))) is timedelta
        assert encode_unknown(Span(days=-1, microseconds=5)) == timedelta(days=-1, microseconds=5)
