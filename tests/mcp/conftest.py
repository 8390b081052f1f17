"""What every room of MCP may need."""

from collections.abc import Iterator

import pytest

from frisian_pipeline.mcp.handwritten import TOOLS


@pytest.fixture
def written() -> Iterator[None]:
    """A host that has registered no tool yet; what the test registers is gone with it."""
    before, TOOLS.known = TOOLS.known, {}
    yield
    TOOLS.known = before
