"""The default format: minified JSON, in DRF's meaning."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from msgspec import UNSET, Struct
from msgspec.json import Encoder

from frisian_pipeline.formats.pieces import write

CONTAINERS = (dict, list, tuple, set, frozenset)


class Json(Struct, frozen=True):
    """
    JSON as UTF-8: minified, nothing escaped that need not be; NaN and infinities are null, lone surrogates U+FFFD.

    Raises:
        TypeError: When called, on an object or a key that has no form in JSON.
        ValueError: When called, on data that contains itself.
        RecursionError: When called, on data without a bottom.

    Attributes:
        enc_hook: Gives something simpler for objects that neither msgspec nor the rule for str, int and float knows.
    """

    name: ClassVar[str] = "json"
    media_type: ClassVar[str] = "application/json"
    text: ClassVar[bool] = False

    enc_hook: Callable[[Any], Any] | None = None

    def __call__(self, data: Any, /) -> bytes:
        try:
            return encode_simple(data)
        except (TypeError, ValueError, RecursionError):
            # Nobody was asked and nothing taken from an iterator: what is less simple begins anew.
            return self._encode_anything(data)

    def _encode_anything(self, data: Any) -> bytes:
        memory = Memory(self.enc_hook or refuse)
        try:
            return Encoder(enc_hook=memory.simplify, decimal_format="number").encode(data)
        except (RecursionError, ValueError):
            if memory.lossy:
                raise
        return write(data, memory.simplify)


def simplify(obj: Any) -> Any:
    """
    Give what msgspec can encode, or ``UNSET`` for what only the host may know.

    None, booleans and containers come here only where they are keys.
    """
    if isinstance(obj, str):
        return str.__str__(obj)
    kind = type(obj)
    if obj is None or kind is bool:
        return "null" if obj is None else str(obj).lower()
    if issubclass(kind, int):
        return int.__int__(obj)
    if issubclass(kind, float):
        return float.__float__(obj)
    if issubclass(kind, CONTAINERS):
        raise TypeError(f"a {kind.__qualname__} cannot be a key in JSON")
    return UNSET


def simplify_or_stop(obj: Any) -> Any:
    """Give what msgspec can encode, and nothing for what only the host may know."""
    simple = simplify(obj)
    if simple is UNSET:
        raise TypeError
    return simple


encode_simple = Encoder(enc_hook=simplify_or_stop, decimal_format="number").encode


class Memory(Struct):
    """
    The hook of one encoding, which asks about each object once: a generator has no second answer.

    Attributes:
        ask: The host's hook.
        answers: Each object with its answer, by the object's id; it is kept so that the id stays its own.
        lossy: The hook failed half-way; what it had taken from an iterator is gone, so nobody may ask again.
    """

    ask: Callable[[Any], Any]
    answers: dict[int, tuple[Any, Any]] = {}
    lossy: bool = False

    def simplify(self, obj: Any) -> Any:
        """Give what msgspec can encode."""
        simple = simplify(obj)
        return self.recall(obj) if simple is UNSET else simple

    def recall(self, obj: Any) -> Any:
        """Give the hook's answer, which is asked for once."""
        known = self.answers.get(id(obj))
        if known is None:
            try:
                known = self.answers[id(obj)] = (obj, self.ask(obj))
            except Exception as error:
                self.lossy = isinstance(obj, Iterator) or not isinstance(error, RecursionError)
                raise
        return known[1]


def refuse(obj: Any) -> Any:
    """The hook where none is given."""
    raise TypeError(f"JSON has no form for {type(obj).__qualname__}; give Json an enc_hook that knows it")
