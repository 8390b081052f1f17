"""Property-test your own stages, pipelines, stores and formats with the laws that ours keep to. Needs Hypothesis."""

from frisian_pipeline.testing.check import check_format, check_pipeline, check_stage
from frisian_pipeline.testing.documents import documents
from frisian_pipeline.testing.format_laws import FORMAT_LAWS
from frisian_pipeline.testing.pipeline_laws import PIPELINE_LAWS
from frisian_pipeline.testing.stage_laws import STAGE_LAWS
from frisian_pipeline.testing.store import check_store
from frisian_pipeline.testing.store_laws import STORE_LAWS
from frisian_pipeline.testing.strategies import calls, exchanges, results, walked_exchanges

__all__ = [
    "FORMAT_LAWS",
    "PIPELINE_LAWS",
    "STAGE_LAWS",
    "STORE_LAWS",
    "calls",
    "check_format",
    "check_pipeline",
    "check_stage",
    "check_store",
    "documents",
    "exchanges",
    "results",
    "walked_exchanges",
]
