"""The Django REST Framework mouth: renderers, and what serializers and views know."""

from frisian_pipeline.drf.caching import DjangoCacheStore
from frisian_pipeline.drf.encoding import encode_unknown
from frisian_pipeline.drf.renderers import (
    AgentRenderer,
    AutoRenderer,
    ColumnarRenderer,
    CsvRenderer,
    MarkdownRenderer,
    ToonRenderer,
    TronRenderer,
)

__all__ = [
    "AgentRenderer",
    "AutoRenderer",
    "ColumnarRenderer",
    "CsvRenderer",
    "DjangoCacheStore",
    "MarkdownRenderer",
    "ToonRenderer",
    "TronRenderer",
    "encode_unknown",
]
