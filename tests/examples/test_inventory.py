"""The inventory is a sound Django project, and its demo holds what it shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

INVENTORY = Path(__file__).parents[2] / "examples" / "inventory"
CLAIMS = [
    "it is at most 100 bytes",
    "it has a continuation token",
    "they are all 60 devices",
    "data_size says how many bytes they are",
    "they are what REST reads one by one, byte for byte",
    "read as a resource they are the same bytes",
    "a product is the same bytes",
    "a page is the same, but for its links",
    "a token buys 60 devices there too",
    "it names the right one",
    "none of the answers costs more",
    "together they are what REST sends",
    "page 2 is a call away",
    "the token buys nothing",
    "its URI has nothing",
    "it sees the same tools",
]


def run(folder: Path, script: str, *arguments: str) -> tuple[int, str]:
    """Run one of the project's scripts with a database of its own; returns its exit code and what it printed."""
    hidden = ("COVERAGE", "DJANGO", "PYTEST")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    done = subprocess.run(
        [sys.executable, "-W", "error", script, *arguments],
        cwd=INVENTORY,
        env=environment | {"INVENTORY_DB": str(folder / "inventory.sqlite3")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


class TestProject:
    @pytest.mark.parametrize(
        "command",
        [
            pytest.param(["check", "--fail-level", "WARNING"], id="its-checks-are-silent"),
            pytest.param(["makemigrations", "--check", "--dry-run"], id="its-migrations-are-complete"),
            pytest.param(["test", "--noinput"], id="its-own-tests-pass"),
        ],
    )
    def test_it_is_sound(self, command: list[str], tmp_path: Path) -> None:
        """The project satisfies Django: its checks, its migrations, and its own tests."""
        code, output = run(tmp_path, "manage.py", *command)
        assert code == 0, output


class TestDemo:
    def test_it_holds_what_it_shows(self, tmp_path: Path) -> None:
        """The demo runs to its end: every claim is checked, every line fits on a screen, the last one sums up."""
        pytest.importorskip("mcp", reason="the demo calls with the official client, which its own session installs")
        code, output = run(tmp_path, "demo.py", "--devices", "60")
        assert code == 0, output
        assert re.findall(r"^  ok  (.+)$", output, re.MULTILINE) == CLAIMS
        lines = output.splitlines()
        assert max(map(len, lines)) <= 100
        assert re.search(r"^create 60 devices .* 99\.9 %$", output, re.MULTILINE)
        assert re.fullmatch(r"Done: 12 calls cost an agent .+ tokens instead of .+ for the tools, once\.", lines[-1])
