"""
Serializer fields that get their attributes without DRF's looking for what a column cannot be.

DRF asks of each value of each row whether it is a method to be called; of a column of Django's it never is.
"""

from collections.abc import Callable
from inspect import getattr_static
from operator import attrgetter, itemgetter
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from rest_framework.fields import Field
from rest_framework.serializers import Serializer

from frisian_pipeline.drf.columns import COLUMNS, FORWARD
from frisian_pipeline.drf.facts import meta
from frisian_pipeline.drf.narrowing import Row
from frisian_pipeline.drf.projection import Projected, child_of, is_stock


def hasten(serializer: Any, above: tuple[Any, ...] = ()) -> None:
    """Make a serializer of a model faster, and those inside it; one that holds its own kind would go on for ever."""
    model, kind = meta(serializer, "model"), type(serializer)
    if not model or kind in above or not is_stock(serializer):
        return
    shown = tuple(field for field in serializer.fields.values() if not field.write_only)
    vars(serializer)["fields"] = Projected(serializer, shown)
    for field in shown:
        if is_column(field, model):
            vars(field)["get_attribute"] = getter(field, model)
        if isinstance(child_of(field), Serializer):
            hasten(child_of(field), (*above, kind))


def is_column(field: Any, model: Any) -> bool:
    """Tell whether a field shows a column of Django's own, or an object that one leads to."""
    path = field.source_attrs
    if len(path) != 1 or type(field).get_attribute is not Field.get_attribute or "get_attribute" in vars(field):
        return False
    source = getattr_static(model, path[0], None)
    if type(source) in FORWARD:
        return isinstance(field, Serializer)
    return type(source) in COLUMNS and type(source.field).__module__.startswith("django.")


def getter(field: Any, model: Any) -> Callable[[Any], Any]:
    """Get an attribute as DRF does, by a shorter way for objects of the model itself and for plain rows."""
    (name,) = field.source_attrs
    of_object, of_row, otherwise = attrgetter(name), itemgetter(name), field.get_attribute

    def attribute(instance: Any) -> Any:
        kind = instance.__class__
        if kind is Row:
            return of_row(instance)
        if kind is not model:
            return otherwise(instance)
        try:
            return of_object(instance)
        except ObjectDoesNotExist:
            return None

    return attribute
