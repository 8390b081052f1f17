"""Workers and servers that share a cache: any of them redeems what another has kept."""

import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import pytest

from tests import services
from tests.clients.servers import make_database, served

REDEMPTIONS = 1_000
COMMENTS = ["a", "ĳlst", "x" * 20_000, "é" * 100_000]


class Answer(NamedTuple):
    """What a tool answered."""

    text: str
    is_error: bool


class Host(NamedTuple):
    """A server, as a client without any library sees it."""

    url: str

    def call(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool, over a connection of its own."""
        params = {"name": tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        result = json.loads(self.ask("/mcp", json.dumps(message).encode(), headers))["result"]
        (block,) = result["content"]
        return Answer(block["text"], result.get("isError", False))

    def ask(self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> bytes:
        """Ask for a path, over HTTP."""
        request = Request(self.url.removesuffix("/mcp") + path, body, headers or {})  # noqa: S310
        with urlopen(request, timeout=20) as answer:  # noqa: S310
            content: bytes = answer.read()
        return content

    def write(self, comments: str) -> Any:
        """Make a device, and read its envelope."""
        text, is_error = self.call("devices_create", name="Makkum", comments=comments)
        assert not is_error, text
        return json.loads(text)

    def shown(self, envelope: Any) -> str:
        """What REST says of the device."""
        return self.ask(f"/api/devices/{envelope['uid']}/").decode()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that all servers share."""
    database = tmp_path_factory.mktemp("host") / "host.sqlite3"
    make_database(database)
    return database


def shared(port: int) -> dict[str, str]:
    """Share a Redis; the rest is left to the defaults."""
    place = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": f"redis://127.0.0.1:{port}"}
    return {"CLIENTS_CACHE": json.dumps(place)}


@contextmanager
def hosts(
    database: Path, env: dict[str, str], *addresses: str, workers: int = 4, log: Path = Path(os.devnull)
) -> Iterator[list[Host]]:
    """Serve the host at each address, with so many workers each; they log who answered."""
    options = (f"--workers={workers}", f"--access-logfile={log}", "--access-logformat=%(p)s")
    with ExitStack() as running:
        yield [
            Host(running.enter_context(served("gunicorn", database, *options, address=address, env=env)))
            for address in addresses
        ]


def redeem_all(maker: Host, redeemer: Host, count: int) -> list[Answer]:
    """Keep some results and redeem each many times, many at once; gives the answers that were not the exact bytes."""
    envelopes = [maker.write(comments) for comments in COMMENTS]
    kept = [(envelope["continuation_token"], Answer(maker.shown(envelope), is_error=False)) for envelope in envelopes]

    def redeem(pair: tuple[str, Answer]) -> tuple[Answer, Answer]:
        return redeemer.call("devices_create", continuation_token=pair[0]), pair[1]

    with ThreadPoolExecutor(8) as pool:
        redeemed = list(pool.map(redeem, islice(cycle(kept), count)))
    assert len(redeemed) == count
    return [answer for answer, expected in redeemed if answer != expected]


class TestWorkers:
    """One cache behind many processes."""

    def test_any_worker_redeems(self, database: Path, tmp_path: Path) -> None:
        """Of a thousand redemptions by four workers over Redis a thousand answer the exact bytes."""
        log = tmp_path / "access"
        with services.redis() as port, hosts(database, shared(port), "127.0.0.1", log=log) as [host]:
            assert redeem_all(host, host, REDEMPTIONS) == []
        assert len(set(log.read_text().split())) == 4

    def test_any_server_redeems(self, database: Path) -> None:
        """The same over two servers at two addresses, each of which redeems what the other has kept."""
        addresses = ("127.0.0.1", "127.0.0.2")
        with services.redis() as port, hosts(database, shared(port), *addresses, workers=2) as [one, other]:
            assert redeem_all(one, other, REDEMPTIONS // 2) == []
            assert redeem_all(other, one, REDEMPTIONS // 2) == []

    def test_a_cache_that_dies(self, database: Path) -> None:
        """When Redis dies answers go on as they were, without tokens, and when it is back there are tokens again."""
        with ExitStack() as running:
            port = services.free_port()
            pool = running.enter_context(ThreadPoolExecutor(4))
            with services.redis(port):
                (host,) = running.enter_context(hosts(database, shared(port), "127.0.0.1"))
                before = host.write("x" * 20_000)
                read = host.call("devices_retrieve", uid=before["uid"])
                writes = [pool.submit(host.write, "x" * 20_000) for _ in range(100)]
                writes[10].result(timeout=60)
            known = {write.result(timeout=60)["uid"]: tuple(write.result()) for write in writes}
            assert len(known) == 100
            assert set(known.values()) == {tuple(before), tuple(before)[:-1]}
            assert tuple(host.write("a")) == tuple(before)[:-1]
            assert host.call("devices_retrieve", uid=before["uid"]) == read
            text, is_error = host.call("devices_create", continuation_token=before["continuation_token"])
            assert is_error
            assert "continuation token is not valid here" in text
            with services.redis(port):
                assert all("continuation_token" in host.write("a") for _ in range(8))

    @pytest.mark.parametrize(
        "kind", ["django.core.cache.backends.dummy.DummyCache", "tests.drf.caching.doubles.Forgetful"]
    )
    def test_a_cache_that_drops(self, database: Path, kind: str) -> None:
        """Where the cache keeps nothing, or drops what is large, the answers are the same without tokens."""
        env = {"CLIENTS_CACHE": json.dumps({"BACKEND": kind}), "CLIENTS_STORE": "cache"}
        with hosts(database, env, "127.0.0.1", workers=1) as [host]:
            envelope = host.write("x" * 20_000)
            assert list(envelope) == ["uid", "name", "serial", "status_code", "data_size"]
            assert envelope["data_size"] == len(host.shown(envelope))
