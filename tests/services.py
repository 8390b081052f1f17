"""Servers of others, private to a run, on free loopback ports; their files go when they do."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

REQUIRED = ("redis-server", "initdb")
"""What CI has; without it CI would be green for what was never run."""


def find(program: str, *places: Path) -> str:
    """Find a program; a test that needs one that is not here is skipped, and in CI it fails where CI has it."""
    path = shutil.which(program, path=os.pathsep.join([os.environ["PATH"], *map(str, places)]))
    if path is None:
        refuse = pytest.fail if os.environ.get("CI") and program in REQUIRED else pytest.skip
        refuse(f"NOT CHECKED: no {program} here")
    return str(path)


def free_port() -> int:
    """Find a port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def answers(port: int) -> bool:
    """Somebody listens there."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


@contextmanager
def running(command: Sequence[str], ready: Callable[[], bool], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server while the block lasts; it is there as soon as it is ready."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    try:
        end = time.monotonic() + 30
        while not ready():
            assert process.poll() is None, f"{command[0]} ended with {process.returncode}"
            assert time.monotonic() < end, f"{command[0]} does not answer"
            time.sleep(0.01)
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)


@contextmanager
def redis(port: int = 0) -> Iterator[int]:
    """Run Redis, which keeps nothing on disk; gives its port."""
    port = port or free_port()
    options = {"--port": port, "--bind": "127.0.0.1", "--save": "", "--appendonly": "no"}
    command = [find("redis-server"), *(str(word) for option in options.items() for word in option)]
    with TemporaryDirectory() as folder, running(command, lambda: answers(port), cwd=folder):
        yield port


@contextmanager
def memcached() -> Iterator[int]:
    """Run Memcached; gives its port."""
    port = free_port()
    user = ["-u", "nobody"] if os.geteuid() == 0 else []
    with running([find("memcached"), "-l", "127.0.0.1", "-p", str(port), *user], lambda: answers(port)):
        yield port


def lets_in(is_ready: Path, port: int) -> bool:
    """PostgreSQL does more than listen there."""
    asked = [str(is_ready), "-q", "-h", "127.0.0.1", "-p", str(port)]
    return subprocess.run(asked, check=False).returncode == 0


@contextmanager
def postgres() -> Iterator[Mapping[str, Any]]:
    """Run PostgreSQL; gives what Django needs to use it. It refuses to run as root, and is its own user then."""
    initdb = find("initdb", *Path("/usr/lib/postgresql").glob("*/bin"))
    port, user = free_port(), "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    options: dict[str, Any] = {"user": user, "group": pwd.getpwnam(user).pw_gid} if os.geteuid() == 0 else {}
    with TemporaryDirectory() as folder:
        shutil.chown(folder, user)
        made = [initdb, "-D", f"{folder}/data", "-A", "trust", "-U", "tests", "-E", "UTF8", "--no-sync"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL, cwd=folder, **options)
        tuned = ("-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}")
        beside = Path(initdb).resolve().with_name
        command = [str(beside("postgres")), "-D", f"{folder}/data", "-p", str(port), *tuned]
        with running(command, lambda: lets_in(beside("pg_isready"), port), cwd=folder, **options):
            yield {"NAME": "postgres", "USER": "tests", "HOST": "127.0.0.1", "PORT": port}
