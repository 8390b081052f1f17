"""Servers that start when they are first asked for."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest

from tests.clients.servers import make_database, served


@pytest.fixture(scope="session")
def url_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Give the URL of the endpoint behind a server."""
    database = tmp_path_factory.mktemp("host") / "host.sqlite3"
    make_database(database)
    with ExitStack() as running:
        yield cache(lambda server: running.enter_context(served(server, database)))
