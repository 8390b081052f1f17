"""URI templates, read backwards; the ``uritemplate`` package reads them forwards."""

import time
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from hypothesis import given
from hypothesis import strategies as st
from uritemplate import expand

from frisian_pipeline.mcp.handwritten.templates import LONGEST, read_template

TEMPLATES = [
    "note://{name}",
    "test://template/{id}/data",
    "a:{x}",
    "shop://{shop}/orders/{order}",
    "files://{+path}",
    "files://{disk}/{+path}",
    "files://{disk}/{+path}/meta{?version,lang}",
    "search:all{?q}",
    "x-y.z+1://a(b)[c]*/{name}.json",
]
# Of what RFC 6570 leaves as it is only letters and digits, since a template may have the rest as text of its own.
WORDS = st.text(min_size=1, max_size=20).filter(lambda text: not set("-._~") & set(text)).filter(str.isprintable)


@st.composite
def expanded(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """A template and values for it, in a query for some of the names only."""
    text = draw(st.sampled_from(TEMPLATES))
    template = read_template(text)
    names = [*template.path.groupindex, *draw(st.sets(st.sampled_from(sorted(template.queried) or [""]))) - {""}]
    return text, {name: draw(WORDS) for name in names}


class TestMatch:
    @given(expanded())
    def test_expansions_come_back(self, drawn: tuple[str, dict[str, str]]) -> None:
        """What a template was expanded with is read from the URI again."""
        text, values = drawn
        if "{+" in text:
            # What may be reserved stands there unencoded, so that only such text comes back that has no meaning there.
            values |= {"path": "".join(filter(str.isalnum, values["path"])) + "/a b"}
        assert read_template(text).match(expand(text, dict[str, Any](values))) == values

    @pytest.mark.parametrize(
        ("text", "uri", "found"),
        [
            ("note://a", "note://a", {}),
            ("note://{name}", "note://a%2Fb%20c", {"name": "a/b c"}),
            ("files://{+path}", "files://a/b/c.txt", {"path": "a/b/c.txt"}),
            ("files://{+path}/data", "files://a/data/b/data", {"path": "a/data/b"}),
            ("a:{x}-{y}", "a:1-2-3", {"x": "1", "y": "2-3"}),
            ("a:b{?q,r}", "a:b", {}),
            ("a:b{?q,r}", "a:b?", {}),
            ("a:b{?q,r}", "a:b?r=2&q=", {"r": "2", "q": ""}),
            ("a:{b}{?q}", "a:x?q=%C3%BA", {"b": "x", "q": "ú"}),
        ],
    )
    def test_variables(self, text: str, uri: str, found: dict[str, str]) -> None:
        """A variable is read where it stands, and decoded."""
        assert read_template(text).match(uri) == found

    @pytest.mark.parametrize(
        ("text", "uri"),
        [
            ("note://a", "note://A"),
            ("note://a", "note://a?b=c"),
            ("note://{name}", "note://"),
            ("note://{name}", "note://a/b"),
            ("note://{name}", "note://a?b"),
            ("note://{name}", "note://a#b"),
            ("note://{name}", "note://%ff"),
            ("note://{name}", "note://" + "a" * LONGEST),
            ("a:{b}.json", "a:bxjson"),
            ("a:b{?q}", "a:b?r=1"),
            ("a:b{?q}", "a:b?q=1&q=2"),
            ("a:b{?q}", "a:b?q=%ff"),
        ],
    )
    def test_nothing(self, text: str, uri: str) -> None:
        """What a template has no expansion for is not matched."""
        assert read_template(text).match(uri) is None

    def test_time_grows_with_length(self) -> None:
        """No URI makes a template try again and again."""
        template = read_template("a:{a}-{b}-{c}-{d}-{e}/{+f}/{g}-{h}!")
        began = time.perf_counter()
        assert template.match("a:" + "-/" * (LONGEST // 2 - 1)) is None
        assert template.match("a:" + "-" * (LONGEST - 2)) is None
        assert template.match("a:x-x-x-x-x" + "/x-x" * (LONGEST // 4 - 3)) is None
        assert time.perf_counter() - began < 1


class TestRead:
    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("", "scheme"),
            ("note", "scheme"),
            ("{name}", "scheme"),
            ("{scheme}://name", "scheme"),
            ("a:{b", "braces"),
            ("a:b}", "braces"),
            ("a:{}", "braces"),
            ("a:{{b}}", "braces"),
            ("a:{b*}", "more of RFC 6570"),
            ("a:{b:3}", "more of RFC 6570"),
            ("a:{b=1}", "more of RFC 6570"),
            ("a:{b.c}", "more of RFC 6570"),
            ("a:{b,c}", "more of RFC 6570"),
            ("a:{#b}", "more of RFC 6570"),
            ("a:b{&c}", "more of RFC 6570"),
            ("a:b{?c}{?d}", "query"),
            ("a:b{?c}/d", "query"),
            ("a:b?c=d{?e}", "query"),
            ("a:{+b}/{+c}", "slashes"),
            ("a:{b}/{b}", "one name"),
            ("a:{b}{c}", "nothing between"),
            ("a:{b}{+c}", "nothing between"),
        ],
    )
    def test_refuses(self, text: str, fault: str) -> None:
        """A template that cannot be read backwards for certain is refused, and told why."""
        with pytest.raises(ImproperlyConfigured, match=fault):
            read_template(text)
