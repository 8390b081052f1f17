"""
A query for no more than a serializer reads: fewer columns and joins, and no objects where plain rows will do.

Where rows have no one order a query keeps its columns: a database may give them in another one for fewer.
"""

from collections.abc import Callable, Iterator
from inspect import getattr_static
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.db.models.query import ModelIterable

from frisian_pipeline.drf.columns import FORWARD, DoubtError, Joined, Read, doubt, read_all
from frisian_pipeline.drf.projection import inherits

OF_QUERYSETS = (
    *("only", "defer", "values_list", "select_related", "prefetch_related", "iterator", "_fetch_all", "_clone"),
    *("_chain", "_values", "__iter__", "__len__", "__getitem__", "_iterator", "count"),
)


class Row(dict[str, Any]):
    """What is read of an object, under the names of its attributes."""


class Narrow(NamedTuple):
    """
    A narrower query.

    Attributes:
        query: What it asks the database for.
        row: What makes a row of what it gives; None where it gives objects.
    """

    query: Any
    row: Callable[[Any], Row] | None = None


class Rows:
    """The rows of a query that is asked when somebody wants them."""

    def __init__(self, narrow: Narrow) -> None:
        self.narrow = narrow

    def __iter__(self) -> Iterator[Any]:
        query, row = self.narrow
        return iter(query) if row is None else map(row, query)


def narrowed(queryset: Any, serializer: Any) -> Narrow | None:
    """The same query for no more than a serializer reads; None where there is any doubt that it would be."""
    try:
        check_query(queryset)
        joined = queryset.query.select_related or {}
        check_joins(queryset.model, joined)
        read = Read(queryset.model)
        read_all(read, serializer, joined, queryset.query.annotations)
        return as_objects(queryset, read) if read.needs_objects else as_rows(queryset, read)
    except DoubtError:
        return None


def as_objects(queryset: Any, read: Read) -> Narrow:
    """
    Read objects whose other columns are deferred.

    Raises:
        DoubtError: If rows might change places, or objects are prefetched by columns that might be deferred.
    """
    doubt(when=not has_one_order(queryset))
    prefetched = queryset._prefetch_related_lookups  # noqa: SLF001  Django has no other word for it
    lookups = [one for one in prefetched if path_of(one)[0] in read.relations]
    doubt(when=any(len(path_of(one)) > 1 and path_of(one)[0] in read.partial for one in lookups))
    query = queryset.select_related(None).prefetch_related(None).only(*read.names())
    joins = list(read.joins())
    query = query.select_related(*joins) if joins else query
    return Narrow(query.prefetch_related(*lookups) if lookups else query)


def as_rows(queryset: Any, read: Read) -> Narrow:
    """Read plain rows."""
    paths: list[str] = []
    row = row_maker(read, paths)
    if not has_one_order(queryset):
        everything = columns_of(queryset.model, queryset.query.select_related or {})
        paths += [path for path in everything if path not in paths]
    return Narrow(queryset.select_related(None).prefetch_related(None).values_list(*paths), row)


def columns_of(model: Any, joined: Joined, prefix: str = "") -> Iterator[str]:
    """The paths of all columns that a query reads."""
    yield from (prefix + one.attname for one in model._meta.concrete_fields)
    for name, below in joined.items():
        yield from columns_of(model._meta.get_field(name).related_model, below, f"{prefix}{name}__")


def row_maker(read: Read, paths: list[str], prefix: str = "") -> Callable[[Any], Row]:
    """Make rows of the values at these paths, to which those are added that are needed."""
    first, keys = len(paths), sorted(read.keys)
    paths += [prefix + key for key in keys]
    last, nested = len(paths), []
    for name, inner in read.partial.items():
        paths.append(f"{prefix}{name}__{inner.model._meta.pk.name}")
        nested.append((name, len(paths) - 1, row_maker(inner, paths, f"{prefix}{name}__")))

    def row(values: Any) -> Row:
        made = Row(zip(keys, values[first:last], strict=True))
        for name, key, inner in nested:
            made[name] = None if values[key] is None else inner(values)
        return made

    return row


def path_of(lookup: Any) -> list[str]:
    """The attributes along which a prefetch goes."""
    return str(getattr(lookup, "prefetch_through", lookup)).split("__")


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


def has_one_order(queryset: Any) -> bool:
    """Tell whether no two rows may change places: they are ordered by columns, one of which is unique."""
    query, meta = queryset.query, queryset.model._meta
    names = query.order_by or (meta.ordering if query.default_ordering else ())
    if query.extra_order_by or not all(isinstance(name, str) and name != "?" for name in names):
        return False
    unique = {"pk"} | {name for one in meta.fields if one.unique and not one.null for name in (one.name, one.attname)}
    return any(name.removeprefix("-") in unique for name in names)
