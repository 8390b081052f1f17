"""What an envelope costs an agent."""

from statistics import mean

import pytest
import toktok

from benchmarks.bars import Measure
from benchmarks.payloads import devices
from frisian_pipeline import Call, Exchange, agent_answers
from frisian_pipeline.edge import answer
from frisian_pipeline.stores import MemoryStore

CALL = Call(tool="devices_create", action="create", method="POST", owner="somebody", can_continue=True)
DRAWS = 2_000


@pytest.fixture(scope="module")
def envelopes() -> list[str]:
    """The envelopes of 60 devices, each with a token of its own."""
    pipeline, exchange = agent_answers(MemoryStore()), Exchange.begin(CALL, devices(60), 201)
    return [answer(pipeline, exchange).decode() for _ in range(DRAWS)]


class TestEnvelope:
    """The bars of size."""

    def test_bytes(self, envelopes: list[str], measure: Measure) -> None:
        """60 devices are confirmed, with a token, in at most 100 bytes."""
        measure("envelope of 60 devices with a token, longest", max(map(len, envelopes)), 100, unit="B")

    def test_tokens(self, envelopes: list[str], measure: Measure) -> None:
        """60 devices are confirmed, with a token, in 37 tokens on average and never over 45."""
        counts = toktok.batch_count(envelopes, "cl100k_base")
        measure(f"the same in cl100k tokens, mean of {DRAWS:,}", mean(counts), 37, unit="tok")
        measure(f"the same in cl100k tokens, most of {DRAWS:,}", max(counts), 45, unit="tok")
