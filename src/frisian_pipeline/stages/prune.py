"""Which fields does the caller want to see?"""

from typing import Any, ClassVar

from msgspec import UNSET, Struct

from frisian_pipeline.errors import MaskError
from frisian_pipeline.exchange import UNKNOWN, Call, Disclosure, Exchange, Known, Operation
from frisian_pipeline.formats.beside import is_preview
from frisian_pipeline.masks import (
    Auto,
    Mask,
    auto,
    compile_mask,
    drop,
    is_page,
    keep,
    mask_of,
    notes_on,
    reaches_into,
    rows_of,
)


def prunes(exchange: Exchange) -> bool:
    """Tell whether fields may go: from a read, whose caller can ask again; never from writes, errors and news."""
    if exchange.operation is not Operation.READ or exchange.speaks_whole:
        return False
    done = is_preview(exchange.body, len(exchange.full), exchange.token)
    return exchange.disclosure is not Disclosure.LEAN and not done


def always_kept(call: Call, data: Any) -> tuple[str, ...]:
    """The field that identifies all top-level rows; every field that could, where no single one does."""
    names = tuple(name for name in (call.lookup_field, "id", "pk") if name)
    rows = [row for row in rows_of(data) if isinstance(row, dict)]
    return next(((name,) for name in names if all(row.get(name) is not None for row in rows)), names)


def knows(mask: Mask, body: Any, known: Known = UNKNOWN) -> bool:
    """Tell whether a mask names anything here; a renderer may wrap or rename all, and then no field is left out."""
    rows = [row for row in (body, *rows_of(body)) if isinstance(row, dict)]
    places = (known.names, known.of("results").names if is_page(body) else {}, *rows)
    return mask.rest is not UNSET or any(name in row for row in places for name in mask.children) or not any(rows)


def agent_view(call: Call, body: Any, always: tuple[str, ...]) -> Any:
    """Apply the host's view: a mask keeps identifiers too, a Struct class is taken at its word, whatever it names."""
    if call.view is Auto:
        body = auto(body, always, call.known)
    elif call.view and knows(mask_of(call.view), body, call.known):
        as_mask = isinstance(call.view, str)
        body = keep(mask_of(call.view), body, always if as_mask else (), call.known if as_mask else UNKNOWN)
    if call.view_exclude:
        body = drop(compile_mask(call.view_exclude), body, always, call.known)
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
    notes = (*fault, *other_fault, *told_of(fields, exchange), *told_of(exclude, exchange))
    body = agent_view(call, body, always) if fields is None else keep(fields, body, always, call.known)
    if exclude is not None:
        body = drop(exclude, body, always, call.known)
    return body, notes


def told_of(mask: Mask | None, exchange: Exchange) -> tuple[str, ...]:
    """Notes on names that neither the body nor the result has, and on data that the mask does not reach into."""
    if mask is None:
        return ()
    known = exchange.call.known
    strange = notes_on(mask, exchange.body, known) and notes_on(mask, exchange.result, known)
    return (*strange, *reaches_into(mask, exchange.result, known))


class Prune(Struct, frozen=True):
    """Leave out what the agent view and the caller's masks leave out, from reads and previews."""

    needs: ClassVar[frozenset[str]] = frozenset({"operation", "full", "disclosure", "token", "body", "notes"})
    gives: ClassVar[frozenset[str]] = frozenset({"body", "notes"})

    def __call__(self, exchange: Exchange, /) -> Exchange:
        if not exchange.call.is_masked or not prunes(exchange):
            return exchange
        body, notes = prune(exchange)
        return exchange.replace(body=body, notes=tuple(dict.fromkeys((*exchange.notes, *notes))))
