"""Lossless JSON with tables in place of lists of objects; ``docs/columnar.md`` says how to read it."""

from frisian_pipeline.formats.columnar.format import Columnar
from frisian_pipeline.formats.columnar.reading import decode

__all__ = ["Columnar", "decode"]
