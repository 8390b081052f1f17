"""What a command says of calls that gave no number."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from frisian_pipeline.management.measuring import Cost

MOST = 10
"""So many lines are named of those that failed alike."""


def listed(lines: list[int]) -> str:
    """Numbers of lines, the first of many."""
    some = ", ".join(map(str, lines[:MOST]))
    return f"line{'s' if len(lines) > 1 else ''} {some}{', ...' if len(lines) > MOST else ''}"


def faults_in(costs: Mapping[int, Cost]) -> Iterator[str]:
    """Each fault, with the lines whose calls have it."""
    lines: dict[str, list[int]] = defaultdict(list)
    for line, cost in costs.items():
        if cost.fault:
            lines[cost.fault].append(line)
    return (f"{fault} ({listed(some)})" for fault, some in lines.items())


def unmeasured(costs: Mapping[int, Cost]) -> str:
    """How many calls were not measured, and why; empty where all were."""
    count = sum(1 for cost in costs.values() if cost.fault)
    told = "\n".join(f"  {fault}" for fault in faults_in(costs))
    return f"{count} of {len(costs)} calls were not measured:\n{told}" if count else ""
