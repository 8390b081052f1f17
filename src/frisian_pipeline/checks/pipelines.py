"""The pipeline that the settings make, and the formats that it can encode in."""

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error

from frisian_pipeline import conf
from frisian_pipeline.drf.pipelines import pipeline
from frisian_pipeline.pipeline import Pipeline
from frisian_pipeline.stages import Encode


def pipeline_errors() -> Iterator[CheckMessage]:
    """An error where the host's function does not make a pipeline; it needs no store that works."""
    try:
        made: Any = pipeline()
        fault = "" if callable(made) else f"it gives a {type(made).__name__}"
    except Exception as error:
        fault = f"it fails with {type(error).__name__}"
    if fault:
        hint = "It takes a store and json=, and gives a Pipeline, as frisian_pipeline.agent_answers does."
        yield Error(f"{conf.NAME}['PIPELINE']: {fault}.", hint=hint, id="frisian_pipeline.E004")


def format_errors() -> Iterator[CheckMessage]:
    """An error for each format that no stage of ours could encode in; a host's own stage may know any."""
    made: Any = pipeline()
    row = made.stages if isinstance(made, Pipeline) else ()
    known = [encode.name for stage in row if isinstance(stage, Encode) for encode in (stage.json, *stage.formats)]
    for name in conf.settings().formats:
        if known and name not in known:
            hint = f"The pipeline has: {', '.join(known)}."
            yield Error(f"{conf.NAME}['FORMATS']: no format {name!r}.", hint=hint, id="frisian_pipeline.E011")
