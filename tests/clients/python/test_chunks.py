"""A body that comes in chunks, without a length, behind a real server."""

import json
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"filler":"%s"}}}'


def send(url: str, body: bytes) -> tuple[int, Any]:
    """Send a body in chunks."""
    connection = HTTPConnection(urlsplit(url).netloc, timeout=20)
    try:
        pieces = iter([body[:7], body[7:5000], body[5000:]])
        connection.request(
            "POST", "/mcp", filter(None, pieces), {"Content-Type": "application/json"}, encode_chunked=True
        )
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


@pytest.mark.parametrize("server", ["gunicorn", "uvicorn"])
class TestChunks:
    def test_are_one_message(self, url_of: Callable[[str], str], server: str) -> None:
        """A message is read whole, however it comes."""
        assert send(url_of(server), PING % (b"x" * 9000)) == (200, {"jsonrpc": "2.0", "id": 1, "result": {}})

    def test_have_the_same_limit(self, url_of: Callable[[str], str], server: str) -> None:
        """What is too large is refused."""
        assert send(url_of(server), PING % (b"x" * (10 << 20)))[0] == 413
