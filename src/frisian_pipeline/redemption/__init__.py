"""What a continuation token buys: the whole result, pages of it, some of its fields, or a summary."""

from frisian_pipeline.redemption.kept import Kept
from frisian_pipeline.redemption.redeem import redeem
from frisian_pipeline.redemption.wanted import ARGUMENTS, MASKS, Mode, Wanted, wanted

__all__ = ["ARGUMENTS", "MASKS", "Kept", "Mode", "Wanted", "redeem", "wanted"]
