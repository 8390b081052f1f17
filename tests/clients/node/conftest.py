"""Every server, for every program."""

from collections.abc import Callable

import pytest

from tests.clients.servers import SERVERS


@pytest.fixture(scope="session", params=SERVERS)
def url(request: pytest.FixtureRequest, url_of: Callable[[str], str]) -> str:
    """Give the URL of an endpoint."""
    return url_of(request.param)
