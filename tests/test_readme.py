"""What README shows is run: its Python blocks in order, its two commands in CI."""

import importlib
import re
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from frisian_pipeline import checks

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
EXAMPLES = [(text, below) for (language, text), (_, below) in pairwise([*BLOCKS, ("", "")]) if language == "python"]
COMMANDS = [text.strip() for language, text in BLOCKS if language == "sh" and "nox" in text]
PATHS = sorted(set(re.findall(r"\bfrisian_pipeline(?:\.\w+)+\b", README)))


def run(text: str, namespace: dict[str, Any]) -> str:
    """Run a block and return what it prints."""
    with redirect_stdout(StringIO()) as output:
        exec(compile(text, "README.md", "exec"), namespace)
    return output.getvalue()


def resolve(path: str) -> Any:
    """Import a dotted path: a module, or a name in one."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        return getattr(importlib.import_module(module), name)


class TestReadme:
    """README tells the truth."""

    def test_blocks_run(self, settings: Settings) -> None:
        """Each Python block runs after those above it and prints what the block below shows; the settings are legal."""
        namespace: dict[str, Any] = {"__name__": "readme"}
        for text, below in EXAMPLES:
            assert run(text, namespace) == (below if "print(" in text else "")
        settings.FRISIAN_PIPELINE = namespace["FRISIAN_PIPELINE"]
        assert checks.check_settings() == []

    @pytest.mark.parametrize("path", PATHS)
    def test_paths_exist(self, path: str) -> None:
        """Every dotted path names a module or something in one."""
        assert resolve(path) is not None

    def test_one_line_is_enough(self) -> None:
        """Setting up and running takes one line, for the demo and for the tests."""
        line = "python3 -m pip install -q nox && python3 -m nox -s"
        assert [f"{line} demo", f"{line} tests"] == COMMANDS

    @pytest.mark.parametrize("command", COMMANDS)
    def test_commands_run_in_ci(self, command: str) -> None:
        """CI runs the very lines that README gives."""
        assert f"\n({command})\n" in (ROOT / ".ci" / "run").read_text()
