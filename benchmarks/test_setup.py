"""What a host pays for MCP before the first request."""

import subprocess
import sys

from msgspec.json import decode

from benchmarks.bars import Measure

TIMES = 5


def least(what: str, *arguments: str) -> float:
    """The least that a host's setting up costs of several."""
    command = [sys.executable, "-m", "benchmarks.setup", *arguments]
    return min(float(decode(subprocess.check_output(command))[what]) for _ in range(TIMES))  # noqa: S603


class TestSetup:
    """The bars of importing and setting up."""

    def test_time(self, measure: Measure) -> None:
        """It adds little CPU time to the host's own."""
        measure("importing and setting up MCP, CPU", least("seconds", "mcp") - least("seconds"), 0.4, unit="s")

    def test_memory(self, measure: Measure) -> None:
        """It adds little memory to the host's own."""
        measure("importing and setting up MCP, memory", least("mib", "mcp") - least("mib"), 40, unit="MiB")
