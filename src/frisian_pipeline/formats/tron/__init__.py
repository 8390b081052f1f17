"""TRON: JSON in which objects of one shape are instances of a class."""

from frisian_pipeline.formats.tron.format import Tron
from frisian_pipeline.formats.tron.reading import decode

__all__ = ["Tron", "decode"]
