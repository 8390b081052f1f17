"""Numbers, in every format: none becomes another, or nothing, because a float cannot hold it."""

import json
from collections.abc import Callable
from decimal import Decimal
from sys import float_info
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toon_format import loads

from frisian_pipeline.formats import Columnar, Csv, Format, Json, Markdown, Rendering, Toon, Tron, columnar, tron
from frisian_pipeline.formats.plain import exact, plain, read_digits
from frisian_pipeline.testing.documents import numbers, tables
from frisian_pipeline.testing.format_laws import alike

BEYOND = ("1E+400", "-1E+400", "1E-400", "-1E-400", "1.2345678E-320", "1E+999999999", "1E-999999999")
"""Decimals that no float is near to."""
LONG = ("0.1234567890123456789", "12345678901234567890.5", "-1.00000000000000000001E+300", "9007199254740993.0")
"""Decimals of more digits than a float has."""
OTHERS = ("1.10", "-0", "-0.0", "0E+3", "0E-500", "1E+22", "1e-7", "12345678901234567890", "1E+308")
DECIMALS = (*BEYOND, *LONG, *OTHERS)
FLOATS = (0.0, -0.0, 0.1, 5e-324, 2.2250738585072014e-308, 1e308, 1.7976931348623157e308, 1e22)
INTEGERS = (0, -1, 2**53 + 1, 2**63, 2**64, -(2**70), 10**400)
NUMBERS = (*map(Decimal, DECIMALS), *FLOATS, *INTEGERS)

READERS: tuple[tuple[Format, Callable[[bytes], Any]], ...] = ((Columnar(), columnar.decode), (Tron(), tron.decode))


def brief(number: Any) -> str:
    """How a number is called."""
    return str(number)[:24]


def become(kind: Callable[[Any], Any], data: Any) -> Any:
    """Data with something in place of each number."""
    if isinstance(data, dict):
        return {key: become(kind, value) for key, value in data.items()}
    if isinstance(data, list):
        return [become(kind, value) for value in data]
    return kind(data) if type(data) in (int, float, Decimal) else data


def nearest(number: Any) -> float:
    """The float that a reader of floats takes a number for."""
    return float(str(number))


def decimals(data: Any) -> Any:
    """Data with the decimals that its numbers look like."""
    return become(lambda number: Decimal(repr(number)) if type(number) is float else Decimal(number), data)


def said(data: Any) -> Any:
    """What JSON says of data, to the last digit."""
    return decimals(json.loads(Json()(data), parse_float=Decimal))


def places(number: Any) -> list[Any]:
    """A number where formats may treat it differently: alone, in a list, and in columns of various kinds."""
    rows = [{"id": n, "same": number, "of": {"some": (n, number)[n % 2], "text": f"/{n}/"}} for n in range(12)]
    return [number, [number, None], {"a": number}, [{"a": number, "b": [number]}] * 9, rows, [*rows, {"id": 12}]]


class TestDigits:
    def test_too_far(self) -> None:
        """A number that not even a decimal holds is refused, and none is made of it."""
        with pytest.raises(ValueError, match="no decimal"):
            read_digits(b"[1E+99999999999999999999]")

    @pytest.mark.parametrize("encode", [Columnar(), Tron()], ids=["columnar", "tron"])
    @pytest.mark.parametrize("digits", ["1.10", "0.30000000000000000", "1E+2", "0.00", "1e16", "1.5"])
    def test_they_are_those_of_json(self, encode: Format, digits: str) -> None:
        """A decimal has the same digits whether it comes as it is, in JSON, or by way of the cheapest format."""
        for data in (Decimal(digits), [Decimal(digits)], [{"a": n, "b": Decimal(digits)} for n in range(3)]):
            content = Json()(data)
            made = encode(data)
            assert made == encode(read_digits(content))
            assert (b"1.10" in made) is (b"1.10" in content)


class TestLossless:
    """Columnar JSON and TRON."""

    @pytest.mark.parametrize("number", NUMBERS, ids=brief)
    @pytest.mark.parametrize(("encode", "decode"), READERS, ids=["columnar", "tron"])
    def test_every_number(self, encode: Format, decode: Callable[[bytes], Any], number: Any) -> None:
        """Whatever number JSON writes comes back as that number, wherever it is."""
        for data in places(number):
            assert decimals(decode(encode(data))) == said(data)

    @settings(deadline=None)
    @given(tables(numbers()) | numbers())
    def test_any_number(self, data: Any) -> None:
        """So does any other."""
        for encode, decode in READERS:
            assert decimals(decode(encode(data))) == said(data)

    @pytest.mark.parametrize("decode", [decode for _, decode in READERS])
    @pytest.mark.parametrize("text", ["1E+99999999999999999999", "[1e-99999999999999999999]"])
    def test_no_number_at_all(self, decode: Callable[[bytes], Any], text: str) -> None:
        """A number that not even a decimal can hold is refused like anything that cannot be read."""
        with pytest.raises(ValueError, match="this is no"):
            decode(text.encode())


class TestToon:
    """What is written in TOON the official decoder reads, with all its digits if it is asked for decimals."""

    @pytest.mark.parametrize("number", [one for one in NUMBERS if str(one) not in BEYOND], ids=brief)
    def test_every_number_near_a_float(self, number: Any) -> None:
        """A number within the range of floats keeps all its digits; a reader of floats gets what JSON gives it."""
        for data in places(number):
            content = Toon()(data)
            assert alike(loads(content, parse_float=exact), plain(data, Json()))
            assert become(nearest, loads(content)) == become(nearest, said(data))

    @pytest.mark.parametrize("number", BEYOND)
    def test_beyond_floats(self, number: str) -> None:
        """One beyond is refused, since the official decoder would read zero or fail; the answer is JSON and says so."""
        for data in places(Decimal(number)):
            with pytest.raises(ValueError, match="float"):
                Toon()(data)
        content, name = Rendering(formats=(Toon(),))("toon", {"a": Decimal(number)})
        assert (name, json.loads(content, parse_float=Decimal)["a"]) == ("json", Decimal(number))
        assert b"format 'toon' could not be used" in content

    @settings(deadline=None)
    @given(tables(numbers()) | numbers())
    def test_any_number(self, data: Any) -> None:
        """What is not refused comes back, and only numbers beyond floats are refused."""
        try:
            content = Toon()(data)
        except ValueError:
            assert is_beyond(data)
        else:
            assert alike(loads(content, parse_float=exact), plain(data, Json()))
            assert not is_beyond(data)


def is_beyond(data: Any) -> bool:
    """Tell whether JSON says a number that is no float, and is not among those either."""
    found: list[str] = []
    json.loads(Json()(data), parse_float=found.append)
    odd = [text for text in found if Decimal(repr(float(text))) != Decimal(text)]
    return any(not float_info.min <= abs(float(text)) <= float_info.max for text in odd)


class TestText:
    """CSV and Markdown."""

    @pytest.mark.parametrize("number", DECIMALS)
    def test_every_number(self, number: str) -> None:
        """They show the number, and nothing less."""
        for encode in (Csv(), Markdown()):
            (shown,) = [line for line in encode([Decimal(number)]).decode().splitlines() if line != "value"]
            assert Decimal(shown.removeprefix("- ")) == Decimal(number)


@given(st.from_regex(r"-?(0|[1-9][0-9]{0,5})\.[0-9]{1,7}", fullmatch=True))
def test_prices_are_floats(text: str) -> None:
    """Numbers of few digits stay floats, which are fast."""
    assert type(plain(Decimal(text), Json())) is float
