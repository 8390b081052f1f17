"""What counts tokens, and the baseline that its counts are compared to."""

from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, Warning, register

from frisian_pipeline import conf
from frisian_pipeline.checks.keys import setting_errors
from frisian_pipeline.errors import BaselineError, MissingExtraError
from frisian_pipeline.regressions import Baseline
from frisian_pipeline.tokens import counter_of, name_of

renewing: ContextVar[bool] = ContextVar("renewing", default=False)
"""A command writes the baseline, so that nobody need be told to."""


def counter_errors() -> Iterator[CheckMessage]:
    """An error where the counter that is named needs a package that is not installed."""
    try:
        counter_of(conf.settings().token_counter)
    except MissingExtraError as error:
        hint = "Install it, or name 'auto' or 'estimate'."
        yield Error(f"{conf.NAME}['TOKEN_COUNTER']: {error}.", hint=hint, id="frisian_pipeline.E009")


@register(Tags.compatibility)
def check_baseline(**_: Any) -> list[CheckMessage]:
    """Warn where the baseline cannot be used, so that nobody is warned when answers grow."""
    if renewing.get() or setting_errors() or not conf.settings().baseline:
        return []
    try:
        counter = counter_of(conf.settings().token_counter)
        Baseline.of_calls(conf.settings().baseline, name_of(counter))
    except MissingExtraError:
        return []
    except BaselineError as error:
        hint = "Write it by recorded calls: manage.py frisian_baseline --write --calls calls.jsonl."
        return [Warning(f"{conf.NAME}['BASELINE']: {error}.", hint=hint, id="frisian_pipeline.W011")]
    return []
