"""The alarm when a tool's average rises over its baseline."""

from collections import deque
from collections.abc import Mapping
from statistics import fmean
from threading import Lock

from frisian_pipeline.regressions.baseline import RISE, rise_of
from frisian_pipeline.telemetry import event_log, is_measured, recorder

CALM = 0.5
"""The part of the allowed rise that an average may keep, once it was over it, to be back at its baseline."""

WINDOW, LEAST = 100, 20
"""An average is over the last so many answers, and says nothing before there were the least of them."""


class Alarm:
    """
    Warns once when the average of a tool's last answers rises over its baseline, and again after it was back.

    It is back at no more than half of the rise that is allowed, so that one that hovers at the limit warns once. Safe
    to share among threads; it remembers as many answers as it averages, of the tools in the baseline alone.
    """

    def __init__(
        self, baseline: Mapping[str, float], *, rise: float = RISE, window: int = WINDOW, least: int = LEAST
    ) -> None:
        self._baseline = dict(baseline)
        self._rise = rise
        self._least = min(least, window)
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
        """Tell whether an average is over its baseline for the first time since it was back there."""
        was, rise = tool in self._high, rise_of(average, self._baseline[tool])
        if rise <= self._rise * CALM:
            self._high.discard(tool)
        elif rise > self._rise:
            self._high.add(tool)
        return not was and tool in self._high


def tell(tool: str, average: float, baseline: float) -> None:
    """Warn in the log, and count it where the host measures."""
    facts = {"tool": tool, "average_tokens": round(average, 1), "baseline_tokens": round(baseline, 1)}
    said = f"{tool} costs {average:.1f} tokens on average, where its baseline is {baseline:.1f}"
    event_log().warning(said, **facts)
    if is_measured():
        recorder().rose(tool)
