"""Reading what is nested without a stack of calls."""

from collections.abc import Generator
from typing import Any

from frisian_pipeline.formats.pieces import DEEPEST

Steps = Generator[Any, Any, Any]
"""What gives the steps that read the values inside, is sent these values, and returns its own."""


def run(steps: Steps) -> Any:
    """
    Take all steps, in which those that wait for a value stand in a list, so that depth costs no stack.

    Raises:
        ValueError: If too many wait.
    """
    waiting, value = [steps], None
    while waiting:
        try:
            waiting.append(waiting[-1].send(value))
            value = None
        except StopIteration as end:
            waiting.pop()
            value = end.value
        if len(waiting) > DEEPEST + 1:
            raise ValueError(f"this is nested more than {DEEPEST} levels deep")
    return value
