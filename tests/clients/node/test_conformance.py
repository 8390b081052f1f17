"""The official conformance suite at the endpoint: all that a server needs no fixture for, in both revisions."""

from pathlib import Path

import pytest

from tests.clients.expected import LEGACY, MODERN
from tests.clients.node.conformance import Check, checks_in, entries, fails, scenarios, stale, unexpected
from tests.clients.node.tools import HERE, modules, run_node

SUITE = Path("@modelcontextprotocol/conformance")
EXPECTED = entries(HERE / "expected-failures.yml")
REVISIONS = [MODERN, LEGACY]


def required(revision: str) -> set[str]:
    """The scenarios of a revision."""
    return scenarios(modules() / SUITE / "requirements" / f"{revision}.yaml")


@pytest.fixture(scope="module")
def runs(url: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Check]]:
    """Run the suite for each revision, and read what it found out."""
    return {revision: run(url, revision, tmp_path_factory.mktemp(revision)) for revision in REVISIONS}


def run(url: str, revision: str, folder: Path) -> list[Check]:
    """Run the suite once; whether all is well is read from what it writes."""
    options = ("server", "--url", url, "--requirements", revision, "-o", str(folder))
    done = run_node(modules() / SUITE / "dist/index.js", *options)
    assert any(folder.iterdir()), done.stderr
    return list(checks_in(folder))


class TestConformance:
    """How far the endpoint keeps the specification."""

    @pytest.mark.parametrize("revision", REVISIONS)
    def test_was_looked_at_whole(self, runs: dict[str, list[Check]], revision: str) -> None:
        """The suite has run every scenario of the revision, scored or not."""
        assert {check.scenario for check in runs[revision]} == required(revision)

    @pytest.mark.parametrize("revision", REVISIONS)
    def test_fails_only_where_expected(self, runs: dict[str, list[Check]], revision: str) -> None:
        """What is not named in the file of expected failures is kept, warnings and unscored scenarios included."""
        assert unexpected(runs[revision], EXPECTED) == []

    @pytest.mark.parametrize("revision", REVISIONS)
    def test_fails_wherever_expected(self, runs: dict[str, list[Check]], revision: str) -> None:
        """What is named in the file is still not kept: an entry that has had its day goes."""
        assert stale(runs[revision], EXPECTED) == []

    @pytest.mark.parametrize("entry", EXPECTED)
    def test_knows_what_is_expected(self, runs: dict[str, list[Check]], entry: str) -> None:
        """Each entry of the file fails in one revision at least."""
        assert any(fails(checks, entry) for checks in runs.values())


class TestExpectations:
    """The file of expected failures, and that it is taken seriously."""

    def test_are_each_there_once(self) -> None:
        """No entry is there twice."""
        assert len(EXPECTED) == len(set(EXPECTED))

    @pytest.mark.parametrize(
        ("check", "expected"),
        [
            pytest.param(Check("ping", "ping", passed=False), [], id="nobody-expects-it"),
            pytest.param(Check("ping", "ping", passed=False), ["ping:other"], id="another-check"),
            pytest.param(Check("ping", "wire-schema-valid", passed=False), ["ping"], id="an-invalid-message"),
        ],
    )
    def test_miss_a_failure(self, check: Check, expected: list[str]) -> None:
        """A failure that is not named is found, even if the same check passed before it."""
        assert len(unexpected([check._replace(passed=True), check], expected)) == 1

    @pytest.mark.parametrize("entry", ["ping", "ping:ping"])
    def test_excuse_a_failure(self, entry: str) -> None:
        """A failure that is named, by itself or with its scenario, is neither unexpected nor out of date."""
        failure = Check("ping", "ping", passed=False)
        assert unexpected([failure], [entry]) == stale([failure], [entry]) == []

    @pytest.mark.parametrize("entry", ["ping", "ping:ping"])
    def test_outlive_a_failure(self, entry: str) -> None:
        """An entry of what ran and passed is found."""
        assert stale([Check("ping", "ping", passed=True)], [entry]) == [f"{entry} did not fail"]

    def test_speak_of_one_revision(self) -> None:
        """An entry of a scenario that did not run is not out of date."""
        assert stale([Check("ping", "ping", passed=True)], ["tools-list"]) == []
