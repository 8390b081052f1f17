"""Collects what the benchmarks measure and prints it at the end."""

import pytest

from benchmarks.bars import Bar, Measure, lines
from benchmarks.peer import Peer

BARS: pytest.StashKey[list[Bar]] = pytest.StashKey[list[Bar]]()


def pytest_configure(config: pytest.Config) -> None:
    """Begin with an empty table, and keep the other one as narrow."""
    config.stash[BARS] = []
    config.option.benchmark_columns = config.option.benchmark_columns or ["min", "median", "rounds"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what has a database last: once it is connected, each request looks after it, also where none may."""
    items.sort(key=lambda item: "transactional_db" in getattr(item, "fixturenames", ()))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the table."""
    bars = config.stash[BARS]
    if bars:
        terminalreporter.section("bars")
        for line in lines(bars):
            terminalreporter.write_line(line)


@pytest.fixture
def measure(request: pytest.FixtureRequest) -> Measure:
    """Put a number into the table; over its limit the test fails."""

    def put(name: str, measured: float, limit: float | None = None, *, unit: str = "x") -> None:
        bar = Bar(name, measured, limit, unit)
        request.config.stash[BARS].append(bar)
        assert bar.holds, f"{name}: {measured:.4g} {unit}, where {limit} may be"

    return put


@pytest.fixture
def peer(request: pytest.FixtureRequest) -> Peer:
    """The peer's own shaping; where it is not installed the table says so, and the test is skipped."""
    try:
        return Peer()
    except ImportError as error:
        request.config.stash[BARS].append(Bar(f"NOT MEASURED: {error}"))
        pytest.skip(str(error))
