"""Pipelines to begin with; derive your own with ``before``, ``after`` and ``without``."""

from frisian_pipeline.formats import Auto, Columnar, Csv, Format, Json, Markdown, Toon, Tron
from frisian_pipeline.pipeline import Pipeline
from frisian_pipeline.stages import Cache, Classify, Confirm, Disclose, Encode, Fit, Identify, Prune, Report, Weigh
from frisian_pipeline.stages.report import Watch
from frisian_pipeline.stores import Store
from frisian_pipeline.tokens import Counter, Vocabulary, counter_of

SLICES = 16
"""As many slices of a long content are counted to choose its format, where the counter is slow."""


def formats(json: Json, counter: Counter | None = None) -> tuple[Format, ...]:
    """All formats beside JSON, which take objects for what that JSON takes them for; ``auto`` counts tokens."""
    lossless = (Columnar(json), Tron(json), Toon(json))
    return (*lossless, Csv(json), Markdown(json), cheapest(json, lossless, counter or counter_of("auto")))


def cheapest(json: Json, lossless: tuple[Format, ...], counter: Counter) -> Auto:
    """
    Choose by a counter's tokens, or by its first vocabulary's.

    The larger of two counts is a bound for a budget; two texts do not compare by it.
    """
    if isinstance(counter, Vocabulary):
        return Auto(json, lossless, Vocabulary(counter.names[:1]))
    return Auto(json, lossless, counter, SLICES)


def masked(json: Json) -> tuple[Format, ...]:
    """What comes before these where fields were left out: TOON that makes tables of all rows."""
    return (Toon(json, tabular=True),)


def confirming(store: Store, json: Json, encode: Encode) -> Pipeline:
    """The row of stages that every preset has."""
    return Pipeline(Classify(), Identify(), Weigh(json), Disclose(), Cache(store), Confirm(json), encode)


def lean_writes(store: Store, *, json: Json = Json()) -> Pipeline:
    """Confirm writes with an envelope and show reads as they are."""
    return confirming(store, json, Encode(json, formats(json), masked(json)))


def agent_answers(
    store: Store, *, json: Json = Json(), counter: Counter | None = None, watch: Watch | None = None
) -> Pipeline:
    """Do everything an agent profits from: envelopes for writes, views and masks for reads, and a report."""
    encode = Encode(json, formats(json, counter), masked(json))
    fit = Fit(json, counter, encode.formats, encode.masked)
    return confirming(store, json, encode).after(Confirm, Prune(), fit).after(Encode, Report(counter, watch))
