"""Formats: from a body to bytes."""

from frisian_pipeline.formats.auto import Auto
from frisian_pipeline.formats.beside import with_notes
from frisian_pipeline.formats.columnar import Columnar
from frisian_pipeline.formats.csv import Csv
from frisian_pipeline.formats.json import Json
from frisian_pipeline.formats.markdown import Markdown
from frisian_pipeline.formats.port import Format
from frisian_pipeline.formats.rendering import Rendering
from frisian_pipeline.formats.toon import Toon
from frisian_pipeline.formats.tron import Tron

__all__ = ["Auto", "Columnar", "Csv", "Format", "Json", "Markdown", "Rendering", "Toon", "Tron", "with_notes"]
