"""The form of a preview: what stands around the part of a result that is shown."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from frisian_pipeline.exchange import Exchange
from frisian_pipeline.masks import is_page, rows_of

OWN = frozenset({"continuation_token", "data_size", "_notes", "facts"})
"""Names that may stand beside an object's own fields."""


class Frame(Struct, frozen=True):
    """
    What stands around the shown part of a result.

    Attributes:
        body: All that could be shown.
        size: The bytes of the whole result.
        token: What buys it.
        heavy: Its tool answers rows, whatever it found.
    """

    body: Any
    size: int
    token: str
    heavy: bool

    @classmethod
    def of(cls, exchange: Exchange) -> "Frame":
        """The form that a result has to have."""
        return cls(exchange.body, len(exchange.full), exchange.token, exchange.call.heavy)

    @property
    def is_page(self) -> bool:
        """The host has paginated."""
        return is_page(self.body) and OWN.isdisjoint(self.body)

    @property
    def has_rows(self) -> bool:
        """Rows are shown, as many as there is room for."""
        return isinstance(self.body, (list, tuple)) or self.is_page or self.heavy

    @property
    def way_on(self) -> str:
        """Beside what a cursor is sent; what comes after a page of the host's is its own next page."""
        if not self.is_page:
            return "with next" if self.has_rows else "with continuation_token"
        return f"with continuation_token{', then next' if self.body.get('next') else ''}"

    @property
    def rows(self) -> Sequence[Any]:
        """The rows; an object is one."""
        return rows_of(self.body) if self.has_rows else (self.body,)

    def around(self, rows: Sequence[Any], *, whole: bool = False) -> dict[str, Any]:
        """The body with these rows; where they are the whole, no token is needed."""
        token = None if whole else self.token or None
        if self.is_page:
            return {**self.body, "results": list(rows), "data_size": self.size, "continuation_token": token}
        if self.has_rows:
            return {"count": len(self.rows), "data_size": self.size, "results": list(rows), "next": token}
        return self.about(rows[0])

    def about(self, shown: Any) -> dict[str, Any]:
        """The body with what is shown of an object, beside its own fields where these have no such names."""
        if isinstance(shown, dict) and OWN.isdisjoint(shown):
            return {**shown, "data_size": self.size, "continuation_token": self.token or None}
        return {"result": shown, "data_size": self.size, "continuation_token": self.token or None}

    def bare(self) -> dict[str, Any]:
        """The body that shows nothing but how to go on."""
        if self.has_rows and not self.is_page:
            return self.around([])
        return {"data_size": self.size, "continuation_token": self.token or None}
