"""Small answers for AI agents: stages that shape what a Django REST Framework view answered."""

from frisian_pipeline.errors import (
    MaskError,
    MissingStageError,
    PageError,
    PipelineError,
    StageError,
    StageOrderError,
    StoreError,
    TokenError,
)
from frisian_pipeline.exchange import Call, Disclosure, Exchange, Identity, Operation
from frisian_pipeline.pipeline import Pipeline, Stage, When
from frisian_pipeline.presets import agent_answers, lean_writes

__all__ = [
    "Call",
    "Disclosure",
    "Exchange",
    "Identity",
    "MaskError",
    "MissingStageError",
    "Operation",
    "PageError",
    "Pipeline",
    "PipelineError",
    "Stage",
    "StageError",
    "StageOrderError",
    "StoreError",
    "TokenError",
    "When",
    "agent_answers",
    "lean_writes",
]
