"""What the serializer and the view know about a result."""

from collections.abc import Iterator
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from rest_framework.relations import HyperlinkedIdentityField, ManyRelatedField, PrimaryKeyRelatedField, RelatedField
from rest_framework.serializers import BaseSerializer
from rest_framework.settings import api_settings

from frisian_pipeline.exchange import Operation

WORDS = frozenset(Operation)


def serializer_of(data: Any, view: Any) -> Any:
    """The serializer that made the data, else the class that the view names; None where there is none."""
    found = getattr(data, "serializer", None)
    if found is None and isinstance(data, dict):
        found = getattr(data.get("results"), "serializer", None)
    return declared_serializer(view) if found is None else getattr(found, "child", found)


def declared_serializer(view: Any) -> Any:
    """The view's serializer class; None where the view cannot name one."""
    try:
        return view.get_serializer_class()
    except Exception:
        # The host's own code, run for a hint at a time it may not expect: without it the answer is only longer.
        return None


def renderers_of(callback: Any) -> list[Any] | None:
    """The renderers that a view lists, or its URL for it; None where a property lists them at each request."""
    listed = getattr(callback, "initkwargs", {}).get("renderer_classes", callback.cls.renderer_classes)
    return list(listed) if isinstance(listed, (list, tuple)) else None


def meta(serializer: Any, name: str) -> Any:
    """An attribute of the serializer's Meta; an empty tuple where it has none."""
    return getattr(getattr(serializer, "Meta", None), name, ())


def names(value: Any) -> tuple[str, ...]:
    """One name or several as a tuple."""
    return (value,) if isinstance(value, str) else tuple(value or ())


def as_mask(value: Any) -> Any:
    """A mask given as a list of paths as one text; a text or a Struct class as it is."""
    return ",".join(value) if isinstance(value, (list, tuple, set, frozenset)) else value or ""


def fields_of(serializer: Any) -> dict[str, Any]:
    """The serializer's fields that are sent, by name; empty where it has none or cannot tell."""
    try:
        return {name: field for name, field in serializer.fields.items() if not field.write_only}
    except Exception:
        # Building fields runs the host's code, as in declared_serializer.
        return {}


def key_names(model: Any) -> Iterator[str]:
    """The names of a model's primary key, and of the one that it inherits through its parent link."""
    key = model._meta.pk
    yield from (key.name, key.attname)
    if key.remote_field and key.remote_field.parent_link:
        yield from key_names(key.remote_field.model)


def lookup_sources(view: Any, serializer: Any) -> tuple[str, ...]:
    """The sources that a field may have to hold what the view looks up."""
    wanted = getattr(view, "lookup_field", "") or ""
    model = meta(serializer, "model") or getattr(getattr(view, "queryset", None), "model", None)
    keys = ("pk", *key_names(model)) if model else ("pk",)
    return (wanted, *keys) if wanted in keys else (wanted.replace("__", "."),)


def shows_source(field: Any) -> bool:
    """Tell whether a field shows the value of its source; most relations show another object in its place."""
    relation = isinstance(field, (BaseSerializer, ManyRelatedField, RelatedField))
    return not relation or isinstance(field, PrimaryKeyRelatedField)


def own_url(fields: dict[str, Any]) -> str:
    """The field with the object's own URL; among several the one that DRF would name, else the first."""
    names = [name for name, field in fields.items() if isinstance(field, HyperlinkedIdentityField)]
    return api_settings.URL_FIELD_NAME if api_settings.URL_FIELD_NAME in names else next(iter(names), "")


def lookup_field(view: Any, serializer: Any) -> str:
    """The result's field that the retrieve URL takes; where none is, the field with the object's own URL."""
    return declared_lookup(view, serializer) if isinstance(serializer, type) else find_lookup(view, serializer)


def declared_kinds(view: Any, serializer: type[Any]) -> tuple[Any, ...]:
    """What a lookup is found out for once."""
    return type(view), getattr(view, "lookup_field", ""), serializer


@cached(LRUCache(1024), key=declared_kinds, lock=Lock())
def declared_lookup(view: Any, serializer: type[Any]) -> str:
    """Find it in the fields of a serializer that has made nothing yet; once, since to make its fields is slow."""
    context = getattr(view, "get_serializer_context", dict)
    try:
        return find_lookup(view, serializer(context=context()))
    except Exception:
        # As in declared_serializer.
        return find_lookup(view, None)


def find_lookup(view: Any, serializer: Any) -> str:
    """Find the field in what the serializer sends."""
    fields = fields_of(serializer)
    sources = lookup_sources(view, serializer)
    for name, field in fields.items():
        if field.source in sources and shows_source(field):
            return name
    if "id" in fields or "pk" in fields:
        return ""
    return own_url(fields) or ("" if sources[0] == "pk" else sources[0])


def agent_view(view: Any, action: str, serializer: Any) -> tuple[Any, str]:
    """The view's agent view for this action, else the serializer's; with the mask that it leaves out."""
    chosen = view.get_agent_view() if hasattr(view, "get_agent_view") else getattr(view, "agent_view", None)
    if isinstance(chosen, dict):
        chosen = chosen.get(action)
    if chosen:
        return as_mask(chosen), ""
    return as_mask(meta(serializer, "agent_fields")), as_mask(meta(serializer, "agent_exclude"))


def declared_operation(view: Any, action: str) -> Operation | None:
    """The host's own word on what an action does, from ``mcp_operations``; a word that is none is a system check's."""
    declared = (getattr(view, "mcp_operations", None) or {}).get(action)
    return Operation(declared) if declared in WORDS else None
