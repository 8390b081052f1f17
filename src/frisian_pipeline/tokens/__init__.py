"""What a text costs an agent, in tokens."""

from frisian_pipeline.tokens.classic import quarter
from frisian_pipeline.tokens.estimator import estimate
from frisian_pipeline.tokens.names import CounterName, counter_of
from frisian_pipeline.tokens.port import Counter, is_exact, name_of
from frisian_pipeline.tokens.vocabularies import Vocabulary, exact, installed

__all__ = [
    "Counter",
    "CounterName",
    "Vocabulary",
    "counter_of",
    "estimate",
    "exact",
    "installed",
    "is_exact",
    "name_of",
    "quarter",
]
