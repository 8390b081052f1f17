"""Pipelines to begin with; derive your own with ``before``, ``after`` and ``without``."""

from frisian_pipeline.formats import Auto, Columnar, Csv, Format, Json, Markdown, Toon, Tron
from frisian_pipeline.pipeline import Pipeline
from frisian_pipeline.stages import Cache, Classify, Confirm, Disclose, Encode, Fit, Identify, Prune, Report, Weigh
from frisian_pipeline.stages.report import Watch
from frisian_pipeline.stores import Store
from frisian_pipeline.tokens import Counter, estimate


def formats(json: Json) -> tuple[Format, ...]:
    """All formats beside JSON, each of which takes objects for what that JSON takes them for."""
    lossless = (Columnar(json), Tron(json), Toon(json))
    return (*lossless, Csv(json), Markdown(json), Auto(json, lossless, estimate))


def masked(json: Json) -> tuple[Format, ...]:
    """What comes before these where fields were left out: TOON that makes tables of all rows."""
    return (Toon(json, tabular=True),)


def lean_writes(store: Store, *, json: Json = Json()) -> Pipeline:
    """Confirm writes with an envelope and show reads as they are."""
    encode = Encode(json, formats(json), masked(json))
    return Pipeline(Classify(), Identify(), Weigh(json), Disclose(), Cache(store), Confirm(json), encode)


def agent_answers(
    store: Store, *, json: Json = Json(), counter: Counter | None = None, watch: Watch | None = None
) -> Pipeline:
    """Do everything an agent profits from: envelopes for writes, views and masks for reads, and a report."""
    fit = Fit(json, counter, formats(json), masked(json))
    return lean_writes(store, json=json).after(Confirm, Prune(), fit).after(Encode, Report(counter, watch))
