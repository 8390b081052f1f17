"""How much an answer may cost, and whether its tool is heavy."""

from typing import Any

from frisian_pipeline import conf
from frisian_pipeline.drf.facts import names


def budgets(view: Any, action: str, asked: Any = None) -> dict[str, Any]:
    """What a call says of these: the caller's word on the budget, else the view's, else the settings'."""
    settings = conf.settings()
    declared = getattr(view, "mcp_budget", None)
    if isinstance(declared, dict):
        declared = declared.get(action)
    said = [budget for budget in (asked, declared) if budget is not None]
    return {
        "budget": said[0] if said else settings.budget_tokens,
        "hard_budget": settings.hard_budget_tokens,
        "heavy": is_heavy(view, action),
    }


def is_heavy(view: Any, action: str) -> bool:
    """Tell whether a view, or its method for an action, is marked with ``@mcp_heavy``."""
    said = getattr(view, "mcp_heavy", False)
    whole = said if isinstance(said, bool) else action in names(said)
    return whole or getattr(getattr(view, action, None), "mcp_heavy", False) is True
