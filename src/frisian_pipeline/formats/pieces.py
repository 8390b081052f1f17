"""JSON piece by piece, for the rare data that msgspec cannot encode whole; the bytes are those it would give."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from enum import Enum
from typing import Any

from msgspec import Raw, Struct, to_builtins
from msgspec.json import Encoder

DEEPEST = 10_000
"""Levels of nesting after which data counts as bottomless."""

SCALARS = frozenset({int, float, bool, type(None)})

Hook = Callable[[Any], Any]

encode = Encoder(decimal_format="number").encode


def write(data: Any, hook: Hook) -> bytes:
    """
    Encode without recursion, so that depth costs no stack.

    Raises:
        ValueError: If the data contains itself.
        RecursionError: If it nests too deeply.
    """
    out = bytearray()
    walk: dict[int, Iterator[Any]] = {0: iter((data,))}
    while walk:
        for item in next(reversed(walk.values())):
            inner = begin(item, out, hook)
            if inner is not None:
                enter(walk, item, inner)
                break
        else:
            walk.popitem()
    return bytes(out)


def enter(walk: dict[int, Iterator[Any]], item: Any, inner: Iterator[Any]) -> None:
    """Go one level down, into an item that is known by its id while the walk is inside it."""
    if id(item) in walk:
        raise ValueError("JSON has no form for data that contains itself")
    if len(walk) > DEEPEST:
        raise RecursionError(f"JSON data is nested more than {DEEPEST} levels deep")
    walk[id(item)] = inner


def begin(item: Any, out: bytearray, hook: Hook) -> Iterator[Any] | None:
    """
    Write an item, or give what to write next in its place.

    Types are asked, not instances: a lazy object claims the class of what it wraps.
    """
    kind = type(item)
    if issubclass(kind, str):
        out += spell(str.__str__(item))
    elif kind in SCALARS:
        out += encode(item)
    elif issubclass(kind, int):
        out += encode(int.__int__(item))
    elif issubclass(kind, dict):
        return members(item, out, hook)
    elif issubclass(kind, (list, tuple, set, frozenset)):
        return elements(item, out)
    elif kind is Decimal and not item.is_finite():
        out += b"null"
    elif has_fields(kind):
        return iter((to_builtins(item, enc_hook=hook, builtin_types=(Decimal, Raw)),))
    else:
        try:
            out += encode(item)
        except TypeError:
            return map(hook, (item,))
    return None


def has_fields(kind: type[Any]) -> bool:
    """Say whether msgspec takes these objects apart by itself."""
    return issubclass(kind, (Enum, Struct)) or hasattr(kind, "__dataclass_fields__") or hasattr(kind, "__attrs_attrs__")


def members(item: dict[Any, Any], out: bytearray, hook: Hook) -> Iterator[Any]:
    """Write an object's punctuation and keys around the values given; like msgspec, past an ``items`` of its own."""
    out += b"{"
    for place, (key, value) in enumerate(dict.items(item)):
        out += b"," if place else b""
        out += name(key, hook)
        yield value
    out += b"}"


def elements(item: Any, out: bytearray) -> Iterator[Any]:
    """Write an array's punctuation around the elements given."""
    out += b"["
    for place, element in enumerate(item):
        out += b"," if place else b""
        yield element
    out += b"]"


def name(key: Any, hook: Hook) -> bytes:
    """Encode a key and its colon, by msgspec's rules for keys; these leave None and booleans to the hook."""
    if isinstance(key, str):
        return spell(str.__str__(key)) + b":"
    (plain,) = to_builtins({hook(key) if key is None or isinstance(key, int) else key: 0}, enc_hook=hook)
    return spell(plain) + b":" if isinstance(plain, str) else encode({plain: 0})[1:-2]


def spell(text: str) -> bytes:
    """Encode text, with its surrogates mended where it has any."""
    try:
        return encode(text)
    except UnicodeEncodeError:
        return encode(mend(text))


def mend(text: str) -> str:
    """Put U+FFFD in place of lone surrogates, and join those that are pairs."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
