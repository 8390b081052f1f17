"""
Which columns a serializer reads of its objects, so that a query may leave out the others.

Only where that is provably the same: each source is a column or leads to one, and nothing hidden can read the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import getattr_static
from typing import Any

from django.db.models import Model, QuerySet
from django.db.models.fields.related_descriptors import (
    ForeignKeyDeferredAttribute,
    ForwardManyToOneDescriptor,
    ForwardOneToOneDescriptor,
    ManyToManyDescriptor,
    ReverseManyToOneDescriptor,
)
from django.db.models.query import ModelIterable
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import post_init, pre_init
from rest_framework.fields import Field
from rest_framework.relations import HyperlinkedIdentityField, ManyRelatedField, PrimaryKeyRelatedField, RelatedField
from rest_framework.serializers import ListSerializer, Serializer

from frisian_pipeline.drf.projection import child_of, inherits, is_stock

COLUMNS = (DeferredAttribute, ForeignKeyDeferredAttribute)
FORWARD = (ForwardManyToOneDescriptor, ForwardOneToOneDescriptor)
MANY = (ManyToManyDescriptor, ReverseManyToOneDescriptor)
OF_MODELS = ("__init__", "__getattribute__", "__setattr__", "refresh_from_db", "get_deferred_fields", "pk")
OF_QUERYSETS = (
    *("only", "defer", "select_related", "prefetch_related", "iterator", "_fetch_all", "_clone", "_chain"),
    *("__iter__", "__len__", "__getitem__", "_iterator"),
)

Joined = Mapping[str, Any]
"""What a query joins, nested: ``select_related`` as Django keeps it."""


class DoubtError(Exception):
    """Nobody can say that fewer columns would give the same."""


class Read:
    """
    What is read of objects of a model.

    Attributes:
        columns: The model's own fields; the key is always read.
        whole: Objects that are joined, of which everything may be read, each with what is joined to it.
        partial: Objects that are joined, with what is read of them.
        relations: What leads to other objects.
    """

    def __init__(self, model: Any) -> None:
        self.model = model
        self.columns = {model._meta.pk.name}
        self.whole: dict[str, Joined] = {}
        self.partial: dict[str, Read] = {}
        self.relations: set[str] = set()

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


def narrowed(queryset: Any, serializer: Any) -> Any:
    """The same query for no more than a serializer reads; the query itself where there is any doubt."""
    try:
        check_query(queryset)
        joined = queryset.query.select_related or {}
        check_joins(queryset.model, joined)
        read = Read(queryset.model)
        read_all(read, serializer, joined, queryset.query.annotations)
        prefetched = queryset._prefetch_related_lookups  # noqa: SLF001  Django has no other word for it
        lookups = [one for one in prefetched if path_of(one)[0] in read.relations]
        doubt(when=any(len(path_of(one)) > 1 and path_of(one)[0] in read.partial for one in lookups))
    except DoubtError:
        return queryset
    query = queryset.select_related(None).prefetch_related(None).only(*read.names())
    joins = list(read.joins())
    query = query.select_related(*joins) if joins else query
    return query.prefetch_related(*lookups) if lookups else query


def path_of(lookup: Any) -> list[str]:
    """The attributes along which a prefetch goes."""
    return str(getattr(lookup, "prefetch_through", lookup)).split("__")


def doubt(*, when: bool) -> None:
    """
    Give up.

    Raises:
        DoubtError: If there is reason to.
    """
    if when:
        raise DoubtError


def check_query(queryset: Any) -> None:
    """
    Look for what a query may be besides rows of a model.

    Raises:
        DoubtError: If it is anything else, or says itself which columns it wants.
    """
    doubt(when=not isinstance(queryset, QuerySet) or not inherits(queryset, QuerySet, OF_QUERYSETS))
    query, own = queryset.query, vars(queryset)
    doubt(when=own["_fields"] is not None or own["_iterable_class"] is not ModelIterable)
    doubt(when=own["_result_cache"] is not None or bool(own["_known_related_objects"]))
    doubt(when=bool(query.distinct or query.combinator or query.extra or query.select_for_update))
    doubt(when=query.group_by is not None or query.is_sliced or query.select_related is True)
    doubt(when=query.deferred_loading != (frozenset(), True))


def check_joins(model: Any, joined: Joined) -> None:
    """
    See that any join may be left out.

    Raises:
        DoubtError: If a row might be gone only because of one, or one does not lead to an object of the row's own.
    """
    for name, below in joined.items():
        relation = getattr_static(model, name, None)
        doubt(when=type(relation) not in FORWARD)
        field = model._meta.get_field(name)
        doubt(when=not field.null and not field.db_constraint)
        check_joins(field.related_model, below)


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
        if path[:1] and path[0] in annotated:
            doubt(when=not is_plain(field))
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
        return
    inner = read.partial.get(name) or Read(relation.related_model)
    try:
        check_model(inner.model)
        if further:
            read_field(inner, field, further, joined[name])
        else:
            read_all(inner, field, joined[name])
        read.partial[name] = inner
    except DoubtError:
        read.whole[name] = joined[name]


def read_many(read: Read, field: Any, name: str, source: Any) -> None:
    """
    Add what is read to find the objects that point to one, or are linked to it.

    Raises:
        DoubtError: If that is more than the key, or what is shown of them might lead back to other columns.
    """
    read.relations.add(name)
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
    inner = Read(related)
    read_all(inner, child_of(field), {})
    doubt(when=bool(inner.relations))
