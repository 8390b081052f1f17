"""Every stage keeps to the laws that we ship."""

from typing import Any

import pytest

from frisian_pipeline import Pipeline, When, agent_answers
from frisian_pipeline.pipeline import name_of
from frisian_pipeline.stages import (
    Cache,
    Classify,
    Confirm,
    Disclose,
    Encode,
    Fit,
    Identify,
    Prune,
    Report,
    Weigh,
)
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.testing import check_stage
from frisian_pipeline.testing.doubles import DeadStore
from frisian_pipeline.tokens import estimate

STAGES = (
    Classify(),
    Identify(),
    Weigh(),
    Disclose(),
    Cache(MemoryStore()),
    Cache(DeadStore(raises=True)),
    Confirm(),
    Prune(),
    Fit(),
    Fit(counter=estimate),
    Encode(),
    Report(),
    Pipeline(),
    When(lambda exchange: exchange.status < 300, Confirm()),
    agent_answers(MemoryStore()),
)


class TestLaws:
    @pytest.mark.parametrize("stage", STAGES, ids=name_of)
    def test_a_stage_keeps_to_the_laws(self, stage: Any) -> None:
        """Our own stages, and rows of them, pass the kit that others test theirs with."""
        check_stage(stage)
