"""What both mouths do with a view's data: walk it through the host's pipeline, and whatever fails, send it whole."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from msgspec import Struct

from frisian_pipeline import edge
from frisian_pipeline.drf.iterators import read, reading_once
from frisian_pipeline.drf.pipelines import JSON, STORE, HostStore, pipeline
from frisian_pipeline.exchange import Call, Exchange
from frisian_pipeline.pipeline import Pipeline
from frisian_pipeline.telemetry import safe_log

row: ContextVar[Callable[[HostStore], Pipeline]] = ContextVar("row", default=pipeline)
"""Gives what answers walk through: the host's pipeline, unless a command looks on."""


def no_facts(exchange: Exchange) -> dict[str, Any]:
    """What an author tells who tells nothing."""
    return {}


def no_notes(exchange: Exchange) -> tuple[str, ...]:
    """What is said of a request whose words were all taken."""
    return ()


def as_it_is(result: Any) -> Any:
    """What is shown of a result where nobody has another word for it."""
    return result


class Beside(Struct, frozen=True):
    """
    What a mouth knows of an answer beside its data.

    Attributes:
        notes: What the agent should hear.
        tell: Gives the facts of its author.
        show: Gives what is shown in the place of the result, before any stage has looked at it.
        warn: Gives further notes, on what of the caller's words could not be taken.
    """

    notes: tuple[str, ...] = ()
    tell: Callable[[Exchange], dict[str, Any]] = no_facts
    show: Callable[[Any], Any] = as_it_is
    warn: Callable[[Exchange], tuple[str, ...]] = no_notes


NOTHING = Beside()


def begin(call: Call, data: Any, status: int) -> Exchange:
    """Start an exchange with what a view answered; masks reach into what can be read, so that is read for them."""
    return Exchange.begin(call, read(data) if call.is_masked or not isinstance(data, (dict, list)) else data, status)


def shaped(
    describe: Callable[[], Call], data: Any, status: int, store: HostStore = STORE, beside: Beside = NOTHING
) -> tuple[bytes, str]:
    """
    Send data through the host's pipeline; whatever goes wrong with that, the whole result goes out.

    Returns the bytes and the name of their format. Raises what the data raises where it cannot be sent at all.
    """
    with reading_once():
        try:
            begun = begin(describe(), data, status)
            notes = (*beside.notes, *beside.warn(begun))
            begun = begun.replace(notes=notes, facts=beside.tell(begun), body=beside.show(begun.result))
            return edge.answered(row.get()(store), begun, json=JSON)
        except Exception as error:
            # The view has answered, and written perhaps: an error now would make the caller repeat it.
            safe_log.error("the answer was not shaped (%s); the whole result is sent", type(error).__name__)
            return JSON(data), JSON.name
