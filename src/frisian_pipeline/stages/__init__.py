"""The stages, one question each."""

from frisian_pipeline.stages.cache import Cache
from frisian_pipeline.stages.classify import Classify
from frisian_pipeline.stages.confirm import Confirm
from frisian_pipeline.stages.disclose import Disclose
from frisian_pipeline.stages.encode import Encode
from frisian_pipeline.stages.fit import Fit
from frisian_pipeline.stages.identify import Identify
from frisian_pipeline.stages.prune import Prune
from frisian_pipeline.stages.report import Report
from frisian_pipeline.stages.weigh import Weigh

__all__ = ["Cache", "Classify", "Confirm", "Disclose", "Encode", "Fit", "Identify", "Prune", "Report", "Weigh"]
