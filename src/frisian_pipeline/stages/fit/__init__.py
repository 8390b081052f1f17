"""As much of a result as the budget takes, with the rest behind a token."""

from frisian_pipeline.stages.fit.stage import Fit

__all__ = ["Fit"]
