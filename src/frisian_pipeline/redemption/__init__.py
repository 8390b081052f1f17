"""What a continuation token buys: the whole result, pages of it, some of its fields, or a summary."""

from frisian_pipeline.redemption.kept import Kept
from frisian_pipeline.redemption.redeem import redeem, redeem_in_format
from frisian_pipeline.redemption.wanted import ARGUMENTS, BUDGET, MASKS, Mode, Wanted, wanted

__all__ = ["ARGUMENTS", "BUDGET", "MASKS", "Kept", "Mode", "Wanted", "redeem", "redeem_in_format", "wanted"]
