"""What the host's modules have registered, by name."""

import re
from collections.abc import Mapping
from typing import Generic, Protocol, TypeVar

from django.core.exceptions import ImproperlyConfigured

from frisian_pipeline.mcp.handwritten.values import Handwritten

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


class Named(Protocol):
    """What can be registered."""

    @property
    def origin(self) -> str:
        """The dotted name of what was written."""
        ...


Thing = TypeVar("Thing", bound=Named)


class Registry(Generic[Thing]):
    """
    What was registered of one kind.

    Attributes:
        known: All of it by name; another mapping as soon as something is added.
    """

    def __init__(self) -> None:
        self.known: Mapping[str, Thing] = {}

    def add(self, name: str, thing: Thing) -> None:
        """
        Register a thing; one that is defined anew, as when its module is loaded again, takes its own place.

        Raises:
            ImproperlyConfigured: If its name is another's.
        """
        known = self.known.get(name)
        if known is not None and known.origin != thing.origin:
            raise ImproperlyConfigured(f"{thing.origin} and {known.origin} are both called {name!r}; rename one.")
        self.known = {**self.known, name: thing}


TOOLS: Registry[Handwritten] = Registry()


def register(tool: Handwritten) -> None:
    """
    Register a tool.

    Raises:
        ImproperlyConfigured: If its name is another's, or none that every client accepts.
    """
    if not NAME.fullmatch(tool.name):
        raise ImproperlyConfigured(f"{tool.origin}: a tool's name is 1 to 64 of a-z, A-Z, 0-9, _ and -.")
    TOOLS.add(tool.name, tool)
