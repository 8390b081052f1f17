"""What it costs to discover tools, and what their listing costs an agent."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from msgspec.json import decode

from benchmarks.bars import Measure
from benchmarks.listings import ours
from benchmarks.peer import Peer
from benchmarks.timing import cpu_ratio
from frisian_pipeline.mcp.discovery import reset

ROOT = Path(__file__).parent.parent
OPERATIONS = "benchmarks.operations"
PROJECTS = {
    "600 operations": ("tests.settings", ROOT, [OPERATIONS]),
    "inventory": ("inventory.settings", ROOT / "examples" / "inventory", []),
}


def first_listing() -> bytes:
    """Discover every tool, with nothing kept, and list them."""
    reset()
    return ours()


def whole_schema() -> Any:
    """The project's schema as spectacular generates it, before it is written."""
    with GENERATOR_STATS.silence():
        return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


class TestDiscovery:
    """The bar of the first ``tools/list``."""

    @override_settings(ROOT_URLCONF=OPERATIONS, FRISIAN_PIPELINE={"SURFACE": "flat"})
    def test_it_costs_little_more_than_a_schema(self, measure: Measure) -> None:
        """Discovering and listing 600 operations costs at most twice what spectacular's own schema of them does."""
        assert len(decode(first_listing())) == sum(map(len, whole_schema()["paths"].values())) == 600
        measure(
            "first tools/list of 600 operations / spectacular's schema, CPU", cpu_ratio(first_listing, whole_schema), 2
        )


class TestListing:
    """The bars of size."""

    @pytest.mark.parametrize("project", PROJECTS)
    def test_it_is_smaller_than_the_peers(self, project: str, peer: Peer, measure: Measure) -> None:
        """An agent reads at most 60 % of the tokens that frisian-mcp sends for the same tools."""
        settings, folder, arguments = PROJECTS[project]
        path = os.pathsep.join([str(ROOT), str(folder)])
        asked = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "benchmarks.listings", *arguments],
            env={**os.environ, "DJANGO_SETTINGS_MODULE": settings, "PYTHONPATH": path},
            cwd=folder,
            check=True,
            stdout=subprocess.PIPE,
        )
        costs = decode(asked.stdout)
        assert costs["ours_tools"] == costs["theirs_tools"] > 0
        measure(f"listing of {project}, thousands of cl100k tokens", costs["ours"] / 1000, unit="ktok")
        measure("the same / frisian-mcp's with its blanks left out", costs["ours"] / costs["theirs_dense"])
        measure("the same / frisian-mcp's as it sends it", costs["ours"] / costs["theirs"], 0.6)
