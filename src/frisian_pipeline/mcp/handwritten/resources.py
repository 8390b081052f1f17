"""Resources that a host writes by hand."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.exceptions import ImproperlyConfigured
from msgspec import Struct

from frisian_pipeline.mcp.handwritten.marks import origin_of, tier_for, words_of
from frisian_pipeline.mcp.handwritten.registry import Registry
from frisian_pipeline.mcp.handwritten.templates import Template, read_template
from frisian_pipeline.mcp.tiers import Tier

Function = TypeVar("Function", bound=Callable[..., Any])

OURS = "continuation:"
"""The scheme of kept results."""


class Resource(Struct, frozen=True, kw_only=True):
    """
    Something that an agent can read, at one URI or at each that a template gives.

    Attributes:
        template: Where it is.
        name: Its published name.
        description: What it is; never empty.
        mime_type: Its type; empty for that of what the function returns.
        permission_classes: DRF's, asked before anything of it is read.
        tier: How far a caller has to reach.
        make: Gives the function.
        origin: The function's dotted name.
    """

    template: Template
    name: str
    description: str
    mime_type: str
    permission_classes: tuple[Any, ...]
    tier: Tier
    make: Callable[[], Callable[..., Any]]
    origin: str


RESOURCES: Registry[Resource] = Registry()


def mcp_resource(  # noqa: PLR0913  the words of a decorator
    uri_template: str,
    name: str = "",
    description: str = "",
    mime_type: str = "",
    permission_classes: Iterable[Any] = (),
    *,
    admin: bool = False,
) -> Callable[[Function], Function]:
    """
    Make a function a resource, which agents find in ``resources/list`` or ``resources/templates/list``.

    The function is called with the variables of the URI, a dict of text, and Django's request, and may be
    asynchronous. It returns text, bytes, anything that DRF could encode, or contents from
    ``frisian_pipeline.mcp.content``; None says that nothing is there. It is registered when its module is imported;
    import that in an ``AppConfig.ready``. The function stays what it is.

    Args:
        uri_template: A URI, or a template of ``{name}``, one ``{+name}``, which may hold slashes, and at the end
            ``{?name,other}``. A URI that several match is read by the one with the most text of its own.
        name: The function's own name by default.
        description: What it is, for the agent; the docstring by default.
        mime_type: Its type; by default text is ``text/plain``, data JSON, and bytes are ``application/octet-stream``.
        permission_classes: DRF's, asked at each read.
        admin: Its caller needs the tier ``admin``; nobody else sees it.

    Raises:
        ImproperlyConfigured: If the template cannot be read backwards, or is another's.
    """
    template = read_template(uri_template)
    if uri_template.startswith(OURS):
        raise ImproperlyConfigured(f"{uri_template!r}: {OURS}// is for kept results; take another scheme.")

    def mark(function: Function) -> Function:
        own = name or function.__name__
        known = Resource(
            template=template,
            name=own,
            description=words_of(function, own, description),
            mime_type=mime_type,
            permission_classes=tuple(permission_classes),
            tier=tier_for(write=False, admin=admin),
            make=lambda: function,
            origin=origin_of(function),
        )
        RESOURCES.add(uri_template, known)
        return function

    return mark
