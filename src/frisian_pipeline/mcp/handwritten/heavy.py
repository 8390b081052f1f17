"""The decorator that declares a tool heavy."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, overload

from frisian_pipeline.mcp.discovery.clean import Schema
from frisian_pipeline.mcp.handwritten.marks import mcp_tool

Marked = TypeVar("Marked")


@overload
def mcp_heavy(thing: Marked, /) -> Marked: ...


@overload
def mcp_heavy(
    *,
    name: str = "",
    description: str = "",
    params: Mapping[str, str] | None = None,
    input_schema: Schema | None = None,
    write: bool = False,
    admin: bool = False,
    permission_classes: Iterable[Any] = (),
) -> Callable[[Marked], Marked]: ...


def mcp_heavy(thing: Any = None, /, **words: Any) -> Any:
    """
    Declare that a tool answers much: it gives ``count``, ``data_size``, ``results`` (the first rows) and ``next``.

    ``next`` is a continuation token for the rest, or null where there is none. Bare on a view, a method of one, a
    function view, or below ``@mcp_action`` or ``@mcp_tool``, it marks what is a tool already; with words it makes a
    function a tool as ``@mcp_tool`` does with them. A heavy tool always takes continuation tokens, and where it writes
    too, it answers rows and no envelope.

    Raises:
        ImproperlyConfigured: As ``mcp_tool`` does.
    """
    if thing is not None:
        thing.mcp_heavy = True
        return thing

    def mark(function: Any) -> Any:
        return mcp_tool(**words)(mcp_heavy(function))

    return mark
