"""Prompts that a host writes by hand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from django.core.exceptions import ImproperlyConfigured
from msgspec import Struct

from frisian_pipeline.mcp.handwritten.marks import origin_of, tier_for, words_of
from frisian_pipeline.mcp.handwritten.registry import NAME, Registry
from frisian_pipeline.mcp.tiers import Tier

Function = TypeVar("Function", bound=Callable[..., Any])


class Argument(Struct, frozen=True, forbid_unknown_fields=True):
    """
    What a prompt is filled in with.

    Attributes:
        description: What it is; empty where its name says it.
        required: The prompt cannot be filled in without it.
        values: The values that a client may offer its user; none where any will do.
    """

    description: str = ""
    required: bool = True
    values: Sequence[str] = ()


class Prompt(Struct, frozen=True, kw_only=True):
    """
    Something that a user can have an agent begin with.

    Attributes:
        name: Its published name.
        description: What it is for; never empty.
        arguments: Its arguments by name, in the author's order.
        permission_classes: DRF's, asked before anything of it is filled in.
        tier: How far a caller has to reach.
        make: Gives the function.
        origin: The function's dotted name.
    """

    name: str
    description: str
    arguments: Mapping[str, Argument]
    permission_classes: tuple[Any, ...]
    tier: Tier
    make: Callable[[], Callable[..., Any]]
    origin: str


PROMPTS: Registry[Prompt] = Registry()


def argument_of(said: str | Mapping[str, Any], origin: str, name: str) -> Argument:
    """
    Read what an author says of an argument: a hint, or the fields of ``Argument``.

    Raises:
        ImproperlyConfigured: If it is neither.
    """
    try:
        return Argument(said) if isinstance(said, str) else msgspec.convert(said, Argument)
    except msgspec.ValidationError as error:
        raise ImproperlyConfigured(
            f"{origin}: argument {name!r}: {error}; give a hint, or a dict of description, required and values."
        ) from error


def mcp_prompt(
    name: str = "",
    description: str = "",
    arguments: Mapping[str, str | Mapping[str, Any]] | None = None,
    permission_classes: Iterable[Any] = (),
    *,
    admin: bool = False,
) -> Callable[[Function], Function]:
    """
    Make a function a prompt, which clients offer to their users.

    The function is called with the arguments, a dict of text, and Django's request, and may be asynchronous. It returns
    text, a block or a ``PromptMessage`` of ``frisian_pipeline.mcp.content``, or a list of them; text and blocks are the
    user's words. It is registered when its module is imported; import that in an ``AppConfig.ready``. The function
    stays what it is.

    Args:
        name: The function's own name by default.
        description: What it is for; the docstring by default.
        arguments: What it is filled in with: by name a hint, or a dict of ``description``, ``required`` (True) and
            ``values``, which clients complete from.
        permission_classes: DRF's, asked each time.
        admin: Its caller needs the tier ``admin``; nobody else sees it.

    Raises:
        ImproperlyConfigured: If the name is taken or no name, or an argument is described in another way.
    """

    def mark(function: Function) -> Function:
        own, origin = name or function.__name__, origin_of(function)
        if not NAME.fullmatch(own):
            raise ImproperlyConfigured(f"{origin}: a prompt's name is 1 to 64 of a-z, A-Z, 0-9, _ and -.")
        known = Prompt(
            name=own,
            description=words_of(function, own, description),
            arguments={key: argument_of(said, origin, key) for key, said in (arguments or {}).items()},
            permission_classes=tuple(permission_classes),
            tier=tier_for(write=False, admin=admin),
            make=lambda: function,
            origin=origin,
        )
        PROMPTS.add(own, known)
        return function

    return mark
