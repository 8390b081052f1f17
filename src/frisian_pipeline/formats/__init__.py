"""Formats: from a body to bytes."""

from frisian_pipeline.formats.beside import with_notes
from frisian_pipeline.formats.columnar import Columnar
from frisian_pipeline.formats.json import Json
from frisian_pipeline.formats.port import Format

__all__ = ["Columnar", "Format", "Json", "with_notes"]
