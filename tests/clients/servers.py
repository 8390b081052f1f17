"""The host behind real servers, on loopback ports that are free."""

import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SERVERS: Mapping[str, tuple[str, ...]] = {
    # One process, where the store of continuation tokens is in memory.
    "gunicorn": ("--bind=fd://{}", "--threads=4", "--no-control-socket", "django.core.wsgi:get_wsgi_application()"),
    "uvicorn": ("--fd={}", "--lifespan=off", "--factory", "django.core.asgi:get_asgi_application"),
}
NOTHING: Mapping[str, str] = {}
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'


def environment(database: Path) -> dict[str, str]:
    """What a process needs in order to be the host."""
    host = {"DJANGO_SETTINGS_MODULE": "tests.clients.settings", "CLIENTS_DATABASE": str(database)}
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, **host, "PYTHONPATH": os.pathsep.join(paths)}


def make_database(database: Path) -> None:
    """Make the tables."""
    migrate = [sys.executable, "-m", "django", "migrate", "--run-syncdb", "--verbosity=0"]
    subprocess.run(migrate, env=environment(database), check=True)


def check_answer(url: str) -> None:
    """See that somebody is there, since some clients take silence for agreement."""
    request = urllib.request.Request(url, PING, {"Content-Type": "application/json"})  # noqa: S310
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
        assert answer.read() == b'{"jsonrpc":"2.0","id":1,"result":{}}'


@contextmanager
def served(
    server: str, database: Path, *more: str, address: str = "127.0.0.1", env: Mapping[str, str] = NOTHING
) -> Iterator[str]:
    """Serve the host while the block lasts, with more options and more of an environment; gives the endpoint's URL."""
    with socket.create_server((address, 0)) as listener:
        options = [option.format(listener.fileno()) for option in SERVERS[server]]
        command = [sys.executable, "-m", server, "--log-level=warning", *more, *options]
        process = subprocess.Popen(command, env={**environment(database), **env}, pass_fds=[listener.fileno()])
        url = f"http://{address}:{listener.getsockname()[1]}/mcp"
    try:
        check_answer(url)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=20)
