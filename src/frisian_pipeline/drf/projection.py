"""
Pushdown: what masks leave out of a serializer's fields is not computed.

Only where that is provably the same: the serializers show their fields as DRF does, and each field for itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET, Struct
from rest_framework import fields
from rest_framework.fields import ListField
from rest_framework.relations import HyperlinkedRelatedField, PrimaryKeyRelatedField, StringRelatedField
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer
from rest_framework.utils.serializer_helpers import BindingDict

from frisian_pipeline.drf.known import inside, known_by
from frisian_pipeline.masks import Auto, Mask, compile_mask, mask_of
from frisian_pipeline.stages.prune import asked, knows

OWN = ("to_representation", "data", "fields", "_readable_fields")
OF_LISTS = ("to_representation",)
SCALARS = (
    *(fields.BooleanField, fields.CharField, fields.DateField, fields.DateTimeField, fields.DecimalField),
    *(fields.DurationField, fields.FloatField, fields.IntegerField, fields.TimeField, fields.UUIDField),
    *(PrimaryKeyRelatedField, HyperlinkedRelatedField, StringRelatedField),
)


class Asked(Struct, frozen=True):
    """
    What the caller of a tool says of an answer's fields, before there is one.

    Attributes:
        tool: The tool's published name.
        route: The path, its parameters in braces.
        fields: The mask of fields to keep.
        exclude: The mask of fields to leave out.
        action: The view's action.
        wants_all: No agent view.
    """

    tool: str = ""
    route: str = ""
    action: str = ""
    fields: str = ""
    exclude: str = ""
    wants_all: bool = False


class Wanted(NamedTuple):
    """
    What masks say of one place.

    Attributes:
        keep: What is kept; None is everything.
        drops: What is left out.
        told: The caller's own masks, who is told which of their names are unknown.
    """

    keep: Mask | None = None
    drops: tuple[Mask, ...] = ()
    told: tuple[Mask, ...] = ()

    def below(self, name: str, field: Any) -> "Wanted | None":
        """What they say of a field's value; None where the field is left out."""
        kept = None if self.keep is None else self.keep.of(name)
        dropped = [mask.of(name) for mask in self.drops]
        told = inside(self.told, name)
        if kept is UNSET or None in dropped:
            # Only the value tells which of the names inside it are unknown.
            return EVERYTHING if told and may_hold_objects(field) else None
        return Wanted(kept, tuple(inside(self.drops, name)), tuple(told))


EVERYTHING = Wanted()


Plan = list[tuple[Serializer[Any], tuple[Any, ...]]]
"""Serializers, each with those of its fields that it is to show."""


class Projected(BindingDict):
    """A serializer's fields, of which only some are shown; the others are still known by their names."""

    def __init__(self, serializer: Any, shown: Sequence[Any]) -> None:
        # The fields are bound to their serializer already.
        self.serializer, self.fields, self.shown = serializer, serializer.fields.fields, shown

    def values(self) -> Any:
        """The fields that are shown."""
        return self.shown


def wanted(said: Asked, view: Any, view_exclude: str, names: Iterable[str]) -> Wanted | None:
    """
    What the masks of a call leave of an object with fields of these names; None where nothing can be pushed down.

    Raises:
        MaskError: If the host's own view cannot be read.
    """
    keep, exclude = asked(said.fields)[0], asked(said.exclude)[0]
    told = tuple(mask for mask in (keep, exclude) if mask is not None)
    drops = [] if exclude is None else [exclude]
    if keep is None:
        keep = view_of(view, names)
        drops += [compile_mask(view_exclude)] if view_exclude else []
    # A page has results, and so may an object: which of them a mask means, only the answer tells.
    speaks_of_pages = "results" in names or any("results" in mask.children for mask in (keep, *drops) if mask)
    return None if speaks_of_pages or (keep is None and not drops) else Wanted(keep, tuple(drops), told)


def view_of(view: Any, names: Iterable[str]) -> Mask | None:
    """The mask of an agent view; None where that shows everything, finds in the data what it does, or knows no name."""
    if not view or view is Auto:
        return None
    mask = mask_of(view)
    return mask if knows(mask, dict.fromkeys(names)) else None


def plan(
    serializer: Any, said: Wanted, always: Iterable[str] = ()
) -> Iterator[tuple[Serializer[Any], tuple[Any, ...]]]:
    """The serializers that show less than all of their fields, the nested ones first."""
    if not is_stock(serializer):
        return
    shown = []
    for name, field in serializer.fields.items():
        below = EVERYTHING if name in always else said.below(name, field)
        if below is not None:
            shown.append(field)
            nested = child_of(field)
            if (below.keep or below.drops) and isinstance(nested, BaseSerializer):
                yield from plan(nested, below)
    if len(shown) < len(serializer.fields):
        yield serializer, tuple(shown)


def may_hold_objects(field: Any) -> bool:
    """Tell whether a field may show objects with keys of their own; those of free-form data are none."""
    if isinstance(field, SCALARS):
        return not type(field).to_representation.__module__.startswith("rest_framework.")
    return not known_by(field, ()).opaque


def child_of(field: Any) -> Any:
    """What makes the objects that a field shows, where that are several and they are shown as DRF does."""
    while isinstance(field, (ListSerializer, ListField)):
        if not inherits(field, ListSerializer if isinstance(field, ListSerializer) else ListField, OF_LISTS):
            return None
        field = field.child
    return field


def project(found: Plan) -> None:
    """Let serializers show only those fields."""
    for serializer, shown in found:
        vars(serializer)["fields"] = Projected(serializer, shown)


def is_stock(serializer: Any) -> bool:
    """Tell whether a serializer shows its fields as DRF's own does, and nobody has meddled with it."""
    return (
        isinstance(serializer, Serializer)
        and inherits(serializer, Serializer, OWN)
        and type(serializer.fields) in (BindingDict, Projected)
    )


def inherits(thing: Any, kind: type[Any], names: Iterable[str]) -> bool:
    """Tell whether an object has these methods and properties from this class."""
    own = vars(thing)
    return all(getattr(type(thing), name) is getattr(kind, name) for name in names) and "to_representation" not in own
