"""Pipelines to begin with; derive your own with ``before``, ``after`` and ``without``."""

from frisian_pipeline.formats import Json
from frisian_pipeline.pipeline import Pipeline
from frisian_pipeline.stages import Cache, Classify, Confirm, Disclose, Encode, Fit, Identify, Prune, Report, Weigh
from frisian_pipeline.stores import Store
from frisian_pipeline.tokens import Counter


def lean_writes(store: Store, *, json: Json = Json()) -> Pipeline:
    """Confirm writes with an envelope and show reads as they are."""
    return Pipeline(Classify(), Identify(), Weigh(json), Disclose(), Cache(store), Confirm(json), Encode(json))


def agent_answers(store: Store, *, json: Json = Json(), counter: Counter | None = None) -> Pipeline:
    """Do everything an agent profits from: envelopes for writes, views and masks for reads, and a report."""
    return lean_writes(store, json=json).after(Confirm, Prune(), Fit(json, counter)).after(Encode, Report(counter))
