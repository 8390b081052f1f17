"""The budgets of the settings."""

from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register

from frisian_pipeline import conf
from frisian_pipeline.checks.keys import setting_errors
from frisian_pipeline.drf.budgets import LEAST_BUDGET


@register(Tags.compatibility)
def check_budgets(**_: Any) -> list[CheckMessage]:
    """Warn of budgets that leave no room to say how to go on."""
    if setting_errors():
        return []
    keys = ("budget_tokens", "hard_budget_tokens")
    budgets = {key.upper(): getattr(conf.settings(), key) for key in keys}
    return [
        Warning(
            f"{conf.NAME}[{key!r}] is {budget} tokens, in which no answer can say how to go on.",
            hint=f"Give it {LEAST_BUDGET} tokens or more, better some hundreds.",
            id="frisian_pipeline.W012",
        )
        for key, budget in budgets.items()
        if 0 < budget < LEAST_BUDGET
    ]
