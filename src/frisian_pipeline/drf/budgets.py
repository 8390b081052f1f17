"""How much an answer may cost, and whether its tool is heavy."""

from typing import Any

from frisian_pipeline import conf
from frisian_pipeline.drf.facts import names

LEAST_BUDGET = 60
"""Tokens that an answer needs to say how to go on."""

MOST_BUDGET = 999_999_999
"""As much as a query string may name."""

NO_BUDGET = f"is a whole number of tokens from {LEAST_BUDGET} to {MOST_BUDGET}"
"""What is said of any other."""


def budgets(view: Any, action: str, asked: Any = None) -> dict[str, Any]:
    """What a call says of these: the caller's word on the budget, else the view's, else the settings'."""
    settings = conf.settings()
    declared = getattr(view, "mcp_budget", None)
    if isinstance(declared, dict):
        declared = declared.get(action)
    return {
        "budget": next(filter(is_budget, (asked, declared)), settings.budget_tokens),
        "hard_budget": settings.hard_budget_tokens,
        "heavy": is_heavy(view, action),
    }


def is_budget(value: Any) -> bool:
    """Tell whether a value is a number of tokens that an answer could have, or 0 for no budget."""
    return type(value) is int and (value == 0 or value >= LEAST_BUDGET)


def is_heavy(view: Any, action: str) -> bool:
    """Tell whether a view, or its method for an action, is marked with ``@mcp_heavy``."""
    said = getattr(view, "mcp_heavy", False)
    whole = said if isinstance(said, bool) else action in names(said)
    return whole or getattr(getattr(view, action, None), "mcp_heavy", False) is True
