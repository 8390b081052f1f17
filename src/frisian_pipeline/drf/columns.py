"""
Which columns a serializer reads of its objects, so that a query may leave out the others.

Only where that is provably the same: each source is a column or leads to one, and nothing hidden can read the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import getattr_static
from typing import Any

from django.db.models import Model
from django.db.models.fields.related_descriptors import (
    ForeignKeyDeferredAttribute,
    ForwardManyToOneDescriptor,
    ForwardOneToOneDescriptor,
    ManyToManyDescriptor,
    ReverseManyToOneDescriptor,
)
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import post_init, pre_init
from rest_framework.fields import Field
from rest_framework.relations import HyperlinkedIdentityField, ManyRelatedField, PrimaryKeyRelatedField, RelatedField
from rest_framework.serializers import ListSerializer, Serializer

from frisian_pipeline.drf.projection import child_of, is_stock

COLUMNS = (DeferredAttribute, ForeignKeyDeferredAttribute)
FORWARD = (ForwardManyToOneDescriptor, ForwardOneToOneDescriptor)
MANY = (ManyToManyDescriptor, ReverseManyToOneDescriptor)
OF_MODELS = ("__init__", "__getattribute__", "__setattr__", "refresh_from_db", "get_deferred_fields", "pk")

Joined = Mapping[str, Any]
"""What a query joins, nested: ``select_related`` as Django keeps it."""


class DoubtError(Exception):
    """Nobody can say that fewer columns would give the same."""


class Read:
    """
    What is read of objects of a model.

    Attributes:
        model: The model.
        of_many: They are found by another object's relation to many.
        columns: The model's own fields; the key is always read.
        whole: Objects that are joined, of which everything may be read, each with what is joined to it.
        partial: Objects that are joined, with what is read of them.
        relations: What leads to other objects.
        keys: The attributes that are shown as they are.
        needs_objects: Something is shown that only an object of the model has.
    """

    def __init__(self, model: Any, *, of_many: bool = False) -> None:
        self.model = model
        self.of_many = of_many
        self.columns = {model._meta.pk.name}
        self.whole: dict[str, Joined] = {}
        self.partial: dict[str, Read] = {}
        self.relations: set[str] = set()
        self.keys: set[str] = set()
        self.needs_objects = False

    def names(self) -> Iterator[str]:
        """Names for ``only``."""
        partial = {name: read for name, read in self.partial.items() if name not in self.whole}
        yield from sorted((self.columns | self.whole.keys()) - partial.keys())
        for name, read in partial.items():
            yield from (f"{name}__{inner}" for inner in read.names())

    def joins(self) -> Iterator[str]:
        """Paths for ``select_related``."""
        for name, joined in self.whole.items():
            yield from paths_in(joined, name)
        for name, read in self.partial.items():
            yield name
            yield from (f"{name}__{inner}" for inner in read.joins())


def paths_in(joined: Joined, name: str) -> Iterator[str]:
    """A join and all that are made from it."""
    yield name
    for inner, below in joined.items():
        yield from paths_in(below, f"{name}__{inner}")


def doubt(*, when: bool) -> None:
    """
    Give up.

    Raises:
        DoubtError: If there is reason to.
    """
    if when:
        raise DoubtError


def check_model(model: Any) -> None:
    """
    Look for what may read an object's columns when it is made.

    Raises:
        DoubtError: If anything could.
    """
    doubt(when=any(getattr(model, name) is not getattr(Model, name) for name in OF_MODELS))
    doubt(when=model.from_db.__func__ is not Model.from_db.__func__ or hasattr(model, "__getattr__"))  # type: ignore[attr-defined]
    doubt(when=bool(model._meta.parents) or pre_init.has_listeners(model) or post_init.has_listeners(model))


def is_of_drf(field: Any, *names: str) -> bool:
    """Tell whether these methods of a field are DRF's own, which read what they are given and nothing else."""
    return all(getattr(type(field), name).__module__.startswith("rest_framework.") for name in names)


def is_plain(field: Any) -> bool:
    """Tell whether a field shows the value of its source, and reads nothing else."""
    if isinstance(field, HyperlinkedIdentityField):
        return is_of_drf(field, "to_representation", "get_url")
    stock = type(field).get_attribute is Field.get_attribute and is_of_drf(field, "to_representation")
    return stock and not isinstance(field, (Serializer, ListSerializer, ManyRelatedField))


def shows_key(field: Any) -> bool:
    """Tell whether a field shows a related object's key, for which the object is not needed."""
    own = isinstance(field, PrimaryKeyRelatedField) and type(field).get_attribute is RelatedField.get_attribute
    return own and is_of_drf(field, "to_representation", "use_pk_only_optimization")


def read_all(read: Read, serializer: Any, joined: Joined, annotated: Iterable[str] = ()) -> None:
    """
    Add what a serializer reads.

    Raises:
        DoubtError: If that cannot be told.
    """
    doubt(when=not is_stock(serializer))
    check_model(read.model)
    for field in (one for one in serializer.fields.values() if not one.write_only):
        doubt(when=not is_of_drf(field, "get_attribute"))
        path = [field.lookup_field] if isinstance(field, HyperlinkedIdentityField) else field.source_attrs
        read.needs_objects |= type(field).get_attribute is not Field.get_attribute
        if path[:1] and path[0] in annotated:
            doubt(when=not is_plain(field))
            read.needs_objects = True
        else:
            read_field(read, field, path, joined)


def read_field(read: Read, field: Any, path: Sequence[str], joined: Joined) -> None:
    """
    Add what a field reads along a path from an object.

    Raises:
        DoubtError: If that cannot be told.
    """
    doubt(when=not path)
    name, further = path[0], path[1:]
    source = getattr_static(read.model, name, None)
    if type(source) in MANY:
        doubt(when=bool(further))
        read_many(read, field, name, source)
    elif type(source) in FORWARD:
        read_related(read, field, path, joined)
    else:
        doubt(when=not is_plain(field) or not (type(source) in COLUMNS or name == "pk"))
        read.columns.add(read.model._meta.pk.name if name == "pk" else source.field.name)
        read.keys.add(name)


def read_related(read: Read, field: Any, path: Sequence[str], joined: Joined) -> None:
    """
    Add what a field reads of an object that another one points to.

    Raises:
        DoubtError: If that cannot be told.
    """
    name, further = path[0], path[1:]
    relation = read.model._meta.get_field(name)
    read.columns.add(name)
    read.relations.add(name)
    if shows_key(field) and not further:
        return
    # Of a pair each object knows the other, and may be asked for any column of it.
    doubt(when=relation.one_to_one)
    if name not in joined:
        read.needs_objects = True
        return
    inner = read.partial.get(name) or Read(relation.related_model)
    try:
        check_model(inner.model)
        if further:
            read_field(inner, field, further, joined[name])
        else:
            read_all(inner, field, joined[name])
        read.partial[name] = inner
        read.needs_objects |= inner.needs_objects
    except DoubtError:
        read.whole[name] = joined[name]
        read.needs_objects = True


def read_many(read: Read, field: Any, name: str, source: Any) -> None:
    """
    Add what is read to find the objects that point to one, or are linked to it.

    Raises:
        DoubtError: If that is more than the key, or what is shown of them might lead back to other columns.
    """
    doubt(when=read.of_many)
    read.relations.add(name)
    read.needs_objects = True
    relation = source.rel
    if type(source) is ManyToManyDescriptor:
        links = [one for one in relation.through._meta.fields if one.is_relation]
        related = relation.related_model if source.reverse else relation.model
    else:
        links, related = [relation.field], relation.related_model
    doubt(when=any(one.target_field != one.related_model._meta.pk for one in links))
    if isinstance(field, ManyRelatedField):
        doubt(when=not is_of_drf(field, "to_representation") or not shows_key(field.child_relation))
        return
    doubt(when=not isinstance(field, ListSerializer))
    inner = Read(related, of_many=True)
    read_all(inner, child_of(field), {})
    doubt(when=bool(inner.relations))
