"""What a view says about itself: ``@mcp_ignore``, ``mcp_include``, ``mcp_exclude``, ``mcp_bulk`` and so on."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from frisian_pipeline.drf.facts import names

Marked = TypeVar("Marked")


def mcp_ignore(view: Marked) -> Marked:
    """
    Keep a view, a function view or an action out of the tools.

    On a function view it may stand above or below ``@api_view``. A subclass is left out too, unless it sets
    ``mcp_ignore = False``.
    """
    view.mcp_ignore = True  # type: ignore[attr-defined]
    return view


def inner(handler: Any) -> Any:
    """The function that ``@api_view`` made a view's method of; None for other methods."""
    wraps = inspect.isfunction(handler) and handler.__module__ == "rest_framework.decorators"
    return inspect.getclosurevars(handler).nonlocals.get("func") if wraps else None


def bearers(callback: Callable[..., Any], action: str) -> tuple[Any, ...]:
    """What may bear a mark of an action: what the URL calls, its class, the method, and the function in that."""
    view: Any = getattr(callback, "cls", None)
    handler = getattr(view, action, None)
    return callback, view, handler, inner(handler)


def is_left_out(callback: Callable[..., Any], action: str) -> bool:
    """Tell whether the host keeps an action of a view from agents."""
    view: Any = getattr(callback, "cls", None)
    if any(getattr(thing, "mcp_ignore", False) for thing in bearers(callback, action)):
        return True
    included = getattr(view, "mcp_include", None)
    return action in names(getattr(view, "mcp_exclude", ())) or (included is not None and action not in names(included))


def takes_many(view: Any, action: str) -> bool:
    """Tell whether the host says that an action takes a list of rows as well as one: ``mcp_bulk``."""
    bulk = getattr(view, "mcp_bulk", ())
    return bulk if isinstance(bulk, bool) else action in names(bulk)


def says(callback: Callable[..., Any], action: str, mark: str) -> bool:
    """Tell whether a mark of actions is on whatever bears marks: as true, or as names with this one among them."""
    said = (getattr(thing, mark, ()) for thing in bearers(callback, action))
    return any(one if isinstance(one, bool) else action in names(one) for one in said)


def is_admin(callback: Callable[..., Any], action: str) -> bool:
    """Tell whether the host keeps an action for administrators: ``mcp_admin``."""
    return says(callback, action, "mcp_admin")


def is_heavy(callback: Callable[..., Any], action: str) -> bool:
    """Tell whether the host declares an action heavy: ``@mcp_heavy``."""
    return says(callback, action, "mcp_heavy")
