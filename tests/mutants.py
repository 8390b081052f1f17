"""Documents that are nearly what a format writes."""

import re

from hypothesis import strategies as st

TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\w.+-]+|.', re.DOTALL)
NAMES = (
    "cols",
    "rows",
    "const",
    "same",
    "tmpl",
    "opt",
    "refs",
    "sub",
    "nullobj",
    "~cols",
    "",
    "a",
    "a.b",
    "~",
    "{",
    "{id}",
)
VALUES = (
    *(b"[]", b"{}", b"[[]]", b'"\\ud800"', b"null", b"true", b"1", b"-0.0", b"1e999", b"1e99999999999999999999"),
    *(b"9" * 5_000, b"[" * 2_000 + b"]" * 2_000, b'{"a":' * 2_000 + b"1" + b"}" * 2_000),
    *(f'"{name}"'.encode() for name in NAMES),
)
SIGNS = (*(bytes((sign,)) for sign in b'[]{}(),:;=\n#"\xff'), b"A(", b"B", b"class", "\u0663".encode())


@st.composite
def mutants(draw: st.DrawFn, contents: st.SearchStrategy[bytes]) -> bytes:
    """Contents in which a few values are others, and sometimes a few tokens are left out or too many."""
    tokens: list[bytes] = TOKEN.findall(draw(contents))
    values = [place for place, token in enumerate(tokens) if len(token) > 1 or token.isalnum()]
    for place in draw(st.lists(st.sampled_from(values), max_size=3)) if values else ():
        tokens[place] = draw(st.sampled_from(VALUES) | st.sampled_from(tokens))
    for place in draw(st.just([]) | st.lists(st.integers(0, len(tokens)), max_size=3)):
        tokens[place : place + draw(st.integers(0, 2))] = draw(st.lists(st.sampled_from(SIGNS + VALUES), max_size=2))
    return b"".join(tokens)
