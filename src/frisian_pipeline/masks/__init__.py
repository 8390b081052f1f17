"""Field masks: what an agent view or a caller wants to see of a result, compiled once and applied to plain data."""

from frisian_pipeline.masks.auto import Auto, auto
from frisian_pipeline.masks.mask import Mask
from frisian_pipeline.masks.notes import nearest, notes_on, reaches_into, unknown
from frisian_pipeline.masks.prune import drop, keep
from frisian_pipeline.masks.rows import PAGE_KEYS, is_page, rows_of
from frisian_pipeline.masks.text import compile_mask
from frisian_pipeline.masks.view import mask_of

__all__ = [
    "PAGE_KEYS",
    "Auto",
    "Mask",
    "auto",
    "compile_mask",
    "drop",
    "is_page",
    "keep",
    "mask_of",
    "nearest",
    "notes_on",
    "reaches_into",
    "rows_of",
    "unknown",
]
