"""How much fits, and how does the caller get the rest?"""

from typing import Any, ClassVar

from msgspec import Struct

from frisian_pipeline.exchange import Disclosure, Exchange, Operation
from frisian_pipeline.formats import Format, Json, Rendering
from frisian_pipeline.formats.beside import is_preview
from frisian_pipeline.stages.fit.fitting import Fitting, fit, fit_notes
from frisian_pipeline.stages.fit.frames import Frame
from frisian_pipeline.stages.fit.scale import DEFAULT_BUDGET, MOST_BYTES, Scale
from frisian_pipeline.tokens import Counter, counter_of


class Fit(Struct, frozen=True):
    """
    Show of a preview as much as the budget takes, and say what was left out and how to get it.

    Attributes:
        json: The format that is always there; what answers are weighed in, unless another is asked for.
        counter: Counts tokens; None takes an exact one if the vocabularies are installed, else the estimator.
        formats: Further formats, as ``Encode`` has them.
        masked: Formats that come before these where fields were left out, as ``Encode`` has them.
    """

    needs: ClassVar[frozenset[str]] = frozenset(
        {"operation", "identity", "full", "disclosure", "token", "body", "notes"}
    )
    gives: ClassVar[frozenset[str]] = frozenset({"body", "notes"})

    json: Json = Json()
    counter: Counter | None = None
    formats: tuple[Format, ...] = ()
    masked: tuple[Format, ...] = ()

    def __call__(self, exchange: Exchange, /) -> Exchange:
        kept = exchange.disclosure is Disclosure.PREVIEW and exchange.token != ""
        budget = budget_of(exchange, kept=kept)
        if budget == 0 or exchange.status >= 400 or not (kept or exchange.call.hard_budget or exchange.notes):
            return exchange
        if is_preview(exchange.body, len(exchange.full), exchange.token):
            return exchange
        fitting = self._fitting(exchange, Frame.of(exchange), budget)
        if kept or (exchange.call.hard_budget and not fitting.holds(exchange.body, *exchange.notes)):
            over = exchange.body is exchange.result and len(exchange.full) > MOST_BYTES * budget
            body, notes = fit(fitting, over=over)
            return exchange.replace(body=body, notes=notes)
        return exchange.replace(notes=fit_notes(fitting)) if exchange.notes else exchange

    def _fitting(self, exchange: Exchange, frame: Frame, budget: int) -> Fitting:
        scale = Scale(budget, self.counter or counter_of("auto"))
        loses = exchange.call.is_masked and exchange.body is not exchange.result
        render = Rendering(self.json, (*self.masked, *self.formats) if loses else self.formats)
        words: dict[str, Any] = {
            "notes": exchange.notes,
            "facts": exchange.facts_beside,
        }
        return Fitting(frame, scale, render, exchange.call.format, **words)


def budget_of(exchange: Exchange, *, kept: bool) -> int:
    """The most tokens that an answer may cost; 0 is no budget."""
    call, wrote = exchange.call, exchange.operation is not Operation.READ
    if wrote and (call.verify or exchange.identity.once):
        return call.hard_budget
    if kept:
        usual = call.budget or DEFAULT_BUDGET
        return min(usual, call.hard_budget or usual)
    return call.hard_budget or (0 if exchange.disclosure is Disclosure.LEAN else call.budget)
