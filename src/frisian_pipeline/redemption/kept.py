"""A kept result, fetched piece by piece."""

from msgspec import Raw, Struct
from msgspec.json import Decoder

from frisian_pipeline.errors import StoreError
from frisian_pipeline.masks import PAGE_KEYS
from frisian_pipeline.stores import Store

rows_in = Decoder(list[Raw]).decode
members_in = Decoder(dict[str, Raw]).decode


class Kept(Struct, frozen=True):
    """
    A result that a store keeps.

    Attributes:
        store: Where it is.
        token: What it is kept under.
        owner: Whose it is.
        tool: What answered it.
    """

    store: Store
    token: str
    owner: str
    tool: str

    def whole(self) -> bytes:
        """
        All of it.

        Raises:
            TokenError: As ``Store.get`` does.
        """
        return self.store.get(self.token, owner=self.owner, tool=self.tool)

    def rows(self, start: int, stop: int) -> list[Raw] | None:
        """
        Some of its rows, those of a list or of a page that the host has made; None where it has no rows.

        Raises:
            TokenError: As ``Store.get`` does.
        """
        try:
            page = self.store.page(self.token, owner=self.owner, tool=self.tool, start=start, stop=stop)
            return rows_in(page)
        except StoreError:
            rows = rows_of(self.whole())
            return None if rows is None else rows[start:stop]


def rows_of(content: bytes) -> list[Raw] | None:
    """The rows of a kept list or page; None where it has none."""
    if content.startswith(b"["):
        return rows_in(content)
    if not content.startswith(b"{"):
        return None
    members = members_in(content)
    rows = bytes(members.get("results", b""))
    return rows_in(rows) if rows.startswith(b"[") and not PAGE_KEYS.isdisjoint(members) else None
