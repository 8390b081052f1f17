"""Which serializers say the same whoever asks, so that one answer does for every endpoint that uses them."""

import inspect
import sys
from functools import cache
from typing import Any

from drf_spectacular.drainage import get_override
from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
from drf_spectacular.plumbing import force_instance
from rest_framework.serializers import Field, Serializer

STOCK = ("rest_framework.", "drf_spectacular.")
OURS = "frisian_pipeline."
EXTENSIONS: tuple[Any, ...] = (OpenApiSerializerExtension, OpenApiSerializerFieldExtension)

# What a host may write itself without a say in what the fields are: how values are read, shown and saved, and what
# Python and DRF put into every class.
HARMLESS = frozenset(
    {
        *("create", "update", "save", "is_valid", "validate", "run_validation", "run_validators"),
        *("to_internal_value", "to_representation", "get_attribute", "get_queryset", "default_error_messages"),
        *("_declared_fields", "__module__", "__doc__", "__annotations__", "__dict__", "__weakref__", "__parameters__"),
        *("__orig_bases__", "__firstlineno__", "__static_attributes__", "__annotate_func__", "__annotations_cache__"),
    }
)


def is_stock(kind: Any) -> bool:
    """Tell DRF's classes, spectacular's and ours from a host's; what ``type`` makes only looks like one of DRF's."""
    is_there = getattr(sys.modules.get(kind.__module__), kind.__name__, None) is kind
    return kind.__module__.startswith((*STOCK, OURS)) and (is_there or "<locals>" in kind.__qualname__)


@cache
def overrides(kind: Any) -> bool:
    """Tell whether a class has something of the host's own where DRF or spectacular has something that matters."""
    theirs, own = set[str](), set[str]()
    for part in kind.__mro__[:-1]:
        (theirs if is_stock(part) else own).update(vars(part))
    return bool((own & theirs) - HARMLESS)


def says_the_same(kind: Any, seen: frozenset[Any] = frozenset()) -> bool:
    """Tell whether the fields of a serializer, or what a field takes, are the same for every endpoint."""
    if kind in seen:
        return True
    if overrides(kind) or any(extension.get_match(kind) for extension in EXTENSIONS):
        return False
    declared = getattr(kind, "_declared_fields", {})
    return all(is_alike(field, seen | {kind}) for field in declared.values())


def is_alike(field: Any, seen: frozenset[Any]) -> bool:
    """Tell the same of a declared field, and of what it is made of."""
    parts = (*(getattr(field, name, None) for name in ("child", "child_relation")), get_override(field, "field"))
    inner = [part for part in map(force_instance, parts) if isinstance(part, Field)]
    return says_the_same(type(field), seen) and all(is_alike(part, seen) for part in inner)


def alike(serializer: Any) -> Any:
    """The class of a serializer, where that alone says what the fields are; else None."""
    kind = serializer if inspect.isclass(serializer) else type(serializer)
    if not issubclass(kind, Serializer) or not says_the_same(kind):
        return None
    # A view may have changed the fields of one that it has made.
    return None if kind is not serializer and "fields" in vars(serializer) else kind
