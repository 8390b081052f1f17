"""JSON documents to test formats with: rows that are nearly alike, and what has been taken for something else."""

from decimal import Decimal
from functools import cache
from typing import Any

from hypothesis import strategies as st

KEYS = (
    *("id", "name", "url", "site", "tags", "a", "b", "a.b", "a~1b", "", "cols", "rows", "~cols", "{id}"),
    *("#", "1", "é", "a b"),
)
"""Names of members, some of which mean something in one format or another."""

TEXTS = (
    *("", " ", " a ", "true", "null", "-", "--", "1", "-0", "1e5", "05", "0x1", "[]", "{}", "{id}", "{{"),
    *("a,b", 'a"b', "a\\b", "a\nb", "a\r\nb", "a\tb", "a|b", "# a", "- a", "a: b", "A(1)", "class A: a", "=1+1"),
    *("\ufeffa", "é", "😀", "\u2028", "\x00"),
)
"""Texts that look like something else, or have to be quoted somewhere."""

NUMBERS = (0, 1, -1, 0.0, -0.0, 1.0, 0.1, 1e-7, 1e22, 5e-324, 1.7976931348623157e308, 2**53 + 1, 2**64, -(2**70))
"""Numbers that lose something as easily."""

DECIMALS = (
    *("1.10", "-0", "-0.0", "0E+3", "0E-500", "1E+22", "1E+308", "0.1234567890123456789", "12345678901234567890.5"),
    *("1E+400", "-1E+400", "1E-400", "1.2345678E-320", "1E+999999999", "1E-999999999", "NaN", "sNaN", "Infinity"),
)
"""Decimals that a float may lose, whole or in part."""


@cache
def scalars() -> st.SearchStrategy[Any]:
    """JSON's scalars, and the numbers that it takes for null."""
    return st.one_of(
        st.none(),
        st.booleans(),
        st.sampled_from(NUMBERS),
        st.integers(),
        st.floats(),
        st.sampled_from(TEXTS),
        st.text(max_size=6),
    )


@cache
def numbers() -> st.SearchStrategy[Any]:
    """Numbers of any kind, size and length; none of them may lose anything where a format keeps decimals."""
    digits = st.integers(-(10**30), 10**30)
    return st.one_of(
        st.sampled_from((*NUMBERS, *map(Decimal, DECIMALS))),
        st.integers(),
        st.floats(),
        st.decimals(),
        st.builds(lambda number, exponent: Decimal(f"{number}E{exponent}"), digits, st.integers(-500, 500)),
    )


@cache
def keys() -> st.SearchStrategy[str]:
    """Names of members."""
    return st.sampled_from(KEYS) | st.text(max_size=3)


@st.composite
def tables(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> list[dict[str, Any]]:
    """Rows with keys in common: few values, counted ones, text made of another, null, and nothing."""
    names = draw(st.lists(keys(), min_size=1, max_size=5, unique=True))
    pools = [draw(st.lists(values, min_size=1, max_size=3)) for _ in names]
    plan = draw(st.lists(st.binary(min_size=5, max_size=5), min_size=1, max_size=12))
    return [
        {name: cell(place, row[at], pools[at]) for at, name in enumerate(names) if row[at] % 16 or not row[at]}
        for place, row in enumerate(plan)
    ]


def cell(place: int, choice: int, pool: list[Any]) -> Any:
    """What stands in a row: of 256 choices most are from a pool."""
    if choice >= 192:
        return (None, place, f"/of/{place}/", f"{place}")[choice % 4]
    return pool[choice % len(pool)]


@cache
def documents() -> st.SearchStrategy[Any]:
    """Any JSON document; most are lists of objects, or have some."""
    some = st.recursive(
        scalars(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys(), inner, max_size=4) | tables(inner),
        max_leaves=20,
    )
    pages = st.builds(lambda rows: {"count": len(rows), "next": None, "results": rows}, tables(some))
    return st.one_of(some, tables(some), pages)
