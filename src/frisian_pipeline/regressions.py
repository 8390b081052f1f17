"""What tools cost once and what they cost now: the baseline, and the alarm when an average rises over it."""

from collections import deque
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from threading import Lock
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from frisian_pipeline.errors import BaselineError
from frisian_pipeline.telemetry import event_log, is_measured, recorder

RISE = 0.2
"""The part by which an average may be over its baseline."""
WINDOW, LEAST = 100, 20
"""An average is over the last so many answers, and says nothing before there were the least of them."""

Average = Annotated[float, Meta(ge=0)]


class Baseline(Struct, frozen=True, forbid_unknown_fields=True):
    """
    Average tokens of each tool.

    Attributes:
        counter: The name of what counted them; averages of different counters do not compare.
        measured: Of what: the answers to ``calls``, or the tools as they are ``listed``.
        tools: The averages, by the tools' names.
    """

    counter: str
    measured: Literal["calls", "listed"]
    tools: dict[str, Average]

    @classmethod
    def read(cls, path: str | Path) -> "Baseline":
        """
        Read a baseline from a file.

        Raises:
            BaselineError: If there is none, or it is no baseline.
        """
        try:
            return msgspec.json.decode(Path(path).read_bytes(), type=cls)
        except OSError as error:
            raise BaselineError(f"it cannot be read ({type(error).__name__})") from error
        except msgspec.MsgspecError as error:
            raise BaselineError("it is no baseline") from error

    @classmethod
    def of_calls(cls, path: str | Path, counter: str) -> "Baseline":
        """
        Read a baseline that answers can be compared to.

        Raises:
            BaselineError: If it cannot be read, or was measured otherwise.
        """
        baseline = cls.read(path)
        if (baseline.measured, baseline.counter) != ("calls", counter):
            raise BaselineError(f"it is of {baseline.measured} by {baseline.counter}, not of calls by {counter}")
        return baseline

    def write(self, path: str | Path) -> None:
        """Write it, a line for each tool, in the order of their names."""
        content = msgspec.json.encode(msgspec.structs.replace(self, tools=dict(sorted(self.tools.items()))))
        Path(path).write_bytes(msgspec.json.format(content) + b"\n")


def rise_of(now: float, before: float) -> float:
    """By which part an average has risen; from nothing, without end."""
    return now / before - 1 if before else float("inf") if now else 0.0


class Alarm:
    """
    Warns once when the average of a tool's last answers rises over its baseline, and again after it has fallen.

    Safe to share among threads; it remembers as many answers as it averages, of the tools in the baseline alone.
    """

    def __init__(
        self, baseline: Mapping[str, float], *, rise: float = RISE, window: int = WINDOW, least: int = LEAST
    ) -> None:
        self._baseline = dict(baseline)
        self._rise = rise
        self._least = least
        self._last: dict[str, deque[int]] = {tool: deque(maxlen=window) for tool in self._baseline}
        self._high: set[str] = set()
        self._lock = Lock()

    def __call__(self, tool: str, tokens: int, /) -> None:
        """Take note of an answer."""
        last = self._last.get(tool)
        if last is None:
            return
        with self._lock:
            last.append(tokens)
            average = fmean(last)
            risen = self._crosses(tool, average) if len(last) >= self._least else False
        if risen:
            tell(tool, average, self._baseline[tool])

    def _crosses(self, tool: str, average: float) -> bool:
        """Tell whether an average is over its baseline and was not before."""
        was = tool in self._high
        if rise_of(average, self._baseline[tool]) > self._rise:
            self._high.add(tool)
            return not was
        self._high.discard(tool)
        return False


def tell(tool: str, average: float, baseline: float) -> None:
    """Warn in the log, and count it where the host measures."""
    facts = {"tool": tool, "average_tokens": round(average, 1), "baseline_tokens": round(baseline, 1)}
    said = f"{tool} costs {average:.0f} tokens on average, where its baseline is {baseline:.0f}"
    event_log().warning(said, **facts)
    if is_measured():
        recorder().rose(tool)
