"""Run the laws on a stage, a pipeline or a format."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from frisian_pipeline.formats import Format
from frisian_pipeline.pipeline import Pipeline, Stage
from frisian_pipeline.testing.documents import documents
from frisian_pipeline.testing.format_laws import FORMAT_LAWS, Lossless
from frisian_pipeline.testing.pipeline_laws import PIPELINE_LAWS
from frisian_pipeline.testing.stage_laws import STAGE_LAWS
from frisian_pipeline.testing.strategies import exchanges, walked_exchanges

Law = Callable[[Any, Any], None]


def check_stage(stage: Stage, *, laws: Sequence[Law] = STAGE_LAWS, examples: int = 100) -> None:
    """
    Run every stage law on generated exchanges, so many for each law.

    Raises:
        AssertionError: Naming the first law that does not hold, its sentence and what was seen.
    """
    for law in laws:
        hold(law, stage, walked_exchanges(), examples)


def check_pipeline(pipeline: Pipeline, *, laws: Sequence[Law] = PIPELINE_LAWS, examples: int = 100) -> None:
    """
    Run every pipeline law on generated exchanges, so many for each law.

    Raises:
        AssertionError: Naming the first law that does not hold, its sentence and what was seen.
    """
    for law in laws:
        hold(law, pipeline, exchanges(), examples)


def check_format(
    encode: Format, decode: Callable[[bytes], Any], *, laws: Sequence[Law] = FORMAT_LAWS, examples: int = 100
) -> None:
    """
    Run every law of lossless formats on generated documents, so many for each law.

    Raises:
        AssertionError: Naming the first law that does not hold, its sentence and what was seen.
    """
    for law in laws:
        hold(law, Lossless(encode, decode), documents(), examples)


def hold(law: Law, subject: Any, source: st.SearchStrategy[Any], examples: int) -> None:
    """Try one law; each example is a copy of its own, so that no law sees what another did to it."""

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(source)
    def run(example: Any) -> None:
        law(subject, deepcopy(example))

    try:
        run()
    except Exception as error:
        name, sentence = law.__name__, (law.__doc__ or "").strip()
        raise AssertionError(f"law `{name}`: {sentence} {type(error).__name__}: {error}") from error
