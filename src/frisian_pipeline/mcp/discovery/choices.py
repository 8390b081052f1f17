"""Choices: which are worth a word, and which are the same at any time."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.utils.choices import BaseChoiceIterator
from rest_framework.serializers import FilePathField, Serializer

from frisian_pipeline.mcp.discovery.alike import overrides


def worth_saying(choices: dict[Any, Any]) -> str:
    """The labels of those choices whose stored value does not say the same."""
    plain = {value: str(value).replace("_", " ").replace("-", " ").lower() for value in choices}
    return ", ".join(
        f"{value or repr(value)}: {label}"
        for value, label in choices.items()
        if str(label).replace("-", " ").lower() != plain[value]
    )


def of_choice(field: Any, schema: dict[str, Any]) -> dict[str, Any]:
    """Say the labels of the choices once, and only where they tell something."""
    words = (str(field.help_text or ""), worth_saying(field.choices))
    return {**schema, "description": "; ".join(filter(None, words))}


def of_choices(field: Any, schema: dict[str, Any]) -> dict[str, Any]:
    """Say the labels with the list, not with its items."""
    items = {key: value for key, value in schema["items"].items() if key != "description"}
    return {**of_choice(field, schema), "items": items}


def is_fixed(field: Any) -> bool:
    """Tell whether the choices of a field are the same for every request, so that others can be refused beforehand."""
    holder = field
    while holder.parent is not None and not isinstance(holder.parent, Serializer):
        holder = holder.parent
    if holder.parent is None:
        return True
    kind: Any = type(holder.parent)
    own: Any = type(field)
    if isinstance(field, FilePathField) or overrides(own) or overrides(kind):
        return False
    declared = kind._declared_fields.get(holder.field_name)  # noqa: SLF001
    return fixed_by_model(kind, holder) if declared is None else fixed_by_class(declared, field, holder)


def fixed_by_model(kind: Any, field: Any) -> bool:
    """Tell whether a field has the choices of a model's field, which names them once and for all."""
    try:
        choices = kind.Meta.model._meta.get_field(field.source).choices
    except (AttributeError, FieldDoesNotExist):
        return False
    return not isinstance(choices, BaseChoiceIterator)


def fixed_by_class(declared: Any, field: Any, holder: Any) -> bool:
    """Tell whether a field has the choices that its class declares, and these were counted when it was made."""
    if field is not holder:
        declared = declared.child
    given = declared._kwargs.get("choices", next(iter(declared._args), None))  # noqa: SLF001
    return isinstance(given, (Sequence, Mapping, AbstractSet)) and declared.choices == field.choices
