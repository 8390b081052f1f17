"""What tools cost once and what they cost now: the baseline, and the alarm when an average rises over it."""

from frisian_pipeline.regressions.alarm import LEAST, Alarm
from frisian_pipeline.regressions.baseline import RISE, Baseline, rise_of

__all__ = ["LEAST", "RISE", "Alarm", "Baseline", "rise_of"]
