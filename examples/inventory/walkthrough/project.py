"""Running the project: its management commands, and its server while a block lasts."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from walkthrough.client import Client

MANAGE = Path(__file__).resolve().parent.parent / "manage.py"
PATIENCE = 60.0


class ServerError(Exception):
    """The server did not come up; the message has what it said."""


class Project:
    """
    The inventory over a database of its own.

    Args:
        folder: Where the database and the server's log are written.
    """

    def __init__(self, folder: Path) -> None:
        self.environment = {**os.environ, "INVENTORY_DB": str(folder / "inventory.sqlite3")}
        self.log = folder / "server.log"

    def manage(self, *arguments: str) -> None:
        """Run a management command and pass on what it prints."""
        subprocess.run(command(*arguments), env=self.environment, check=True)

    def ask(self, *arguments: str) -> str:
        """Run a management command and return what it prints."""
        return str(subprocess.check_output(command(*arguments), env=self.environment, text=True)).strip()

    @contextmanager
    def serve(self) -> Iterator[str]:
        """Run the server on a free port of this machine; gives its address, and stops it whatever happens."""
        address = f"127.0.0.1:{free_port()}"
        with self.log.open("wb") as log:
            process = subprocess.Popen(
                command("runserver", "--noreload", address), env=self.environment, stdout=log, stderr=log
            )
        try:
            self._wait(process, address)
            yield address
        finally:
            stop(process)

    def _wait(self, process: "subprocess.Popen[bytes]", address: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not answers(address):
            if process.poll() is not None or time.monotonic() > deadline:
                raise ServerError(f"The server did not come up:\n{self.log.read_text()}")
            time.sleep(0.1)


def command(*arguments: str) -> list[str]:
    """Write a management command as a command line of this Python."""
    return [sys.executable, str(MANAGE), *arguments]


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(address: str) -> bool:
    """Tell whether somebody answers there, whatever the answer is."""
    try:
        Client(address).call("GET", "/api/")
    except OSError:
        return False
    return True


def stop(process: "subprocess.Popen[bytes]") -> None:
    """End a process: first politely, then not."""
    process.terminate()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
