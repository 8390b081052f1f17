"""What lets the caller reach each written object again?"""

from frisian_pipeline.stages.identify.stage import Identify

__all__ = ["Identify"]
