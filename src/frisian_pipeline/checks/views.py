"""What views and their serializers say about themselves."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, Warning, register

from frisian_pipeline.checks.routes import all_callbacks, name_of
from frisian_pipeline.drf import facts
from frisian_pipeline.drf.budgets import is_budget
from frisian_pipeline.drf.facts import WORDS, names
from frisian_pipeline.exchange import Operation


@register(Tags.urls)
def check_views(**_: Any) -> list[CheckMessage]:
    """Check what the views say about themselves."""
    found = list(all_callbacks())
    views = dict.fromkeys(callback.cls for callback in found)
    said = [message for view in views for check in OF_VIEWS for message in check(view)]
    return [*said, *(message for one in dict.fromkeys(serializers(found)) for message in unknown_fields(one))]


def said_by(view: Any, attribute: str) -> Any:
    """What a class says in an attribute; None where only its objects can tell, as with a property."""
    said = getattr(view, attribute, None)
    return None if hasattr(said, "__get__") and not callable(said) else said


def named_actions(view: Any) -> Iterator[tuple[str, Any]]:
    """The attributes in which a view tells us of its actions, each with the names that it uses there."""
    for attribute in ("mcp_include", "mcp_exclude", "mcp_bulk", "mcp_admin", "mcp_heavy"):
        said = said_by(view, attribute)
        yield attribute, () if isinstance(said, bool) else names(said)
    for attribute in ("mcp_operations", "agent_view", "mcp_budget"):
        said = said_by(view, attribute)
        yield attribute, said if isinstance(said, dict) else ()


def unknown_actions(view: Any) -> Iterator[CheckMessage]:
    """A warning for each action that a view speaks of and does not have."""
    known = [name for name in dir(view) if not name.startswith("_")]
    for attribute, said in named_actions(view):
        for action in said:
            if not hasattr(view, str(action)):
                near = get_close_matches(str(action), known, 1)
                yield Warning(
                    f"{name_of(view)}.{attribute} names {action!r}, which the view does not have.",
                    hint=f"Did you mean {near[0]!r}?" if near else "Name an action, or the method of another view.",
                    id="frisian_pipeline.W003",
                )


def unknown_operations(view: Any) -> Iterator[CheckMessage]:
    """An error for each operation that is none."""
    said = getattr(view, "mcp_operations", None) or {}
    if not isinstance(said, dict):
        hint = "Write {'archive': Operation.UPDATE}, for example."
        yield Error(f"{name_of(view)}.mcp_operations is no dict of actions.", hint=hint, id="frisian_pipeline.E005")
        return
    for action, operation in said.items():
        if operation is not None and operation not in WORDS:
            yield Error(
                f"{name_of(view)}.mcp_operations says that {action!r} does {operation!r}.",
                hint=f"It is one of {', '.join(Operation)}.",
                id="frisian_pipeline.E005",
            )


def unknown_budgets(view: Any) -> Iterator[CheckMessage]:
    """A warning for each budget that is none."""
    said = said_by(view, "mcp_budget")
    for action, budget in said.items() if isinstance(said, dict) else (("", said),):
        if budget is not None and not is_budget(budget):
            where = f" for {action!r}" if action else ""
            yield Warning(
                f"{name_of(view)}.mcp_budget is {budget!r}{where}, which is no budget.",
                hint="Write a whole number of tokens from 60 up, or 0 for no budget; else the settings' budget holds.",
                id="frisian_pipeline.W013",
            )


OF_VIEWS = (unknown_actions, unknown_operations, unknown_budgets)


def unknown_fields(serializer: Any) -> Iterator[CheckMessage]:
    """A warning for each field that a serializer's Meta speaks of and the serializer does not have."""
    try:
        known = facts.fields_of(serializer())
    except Exception:
        # A serializer of the host's that cannot be made like this is not ours to judge.
        return
    for attribute in ("mcp_once", "mcp_light_key") if known else ():
        for name in names(facts.meta(serializer, attribute)):
            if name not in known:
                near = get_close_matches(str(name), known, 1)
                yield Warning(
                    f"{name_of(serializer)}.Meta.{attribute} names {name!r}, which it does not send.",
                    hint=f"Did you mean {near[0]!r}?" if near else f"It sends {', '.join(known)}.",
                    id="frisian_pipeline.W007",
                )


def serializers(found: Iterable[Any]) -> Iterator[Any]:
    """The serializer classes that views name."""
    for callback in found:
        own = getattr(callback.cls, "serializer_class", None)
        named = getattr(callback, "initkwargs", {}).get("serializer_class", own)
        if isinstance(named, type) and hasattr(named, "Meta"):
            yield named
