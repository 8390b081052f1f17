"""Agent views: a mask as text, or a ``msgspec.Struct`` class whose fields are kept and whose defaults are left out."""

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any, cast

from cachetools import LRUCache, cached
from msgspec import NODEFAULT, Struct, to_builtins
from msgspec import inspect as kinds

from frisian_pipeline.errors import MaskError
from frisian_pipeline.masks.mask import MOST_DEPTH, Mask
from frisian_pipeline.masks.text import compile_mask

_FREE = (kinds.AnyType, kinds.RawType, kinds.CustomType, kinds.TypedDictType, kinds.DataclassType)


def mask_of(view: str | type[Struct]) -> Mask:
    """
    Compile an agent view, or take it from the cache.

    Values more than eight Structs deep are whole, so a Struct may hold itself. In a union of Structs every field of
    each is kept, whatever its default.

    Raises:
        MaskError: If the text is no mask, or the class is no Struct or has types that msgspec cannot read.
    """
    if isinstance(view, str):
        return compile_mask(view)
    if _is_struct(view):
        return _compile(view)
    raise MaskError("An agent view is a field mask or a msgspec.Struct class.")


def _is_struct(view: Any) -> bool:
    return isinstance(view, type) and issubclass(view, Struct)


@cached(LRUCache[Any, Mask](maxsize=256), lock=Lock())
def _compile(view: type[Struct]) -> Mask:
    try:
        kind = kinds.type_info(view)
    except (NameError, TypeError) as error:
        raise MaskError(f"{view.__name__} is no agent view: msgspec cannot read the types of its fields.") from error
    return _Structs().mask([cast("kinds.StructType", kind)], 1)


class _Structs:
    """Compiles Structs, each once per depth, so that the work does not grow with the paths through them."""

    def __init__(self) -> None:
        self.masks: dict[tuple[int, ...], Mask] = {}

    def mask(self, structs: Sequence[kinds.StructType], depth: int) -> Mask:
        """The mask of objects that are one of these Structs."""
        place = (depth, *map(id, structs))
        if place not in self.masks:
            self.masks[place] = self._compile(structs, depth)
        return self.masks[place]

    def _compile(self, structs: Sequence[kinds.StructType], depth: int) -> Mask:
        held: dict[str, list[kinds.Type]] = {struct.tag_field: [] for struct in structs if struct.tag_field}
        for struct in structs:
            for field in struct.fields:
                held.setdefault(field.encode_name, []).append(field.type)
        children = {name: self._inside(types, depth) for name, types in held.items()}
        if len(structs) > 1:
            return Mask(children=children)
        fields = structs[0].fields
        defaults = {field.encode_name: _default(field) for field in fields if not field.required}
        return Mask(children=children, defaults=defaults, named=tuple(field.encode_name for field in fields))

    def _inside(self, types: Sequence[kinds.Type], depth: int) -> Mask | None:
        if depth == MOST_DEPTH:
            return None
        found = list({id(kind): kind for one in types for kind in _objects_in(one)}.values())
        if len(found) == 1 and isinstance(found[0], kinds.DictType):
            rest = self._inside([found[0].value_type], depth + 1)
            return None if rest is None else Mask(rest=rest, named=("*",))
        structs = [kind for kind in found if isinstance(kind, kinds.StructType)]
        return self.mask(structs, depth + 1) if structs and len(structs) == len(found) else None


def _objects_in(kind: kinds.Type) -> Iterator[kinds.Type]:
    """The types of object that a type holds; lists and unions are transparent."""
    match kind:
        case kinds.Metadata(type=inner) | kinds.CollectionType(item_type=inner):
            yield from _objects_in(inner)
        case kinds.UnionType(types=several) | kinds.TupleType(item_types=several):
            for inner in several:
                yield from _objects_in(inner)
        case kinds.StructType() | kinds.DictType():
            yield kind
        case _ if isinstance(kind, _FREE):
            yield kind


def _default(field: kinds.Field) -> Any:
    """A default as JSON would have it; one that JSON cannot have is never equal to anything."""
    value = field.default if field.default_factory is NODEFAULT else field.default_factory()
    try:
        return to_builtins(value)
    except TypeError:
        return NODEFAULT
