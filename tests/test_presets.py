"""The central law over rows of any kind."""

from itertools import compress

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from frisian_pipeline import Exchange, Pipeline, agent_answers
from frisian_pipeline.stores import MemoryStore
from frisian_pipeline.testing import exchanges
from frisian_pipeline.testing.pipeline_laws import the_caller_can_go_on

STAGES = tuple(agent_answers(MemoryStore()))


class TestAnySubset:
    @settings(max_examples=10_000, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(exchanges(), st.integers(0, 2 ** len(STAGES) - 1))
    def test_the_caller_can_go_on(self, exchange: Exchange, chosen: int) -> None:
        """Whatever stages are left out of the row, the caller gets the whole, a token or every identifier."""
        stages = compress(STAGES, (chosen >> place & 1 for place in range(len(STAGES))))
        the_caller_can_go_on(Pipeline(*stages), exchange)
