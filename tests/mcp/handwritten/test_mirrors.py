"""Arguments that headers repeat: what an author may ask for, and what a call has to send."""

from base64 import b64encode
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from frisian_pipeline.mcp.handwritten.checking import AuthorCheck
from frisian_pipeline.mcp.handwritten.mirrors import read_mirrors
from frisian_pipeline.mcp.protocol.errors import HEADER_MISMATCH, ProtocolError
from frisian_pipeline.mcp.protocol.mirrors import Mirror, check_mirrors

REGION = {"type": "string", "x-mcp-header": "Region"}
NESTED = {"properties": {"place": {"properties": {"region": REGION}}, "x-mcp-header": {"type": "string"}}}
MIRRORS = [Mirror("Region", ("place", "region"))]


def wrap(text: str) -> str:
    """A value as base64."""
    return f"=?base64?{b64encode(text.encode()).decode()}?="


def fits(headers: dict[str, str], arguments: Any) -> bool:
    """Tell whether headers repeat the arguments."""
    try:
        check_mirrors(headers, arguments, MIRRORS)
    except ProtocolError:
        return False
    return True


class TestCheck:
    @pytest.mark.parametrize(
        ("value", "said"),
        [
            ("eu", "eu"),
            ("eu", wrap("eu")),
            ("", ""),
            (" ú", wrap(" ú")),
            ("=?base64?eA==", "=?base64?eA=="),
            (42, "42"),
            (42, "42.0"),
            (42.0, "42"),
            (-(10**30), f"-{10**30}"),
            (1.5, "1.5"),
            (True, "true"),
            (False, "false"),
            (None, None),
            ({}, None),
            ([1], None),
        ],
    )
    def test_fits(self, value: Any, said: str | None) -> None:
        """A scalar comes with a header that says the same, anything else without one."""
        assert fits({} if said is None else {"mcp-param-region": said}, {"place": {"region": value}})

    @pytest.mark.parametrize(
        ("value", "said"),
        [
            ("eu", "us"),
            ("eu", "EU"),
            ("eu", None),
            ("eu", wrap("us")),
            ("Hello", "=?base64?SGVsbG8?="),
            ("Hello", "=?base64?SGVs!!!bG8=?="),
            (42, "43"),
            (42, "42.5"),
            (42, "4e1"),
            (42, "9" * 5_000),
            (1, "true"),
            (True, "1"),
            (True, "True"),
            (None, "eu"),
            ({}, "eu"),
        ],
    )
    def test_fits_not(self, value: Any, said: str | None) -> None:
        """A header that says something else, or is alone, or is missing, is refused."""
        assert not fits({} if said is None else {"mcp-param-region": said}, {"place": {"region": value}})

    def test_says_what_differs(self) -> None:
        """The error has its own code, and names the header and the argument."""
        with pytest.raises(ProtocolError) as raised:
            check_mirrors({}, {"place": {"region": "eu"}}, MIRRORS)
        message = "Mcp-Param-Region header does not match params.arguments.place.region"
        assert (raised.value.code, raised.value.message) == (HEADER_MISMATCH, message)

    @pytest.mark.parametrize("arguments", [None, [], "place", {}, {"place": None}, {"place": "here"}])
    def test_what_is_not_there(self, arguments: Any) -> None:
        """Where an argument is not, its header must not be."""
        assert fits({}, arguments)
        assert not fits({"mcp-param-region": "eu"}, arguments)


class TestRead:
    def test_properties(self) -> None:
        """A header is read from a property, however deep; a property may have the annotation's name."""
        assert read_mirrors(NESTED, "it") == tuple(MIRRORS)
        assert AuthorCheck(NESTED, "it").mirrors == tuple(MIRRORS)
        assert MIRRORS[0].header == "Mcp-Param-Region"

    @pytest.mark.parametrize("schema", [{}, {"default": REGION}, {"enum": [REGION]}, {"properties": {"a": True}}])
    def test_none(self, schema: dict[str, Any]) -> None:
        """What is data asks for no header."""
        assert read_mirrors(schema, "it") == ()

    @pytest.mark.parametrize(
        "schema",
        [
            REGION,
            {"properties": {"a": {**REGION, "type": "number"}}},
            {"properties": {"a": {"x-mcp-header": "Region"}}},
            {"properties": {"a": {**REGION, "x-mcp-header": ""}}},
            {"properties": {"a": {**REGION, "x-mcp-header": "a b"}}},
            {"properties": {"a": {**REGION, "x-mcp-header": "a_b"}}},
            {"properties": {"a": {**REGION, "x-mcp-header": 1}}},
            {"properties": {"a": REGION, "b": {**REGION, "x-mcp-header": "REGION"}}},
            {"properties": {"a": {"items": REGION}}},
            {"properties": {"a": {"anyOf": [{"type": "null"}, REGION]}}},
            {"anyOf": [{"properties": {"a": REGION}}]},
            {"$defs": {"a": REGION}},
            {"additionalProperties": REGION},
        ],
    )
    def test_refuses(self, schema: dict[str, Any]) -> None:
        """A schema that clients would not take is refused, as the official ones do."""
        with pytest.raises(ImproperlyConfigured, match="it: x-mcp-header"):
            read_mirrors(schema, "it")
