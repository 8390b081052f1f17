"""What both mouths do with a view's data: walk it through the host's pipeline, and whatever fails, send it whole."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from frisian_pipeline import edge
from frisian_pipeline.drf.iterators import read, reading_once
from frisian_pipeline.drf.pipelines import JSON, STORE, HostStore, pipeline
from frisian_pipeline.exchange import Call, Exchange

log = logging.getLogger("frisian_pipeline")


def nothing(exchange: Exchange) -> dict[str, Any]:
    """No facts."""
    return {}


def begin(call: Call, data: Any, status: int) -> Exchange:
    """Start an exchange with what a view answered; masks reach into what can be read, so that is read for them."""
    return Exchange.begin(call, read(data) if call.is_masked or not isinstance(data, (dict, list)) else data, status)


def shape(  # noqa: PLR0913  the call, its answer, and what stands beside that
    describe: Callable[[], Call],
    data: Any,
    status: int,
    store: HostStore = STORE,
    notes: Sequence[str] = (),
    *,
    tell: Callable[[Exchange], dict[str, Any]] = nothing,
    show: Callable[[Any], Any] | None = None,
) -> bytes:
    """
    Send data through the host's pipeline, with notes and facts; whatever goes wrong, the whole result goes out.

    ``show`` gives what is shown in the place of the result, before any stage has looked at it.

    Raises what the data raises where it cannot be sent at all.
    """
    with reading_once():
        try:
            begun = begin(describe(), data, status)
            beside = {name: said for name, said in (("notes", tuple(notes)), ("facts", tell(begun))) if said}
            if show is not None:
                beside["body"] = show(begun.result)
            return edge.answer(pipeline(store), begun.replace(**beside) if beside else begun, json=JSON)
        except Exception as error:
            # The view has answered, and written perhaps: an error now would make the caller repeat it.
            log.error("the answer was not shaped (%s); the whole result is sent", type(error).__name__)
            return JSON(data)
