"""What the conformance suite wrote down, held to what is expected of it."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

GOOD = {"SUCCESS", "SKIPPED", "INFO"}
NEVER_EXCUSED = "wire-schema-valid"
RESULTS = re.compile(r"server-(?P<scenario>.+)-\d{4}-\d\d-\d\dT[\d-]+Z")


class Check(NamedTuple):
    """What the suite found out in one respect; warnings count as failures."""

    scenario: str
    name: str
    passed: bool
    message: str = ""

    def is_in(self, entries: Sequence[str]) -> bool:
        """Tell whether entries of the expectations speak of this."""
        if self.name == NEVER_EXCUSED:
            return False
        return self.scenario in entries or f"{self.scenario}:{self.name}" in entries


def checks_in(folder: Path) -> Iterator[Check]:
    """Read what the suite wrote."""
    for results in sorted(folder.iterdir()):
        named = RESULTS.fullmatch(results.name)
        assert named, results.name
        for check in json.loads((results / "checks.json").read_text()):
            passed = check["status"] in GOOD
            yield Check(named["scenario"], check["id"], passed, check.get("errorMessage", ""))


def merged(checks: Iterable[Check]) -> list[Check]:
    """One check of each name: it passed if it always did."""
    same: defaultdict[tuple[str, str], list[Check]] = defaultdict(list)
    for check in checks:
        same[check[:2]].append(check)
    return [min(alike, key=lambda check: check.passed) for alike in same.values()]


def entries(file: Path) -> list[str]:
    """The failures that are expected."""
    return list(yaml.safe_load(file.read_text())["server"])


def scenarios(requirements: Path) -> set[str]:
    """The scenarios that a requirement set runs, scored or not."""
    document: Any = yaml.safe_load(requirements.read_text())
    unscored = (entry["scenario"] for entry in document["not_scored"] if entry["leg"] == "server")
    return {*document["server"], *unscored}


def unexpected(checks: Iterable[Check], expected: Iterable[str]) -> list[str]:
    """Failures that nobody expects."""
    named = list(expected)
    failed = [check for check in merged(checks) if not check.passed]
    return [f"{check.scenario}:{check.name} failed: {check.message}" for check in failed if not check.is_in(named)]


def stale(checks: Iterable[Check], expected: Iterable[str]) -> list[str]:
    """Expected failures that are none: the check is there and passes, or nothing of the whole scenario fails."""
    found = merged(checks)
    there = {f"{check.scenario}:{check.name}" for check in found} | {check.scenario for check in found}
    return [f"{entry} did not fail" for entry in expected if entry in there and not fails(found, entry)]


def fails(checks: Iterable[Check], entry: str) -> bool:
    """Tell whether what an expectation speaks of fails."""
    return any(check.is_in([entry]) for check in checks if not check.passed)
