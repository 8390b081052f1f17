"""Which era a request belongs to, and what a modern one is checked for, in which order."""

import json
from base64 import b64encode
from typing import Any

import pytest

from tests.mcp.protocol.shop import (
    CAPABILITIES_KEY,
    CLIENT_KEY,
    LEGACY,
    META,
    MODERN,
    VERSION_KEY,
    Shop,
    ask,
    error_of,
    legacy,
    modern,
    modern_headers,
    request,
)

MISMATCH = "MCP-Protocol-Version header does not match params._meta"


def post(headers: dict[str, str], method: str = "tools/list", **params: Any) -> tuple[int, int, str]:
    """The error that a request gets."""
    return error_of(ask(json.dumps(request(method, **params)).encode(), headers))


class TestOrder:
    def test_envelope_first(self) -> None:
        """A broken envelope comes before everything that its params lack."""
        body = b'{"jsonrpc":"2.0","id":null,"method":"tools/list"}'
        assert error_of(ask(body, modern_headers("x", version="2031-01-01")))[:2] == (400, -32600)

    def test_meta_before_headers(self) -> None:
        """Missing keys of _meta come before headers that differ."""
        assert post(modern_headers("x"), _meta={VERSION_KEY: "2031-01-01"})[:2] == (400, -32602)

    def test_headers_before_version(self) -> None:
        """Headers that differ come before a version that is not served."""
        found = post(modern_headers("tools/list"), _meta=META | {VERSION_KEY: "v999"})
        assert found == (400, -32020, MISMATCH)

    def test_version_before_method(self) -> None:
        """A version that is not served comes before an unknown method."""
        found = post(modern_headers("x/y", version="v999"), "x/y", _meta=META | {VERSION_KEY: "v999"})
        assert found == (400, -32022, "Unsupported protocol version")

    def test_method_before_params(self) -> None:
        """An unknown method comes before params that would not fit any."""
        assert post(modern_headers("x/y"), "x/y", _meta=META, cursor=5) == (404, -32601, "Method not found")

    def test_params_last(self) -> None:
        """Params are read when all else is right."""
        found = post(modern_headers("tools/list"), _meta=META, cursor=5)
        assert found == (400, -32602, "Invalid params: Expected `str | null`, got `int` - at `params.cursor`")


class TestMeta:
    @pytest.mark.parametrize(
        ("params", "message"),
        [
            ({}, f"params._meta lacks {VERSION_KEY}, {CAPABILITIES_KEY}"),
            ({"_meta": None}, f"params._meta lacks {VERSION_KEY}, {CAPABILITIES_KEY}"),
            ({"_meta": [VERSION_KEY]}, f"params._meta lacks {VERSION_KEY}, {CAPABILITIES_KEY}"),
            ({"_meta": {CAPABILITIES_KEY: {}}}, f"params._meta lacks {VERSION_KEY}"),
            ({"_meta": {VERSION_KEY: MODERN}}, f"params._meta lacks {CAPABILITIES_KEY}"),
            (
                {"_meta": META | {VERSION_KEY: 20260728}},
                f"Invalid params: Expected `str`, got `int` - at `params._meta.{VERSION_KEY}`",
            ),
            (
                {"_meta": META | {CAPABILITIES_KEY: []}},
                f"Invalid params: Expected `object`, got `array` - at `params._meta.{CAPABILITIES_KEY}`",
            ),
            (
                {"_meta": META | {CLIENT_KEY: {"name": "desk"}}},
                f"Invalid params: Object missing required field `version` - at `params._meta.{CLIENT_KEY}`",
            ),
        ],
    )
    def test_it_says_too_little(self, params: dict[str, Any], message: str) -> None:
        """A modern request without what it has to say about itself is told what is missing or wrong."""
        assert post(modern_headers("tools/list"), **params) == (400, -32602, message)

    def test_the_client_may_be_nameless(self) -> None:
        """Who the client is need not be said."""
        assert modern("tools/list", _meta={VERSION_KEY: MODERN, CAPABILITIES_KEY: {}}).status == 200


class TestHeaders:
    @pytest.mark.parametrize(
        ("changed", "message"),
        [
            ({"Mcp-Method": "Tools/Call"}, "Mcp-Method header does not match method"),
            ({"Mcp-Method": "tools/call,tools/call"}, "Mcp-Method header does not match method"),
            ({"mcp-method": "tools/call"}, "Mcp-Method header does not match method"),
            ({"Mcp-Method": None}, "Mcp-Method header does not match method"),
            ({"Mcp-Name": None}, "Mcp-Name header does not match params.name"),
            ({"Mcp-Name": "Orders_list"}, "Mcp-Name header does not match params.name"),
            ({"Mcp-Name": "=?base64?b3JkZXJzX2xpc3Q="}, "Mcp-Name header does not match params.name"),
            ({"Mcp-Name": "=?BASE64?b3JkZXJzX2xpc3Q=?="}, "Mcp-Name header does not match params.name"),
            ({"Mcp-Name": "=?base64?b3JkZXJzX2xpc3Q?="}, "Mcp-Name header does not match params.name"),
            ({"Mcp-Name": "=?base64?b3JkZXJzX2xpc3R=?="}, "Mcp-Name header does not match params.name"),
            ({"Mcp-Name": "=?base64?/w==?="}, "Mcp-Name header does not match params.name"),
            ({"Mcp-Name": "=?base64?é?="}, "Mcp-Name header does not match params.name"),
            ({"MCP-Protocol-Version": None}, MISMATCH),
            ({"MCP-Protocol-Version": "2025-11-25"}, MISMATCH),
            ({"MCP-Protocol-Version": ""}, MISMATCH),
        ],
    )
    def test_they_differ(self, changed: dict[str, str | None], message: str) -> None:
        """A routing header that is absent, malformed, doubled or different is a mismatch; values compare exactly."""
        headers = modern_headers("tools/call", "orders_list") | changed
        kept = {name: value for name, value in headers.items() if value is not None}
        assert post(kept, "tools/call", name="orders_list", _meta=META) == (400, -32020, message)

    @pytest.mark.parametrize("name", ["orders_list", "=?base64?b3JkZXJzX2xpc3Q=?=", " \torders_list "])
    def test_they_agree(self, name: str) -> None:
        """Names of headers compare without case, values after trimming and, for Mcp-Name, decoding."""
        headers = {"MCP-PROTOCOL-VERSION": f" {MODERN}", "mcp-method": "tools/call\t", "mCp-NaMe": name}
        body = json.dumps(request("tools/call", name="orders_list", _meta=META)).encode()
        assert ask(body, headers).status == 200

    @pytest.mark.parametrize("name", ["Größe", "", "=?base64?YQ==?=", " a "])
    def test_any_name_can_be_sent(self, name: str) -> None:
        """A name that no header holds as it is arrives in base64."""
        encoded = f"=?base64?{b64encode(name.encode()).decode()}?="
        found = post(modern_headers("tools/call", encoded), "tools/call", name=name, _meta=META)
        assert found == (400, -32602, f"Unknown tool: {name}")

    @pytest.mark.parametrize("name", ["=?base64?", "?=", "=?base64?=", "=?", "=?base64?x"])
    def test_one_mark_is_literal(self, name: str) -> None:
        """A name with only one of the two marks, or with both in one, is what it is."""
        found = post(modern_headers("tools/call", name), "tools/call", name=name, _meta=META)
        assert found == (400, -32602, f"Unknown tool: {name}")

    def test_the_body_lacks_the_name(self) -> None:
        """A name that the body lacks is the fault of the params, not of the header."""
        found = post(modern_headers("resources/read", "x"), "resources/read", _meta=META)
        assert found == (400, -32602, "Invalid params: Object missing required field `uri`")

    def test_the_name_is_no_text(self) -> None:
        """A name that is no text matches no header."""
        found = post(modern_headers("tools/call", "5"), "tools/call", name=5, _meta=META)
        assert found == (400, -32020, "Mcp-Name header does not match params.name")


class TestEra:
    @pytest.mark.parametrize("headers", [{}, *({"MCP-Protocol-Version": version} for version in LEGACY)])
    @pytest.mark.parametrize("version", [MODERN, "2031-01-01"])
    def test_a_modern_body_needs_a_modern_header(self, headers: dict[str, str], version: str) -> None:
        """A body that calls itself modern under an absent or legacy header is a mismatch."""
        assert post(headers, _meta=META | {VERSION_KEY: version}) == (400, -32020, MISMATCH)

    @pytest.mark.parametrize("version", [MODERN, "2031-01-01", "2024-11-05", "", "2025-03-26,2025-03-26"])
    def test_a_modern_header_needs_a_modern_body(self, version: str) -> None:
        """A body that says nothing under a header that is not legacy lacks what modern requests say."""
        found = post({"MCP-Protocol-Version": version}, "initialize", protocolVersion="2025-11-25")
        assert found == (400, -32602, f"params._meta lacks {VERSION_KEY}, {CAPABILITIES_KEY}")

    @pytest.mark.parametrize("version", LEGACY)
    def test_a_legacy_body_may_say_so(self, version: str) -> None:
        """A legacy revision in _meta does not make a request modern; under a modern header it is a mismatch."""
        meta = META | {VERSION_KEY: version}
        assert legacy("tools/list", _meta=meta).status == 200
        assert post(modern_headers("tools/list"), _meta=meta) == (400, -32020, MISMATCH)

    @pytest.mark.parametrize(
        "method",
        [
            "initialize",
            "ping",
            "logging/setLevel",
            "resources/subscribe",
            "resources/unsubscribe",
        ],
    )
    def test_gone_from_the_modern_era(self, method: str) -> None:
        """A method that the modern era has dropped, or that is not advertised, is unknown."""
        assert error_of(modern(method)) == (404, -32601, "Method not found")

    @pytest.mark.parametrize("method", ["server/discover", "logging/setLevel", ""])
    def test_not_in_the_legacy_era(self, method: str) -> None:
        """A method that legacy revisions do not have, or that is not advertised, is unknown."""
        assert error_of(legacy(method)) == (200, -32601, "Method not found")

    @pytest.mark.parametrize("method", ["resources/subscribe", "resources/unsubscribe"])
    def test_subscriptions(self, method: str) -> None:
        """A legacy client may ask to be told of a resource that there is, though nobody says that it will be."""
        assert json.loads(legacy(method, uri="shop://hours").body)["result"] == {}
        assert error_of(legacy(method, uri="nowhere://")) == (200, -32002, "Resource not found")

    def test_a_modern_call_reaches_the_tool(self) -> None:
        """A tool is given its arguments and the whole _meta."""
        shop = Shop()
        modern("tools/call", shop, name="orders_list", arguments={"state": "open"})
        assert shop.calls == [("orders_list", {"state": "open"}, META)]
