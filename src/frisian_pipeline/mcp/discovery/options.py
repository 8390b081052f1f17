"""What a host may say about which of its routes become tools, and under what names."""

from collections.abc import Iterable
from fnmatch import fnmatchcase

from msgspec import Struct

from frisian_pipeline.mcp.discovery.names import plain


class Options(Struct, frozen=True):
    """
    Which routes become tools.

    A pattern is a shell pattern of a tool's name, dotted or not, or of a route where it begins with a slash.

    Attributes:
        api_root: The path under which resources are named; empty for what all routes have in common.
        allow: Patterns of what may be a tool; empty for everything.
        deny: Patterns of what may not; it wins.
        continues: Which tools publish a slot for a continuation token: ``read``, ``write`` or both.
        formats: What a caller may ask for by ``format``; a tool that reads publishes them where there are several.
        separator: What stands between the parts of a tool's name.
    """

    api_root: str = ""
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    continues: frozenset[str] = frozenset()
    formats: tuple[str, ...] = ()
    separator: str = "_"

    def admit(self, name: str, route: str) -> bool:
        """Tell whether a route may be a tool of this name."""
        return not matches(self.deny, name, route) and (not self.allow or matches(self.allow, name, route))


def matches(patterns: Iterable[str], name: str, route: str) -> bool:
    """Tell whether any pattern is of this name or route."""
    return any(
        fnmatchcase(route, pattern)
        if pattern.startswith("/")
        else fnmatchcase(name, pattern) or fnmatchcase(plain(name), pattern.replace(".", "_"))
        for pattern in patterns
    )
