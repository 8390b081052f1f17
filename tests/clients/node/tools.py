"""Programs for Node.js, run as a person would run them."""

import os
import subprocess
from pathlib import Path

HERE = Path(__file__).parent


def modules() -> Path:
    """Where the session has installed the packages of ``package.json``."""
    return Path(os.environ["CLIENTS_NODE_FOLDER"]) / "node_modules"


def run_node(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, whatever that is."""
    command = [os.environ["CLIENTS_NODE"], str(program), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
