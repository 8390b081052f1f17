"""How much fits, and how does the caller get the rest?"""

from typing import ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Disclosure, Exchange
from frisian_pipeline.formats import Json
from frisian_pipeline.stages.fit.fitting import Fitting, fit, fit_notes
from frisian_pipeline.stages.fit.frames import Frame
from frisian_pipeline.stages.fit.scale import DEFAULT_BUDGET, MOST_BYTES, Scale
from frisian_pipeline.tokens import Counter, counter_of


class Fit(Struct, frozen=True):
    """
    Show of a preview as much as the budget takes, and say what was left out and how to get it.

    Attributes:
        json: What the body is weighed in.
        counter: Counts tokens; None takes an exact one if the vocabularies are installed, else the estimator.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"operation", "full", "disclosure", "token", "body", "notes"})
    gives: ClassVar[frozenset[str]] = frozenset({"body", "notes"})

    json: Json = Json()
    counter: Counter | None = None

    def __call__(self, exchange: Exchange, /) -> Exchange:
        frame = Frame.of(exchange)
        if frame.is_around(exchange.body):
            return exchange
        if exchange.disclosure is Disclosure.PREVIEW and exchange.token:
            fitting = self._fitting(exchange, frame)
            over = exchange.body is exchange.result and len(exchange.full) > MOST_BYTES * fitting.scale.budget
            body, notes = fit(fitting, over=over)
            return exchange.replace(body=body, notes=notes)
        if exchange.disclosure is Disclosure.FULL and exchange.call.budget and exchange.notes:
            return exchange.replace(notes=fit_notes(self._fitting(exchange, frame)))
        return exchange

    def _fitting(self, exchange: Exchange, frame: Frame) -> Fitting:
        scale = Scale(exchange.call.budget or DEFAULT_BUDGET, self.counter or counter_of("auto"))
        return Fitting(frame, scale, self.json, exchange.notes, exchange.facts_beside)
