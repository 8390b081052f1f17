"""The decorators with which a host writes tools by hand."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise

from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.handwritten.checking import AuthorCheck
from frisian_pipeline.mcp.handwritten.registry import register
from frisian_pipeline.mcp.handwritten.values import Action, Handwritten
from frisian_pipeline.mcp.tiers import Tier

Marked = TypeVar("Marked")
Function = TypeVar("Function", bound=Callable[..., Any])

MARK = "_mcp_action"


def tier_for(*, write: bool, admin: bool) -> Tier:
    """How far a caller has to reach for what an author declares."""
    if admin:
        return Tier.ADMIN
    return Tier.READ_WRITE if write else Tier.READ


def words_of(thing: Any, name: str, description: str) -> str:
    """What an author says of a thing: its description, else its docstring's first paragraph, else its name."""
    said = description or (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ")
    return said.strip() or f"{name.replace('_', ' ').capitalize()}."


def origin_of(thing: Any) -> str:
    """The dotted name of a class or function."""
    return f"{thing.__module__}.{getattr(thing, '__qualname__', type(thing).__qualname__)}"


def check_of(schema: Schema | None, function: Any) -> AuthorCheck | None:
    """What finds faults by an author's schema; None where there is none."""
    return None if schema is None else AuthorCheck(schema, origin_of(function))


def hinted(params: Mapping[str, Any] | None, function: Any) -> dict[str, str]:
    """
    The hints of parameters as plain text: one that cannot be sent would take the listing of all tools with it.

    Raises:
        ImproperlyConfigured: If one is no text, and no translation of one.
    """
    hints = {name: "" if hint is None else hint for name, hint in (params or {}).items()}
    for name, hint in hints.items():
        if not isinstance(hint, (str, Promise)):
            raise ImproperlyConfigured(
                f"{origin_of(function)}: the hint of {name!r} is no text; what is more goes into input_schema."
            )
    return {name: str(hint) for name, hint in hints.items()}


def is_heavy(function: Any) -> bool:
    """Tell whether a function is marked with ``@mcp_heavy``."""
    return getattr(function, "mcp_heavy", False) is True


def mcp_action(  # noqa: PLR0913  the words of a decorator
    name: str = "",
    description: str = "",
    params: Mapping[str, str] | None = None,
    input_schema: Schema | None = None,
    *,
    write: bool = False,
    admin: bool = False,
) -> Callable[[Function], Function]:
    """
    Make a method of an ``@mcp_dispatcher`` class an action of it.

    The method is called with the parameters, a dict, and Django's request, on a fresh instance, and may be
    asynchronous. It returns anything that DRF could encode, a ``Response`` with a status of its own, or content blocks.

    Args:
        name: What the caller names it; the method's own name by default.
        description: What it does, for the agent; the docstring by default.
        params: Its parameters by name, each with a hint; where there are any, others are refused.
        input_schema: JSON Schema of its parameters, checked before each call.
        write: It may change something, so its caller needs the tier ``read_write``, and its answer is a write's.
        admin: Its caller needs the tier ``admin``.
    """

    def mark(method: Function) -> Function:
        own = name or method.__name__
        setattr(
            method,
            MARK,
            {
                "name": own,
                "description": words_of(method, own, description),
                "params": hinted(params, method),
                "check": check_of(input_schema, method),
                "tier": tier_for(write=write, admin=admin),
                "writes": write,
                "heavy": is_heavy(method),
            },
        )
        return method

    return mark


def marked(cls: type[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The actions of a class by their methods' names, in the order that they are written in, inherited ones first."""
    names = dict.fromkeys(name for base in reversed(cls.__mro__) for name in vars(base))
    for name in names:
        found = inspect.getattr_static(cls, name)
        # A static or class method does not show what the function in it bears.
        mark = getattr(found, MARK, getattr(getattr(found, "__func__", None), MARK, None))
        if mark is not None:
            yield name, mark


def maker(cls: type[Any], method: str) -> Callable[[], Callable[..., Any]]:
    """Give a method of a fresh instance at each call, so that no two callers share one."""
    return lambda: getattr(cls(), method)


def actions_of(cls: type[Any]) -> dict[str, Action]:
    """
    The actions of a dispatcher class by name.

    Raises:
        ImproperlyConfigured: If there is none, or two have one name, or one is called ``help``.
    """
    actions: dict[str, Action] = {}
    for method, mark in marked(cls):
        name = mark["name"]
        if name in actions or name == "help":
            raise ImproperlyConfigured(f"{origin_of(cls)} has an action {name!r} twice; give one another name.")
        actions[name] = Action(**mark, make=maker(cls, method))
    if not actions:
        raise ImproperlyConfigured(f"{origin_of(cls)} has no action; mark its methods with @mcp_action.")
    return actions


def mcp_dispatcher(
    name: str = "", description: str = "", permission_classes: Iterable[Any] = ()
) -> Callable[[Marked], Marked]:
    """
    Make a class one tool with many actions: ``{"action": ..., "params": {...}}``.

    It is registered when its module is imported; import that in an ``AppConfig.ready``.

    Args:
        name: The tool's name; the class's in small letters by default. It shadows discovered tools of that resource.
        description: What it does, for the agent; the docstring by default.
        permission_classes: DRF's, asked before anything of it is run or told.

    Raises:
        ImproperlyConfigured: If it has no action, or a name is taken or no name.
    """

    def mark(cls: Any) -> Any:
        own = name or cls.__name__.lower().removesuffix("dispatcher")
        register(
            Handwritten(
                name=own,
                description=words_of(cls, own, description),
                actions=actions_of(cls),
                permission_classes=tuple(permission_classes),
                dispatches=True,
                origin=origin_of(cls),
            )
        )
        return cls

    return mark


def check_plain(function: Any) -> None:
    """
    Refuse a method: as a tool of its own it would have no instance, and nothing of its view's permissions.

    Raises:
        ImproperlyConfigured: If it is one.
    """
    if next(iter(inspect.signature(function).parameters), "") in ("self", "cls") or hasattr(function, "mapping"):
        raise ImproperlyConfigured(
            f"{origin_of(function)} is a method, no function of (arguments, request). An action of a view is a tool "
            "already; mark it with @mcp_heavy alone, and methods of an @mcp_dispatcher class with @mcp_action."
        )


def mcp_tool(  # noqa: PLR0913
    name: str = "",
    description: str = "",
    params: Mapping[str, str] | None = None,
    input_schema: Schema | None = None,
    *,
    write: bool = False,
    admin: bool = False,
    permission_classes: Iterable[Any] = (),
) -> Callable[[Function], Function]:
    """
    Make a function a tool; it is called with its arguments, a dict, and Django's request.

    What holds for a method with ``@mcp_action`` holds for it; the function stays what it is.

    Raises:
        ImproperlyConfigured: If the name is taken or no name.
    """

    def mark(function: Function) -> Function:
        own = name or function.__name__
        check_plain(function)
        said = words_of(function, own, description)
        tier = tier_for(write=write, admin=admin)
        check, heavy = check_of(input_schema, function), is_heavy(function)
        action = Action(own, said, hinted(params, function), check, tier, write, heavy, lambda: function)
        classes = tuple(permission_classes)
        register(
            Handwritten(
                name=own,
                description=said,
                actions={own: action},
                permission_classes=classes,
                origin=origin_of(function),
            )
        )
        return function

    return mark
