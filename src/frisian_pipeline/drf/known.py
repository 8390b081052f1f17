"""What a result's own serializers tell of its fields: which there are, and which hold free-form data."""

from collections.abc import Iterable, Sequence
from typing import Any

from rest_framework.fields import DictField, JSONField, ListField
from rest_framework.serializers import ListSerializer, Serializer
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from frisian_pipeline.drf.facts import fields_of
from frisian_pipeline.errors import MaskError
from frisian_pipeline.exchange import UNKNOWN, Known
from frisian_pipeline.masks import Auto, Mask, mask_of
from frisian_pipeline.masks.auto import DEEPEST

OPAQUE = Known(opaque=True)
EVERYWHERE = ".".join("*" * DEEPEST)
"""As far as the automatic view reaches; a serializer may hold itself without end."""


def masks_of(*masks: Any) -> list[Mask]:
    """Compile masks; one that cannot be read is none, which the pipeline will tell."""
    found = []
    for mask in filter(None, masks):
        try:
            found.append(mask_of(EVERYWHERE if mask is Auto else mask))
        except MaskError:
            continue
    return found


def known_of(data: Any, masks: Sequence[Mask]) -> Known:
    """What the serializer of data, or those of the values of a page, tell of it, as far as the masks reach."""
    serializer = getattr(data, "serializer", None)
    if serializer is not None:
        return known_by(serializer, masks)
    if not isinstance(data, dict):
        return UNKNOWN
    made = {key: value.serializer for key, value in data.items() if isinstance(value, (ReturnDict, ReturnList))}
    # A mask of a page's rows need not name its results.
    return Known({key: known_by(one, [*masks, *inside(masks, key)]) for key, one in made.items()})


def inside(masks: Iterable[Mask], name: str) -> list[Mask]:
    """What masks say of a field's value, where they reach into it."""
    return [below for below in (mask.of(name) for mask in masks) if isinstance(below, Mask)]


def known_by(field: Any, masks: Sequence[Mask]) -> Known:
    """What a serializer or a field tells of its values, as far as the masks reach."""
    while isinstance(field, (ListSerializer, ListField)):
        field = field.child
    if isinstance(field, (DictField, JSONField)):
        return OPAQUE
    if not masks or not isinstance(field, Serializer):
        return UNKNOWN
    names = {name: known_by(one, inside(masks, name)) for name, one in fields_of(field).items()}
    return Known(names, closed=is_stock(field))


def is_stock(serializer: Serializer[Any]) -> bool:
    """Tell whether a serializer shows its fields and nothing else."""
    return type(serializer).to_representation is Serializer.to_representation
