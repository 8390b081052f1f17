"""Which fields does the caller want to see?"""

from typing import Any, ClassVar

from msgspec import UNSET, Struct

from frisian_pipeline.errors import MaskError
from frisian_pipeline.exchange import Call, Disclosure, Exchange, Operation
from frisian_pipeline.masks import Mask, compile_mask, drop, keep, mask_of, notes_on, rows_of


def prunes(exchange: Exchange) -> bool:
    """Tell whether fields may go: from a read, and from a write that a token stands for; never from errors and news."""
    if exchange.speaks_whole:
        return False
    if exchange.operation is Operation.READ:
        return exchange.disclosure is not Disclosure.LEAN
    return exchange.disclosure is Disclosure.PREVIEW and exchange.token != ""


def always_kept(call: Call, data: Any) -> tuple[str, ...]:
    """The field that identifies all top-level rows; every field that could, where no single one does."""
    names = tuple(name for name in (call.lookup_field, "id", "pk") if name)
    rows = [row for row in rows_of(data) if isinstance(row, dict)]
    return next(((name,) for name in names if all(row.get(name) is not None for row in rows)), names)


def knows(mask: Mask, body: Any) -> bool:
    """Tell whether a mask names anything here; a renderer may wrap or rename all, and then no field is left out."""
    rows = [row for row in (body, *rows_of(body)) if isinstance(row, dict)]
    return mask.rest is not UNSET or any(name in row for row in rows for name in mask.children) or not any(rows)


def agent_view(call: Call, body: Any, always: tuple[str, ...]) -> Any:
    """Apply the host's view: a mask keeps identifiers too, a Struct class is taken at its word."""
    if call.view and knows(mask_of(call.view), body):
        body = keep(mask_of(call.view), body, always if isinstance(call.view, str) else ())
    if call.view_exclude:
        body = drop(compile_mask(call.view_exclude), body, always)
    return body


def asked(text: str) -> tuple[Mask | None, tuple[str, ...]]:
    """Compile a mask that the caller sent; one that cannot be read is no mask and a note."""
    if not text:
        return None, ()
    try:
        return compile_mask(text), ()
    except MaskError as error:
        return None, (str(error),)


def prune(exchange: Exchange) -> tuple[Any, tuple[str, ...]]:
    """Apply the caller's fields or else the agent view, then the caller's exclude; say what could not be applied."""
    call, body = exchange.call, exchange.body
    always = always_kept(call, body)
    fields, fault = asked(call.fields)
    exclude, other_fault = asked(call.exclude)
    notes = (*fault, *other_fault, *unknown_in(fields, exchange), *unknown_in(exclude, exchange))
    body = agent_view(call, body, always) if fields is None else keep(fields, body, always)
    if exclude is not None:
        body = drop(exclude, body, always)
    return body, notes


def unknown_in(mask: Mask | None, exchange: Exchange) -> tuple[str, ...]:
    """Notes on names that neither the body nor the result has."""
    if mask is None or not notes_on(mask, exchange.body):
        return ()
    return notes_on(mask, exchange.result)


class Prune(Struct, frozen=True):
    """Leave out what the agent view and the caller's masks leave out, from reads and previews."""

    needs: ClassVar[frozenset[str]] = frozenset({"operation", "disclosure", "token", "body", "notes"})
    gives: ClassVar[frozenset[str]] = frozenset({"body", "notes"})

    def __call__(self, exchange: Exchange, /) -> Exchange:
        if not exchange.call.is_masked or not prunes(exchange):
            return exchange
        body, notes = prune(exchange)
        return exchange.replace(body=body, notes=tuple(dict.fromkeys((*exchange.notes, *notes))))
