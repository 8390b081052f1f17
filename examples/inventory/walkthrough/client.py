"""A REST client as small as it can be."""

import json
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

JSON = "application/json"
AGENT = "application/vnd.frisian+json"


class CallError(Exception):
    """A call was not answered with success; the message has the status and the answer."""


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    content: bytes

    def json(self) -> Any:
        """Read the answer as plain data."""
        return json.loads(self.content)


@dataclass(frozen=True)
class Client:
    """
    Calls one API as one user, asking for one media type.

    Attributes:
        address: Host and port.
        accept: The media type to ask for.
        key: The API key that says who calls; empty is anonymous.
    """

    address: str
    accept: str = JSON
    key: str = ""

    def call(self, method: str, url: str, body: Any = None) -> Answer:
        """Send a request and return the answer, whatever its status; of the URL, only path and query count."""
        path = urlsplit(url)._replace(scheme="", netloc="").geturl()
        headers = {"Accept": self.accept, "Content-Type": JSON}
        if self.key:
            headers["Authorization"] = f"Key {self.key}"
        connection = HTTPConnection(self.address, timeout=60)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            return Answer(response.status, response.read())
        finally:
            connection.close()

    def done(self, method: str, url: str, body: Any = None) -> Answer:
        """
        Send a request that must succeed.

        Raises:
            CallError: If it does not.
        """
        answer = self.call(method, url, body)
        if not 200 <= answer.status < 300:
            raise CallError(f"{method} {url} answered {answer.status}: {answer.content[:500]!r}")
        return answer
