"""What every store keeps to; each law takes a store and what was put, and fails with an AssertionError."""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from frisian_pipeline.errors import StoreError, TokenError
from frisian_pipeline.stores import Store


class Kept(NamedTuple):
    """
    What a store was given, and the token it gave for it.

    Attributes:
        rows: The JSON rows that the content is made of; None where it is one object.
        since: When it was put, in seconds that the check has let pass.
    """

    token: str
    content: bytes
    owner: str
    tool: str
    rows: tuple[bytes, ...] | None = None
    since: float = 0.0


def buy(store: Store, kept: Kept) -> bytes:
    """Redeem a token as it was issued."""
    return store.get(kept.token, owner=kept.owner, tool=kept.tool)


def refuses(store: Store, token: Any, owner: str, tool: str) -> None:
    """Assert that a token buys nothing, whole or in pages, and that the error says no more than all others."""
    whole = doubt(lambda: store.get(token, owner=owner, tool=tool))
    page = doubt(lambda: store.page(token, owner=owner, tool=tool, start=0, stop=1))
    assert {whole, page} == {str(TokenError())}, "a TokenError has a text of its own"


def doubt(look: Callable[[], bytes]) -> str:
    """The text of the TokenError that a look must raise."""
    try:
        look()
    except TokenError as error:
        return str(error)
    raise AssertionError("it bought something")


def a_fresh_store_keeps(store: Store) -> None:
    """A store in which nothing was put keeps a small content."""
    token = store.put(b"{}", owner="ann", tool="tool")
    assert store.get(token, owner="ann", tool="tool") == b"{}", "other bytes came back"


def a_refusal_is_a_store_error(store: Store, content: bytes, owner: str, tool: str, *, is_list: bool) -> str:
    """A put gives a token, or a StoreError where the store cannot keep the content."""
    try:
        token = store.put(content, owner=owner, tool=tool, is_list=is_list)
    except StoreError:
        return ""
    assert token, "it gave neither"
    return token


def a_token_fits_a_url(store: Store, kept: Kept) -> None:
    """A token is at least 22 URL-safe characters, which 128 random bits need."""
    assert re.fullmatch(r"[\w.~-]{22,}", kept.token, re.ASCII), f"{kept.token!r} is not"


def every_token_is_new(store: Store, kept: Kept, others: Iterable[Kept]) -> None:
    """No two puts give the same token, not even puts of the same bytes."""
    assert all(kept.token != other.token for other in others), "it was given before"


def a_token_buys_the_bytes(store: Store, kept: Kept) -> None:
    """A token that has not expired buys the bytes that were put, and buys them again."""
    assert [buy(store, kept), buy(store, kept)] == [kept.content] * 2, "other bytes came back"


def a_token_is_its_owners(store: Store, kept: Kept, owner: str) -> None:
    """A token buys nothing for another owner."""
    refuses(store, kept.token, owner, kept.tool)


def a_token_is_its_tools(store: Store, kept: Kept, tool: str) -> None:
    """A token buys nothing from another tool."""
    refuses(store, kept.token, kept.owner, tool)


def a_made_up_token_buys_nothing(store: Store, token: Any, owner: str, tool: str) -> None:
    """What no put has given buys nothing, whatever it is."""
    refuses(store, token, owner, tool)


def a_token_expires(store: Store, kept: Kept) -> None:
    """A token buys nothing once its time to live has passed since the put, redeemed or not."""
    refuses(store, kept.token, kept.owner, kept.tool)


def pages_are_slices(store: Store, kept: Kept, size: int) -> None:
    """A page is the JSON array of the rows from start up to stop, fewer or none where the content ends early."""
    rows = kept.rows or ()
    for start in range(len(rows) + 2):
        stop = max(0, start + size)
        page = store.page(kept.token, owner=kept.owner, tool=kept.tool, start=start, stop=stop)
        assert page == b"[%b]" % b",".join(rows[start:stop]), f"other rows came back from {start} up to {stop}"


def an_object_has_no_pages(store: Store, kept: Kept, size: int) -> None:
    """A page of what was not put as a list is a StoreError."""
    refuses_to_page(store, kept, 0, max(0, size))


def a_page_needs_bounds(store: Store, kept: Kept, start: Any, stop: Any) -> None:
    """A page by bounds that are not whole numbers from 0 is a StoreError."""
    refuses_to_page(store, kept, start, stop)


def refuses_to_page(store: Store, kept: Kept, start: Any, stop: Any) -> None:
    """Assert that a living token gives no such page."""
    try:
        page = store.page(kept.token, owner=kept.owner, tool=kept.tool, start=start, stop=stop)
    except StoreError:
        return
    raise AssertionError(f"it gave a page of {len(page)} bytes")


def a_flood_costs_nobody_else(store: Store, others: Iterable[Kept]) -> None:
    """However much one owner puts, the tokens of the others buy what they bought."""
    for kept in others:
        assert buy(store, kept) == kept.content, "other bytes came back"


def a_spent_token_buys_the_bytes_or_nothing(store: Store, kept: Kept) -> None:
    """A token whose owner has put too much after it buys its bytes, or nothing."""
    try:
        content = buy(store, kept)
    except TokenError:
        return
    assert content == kept.content, "other bytes came back"


STORE_LAWS: tuple[Callable[..., object], ...] = (
    a_fresh_store_keeps,
    a_refusal_is_a_store_error,
    a_token_fits_a_url,
    every_token_is_new,
    a_token_buys_the_bytes,
    a_token_is_its_owners,
    a_token_is_its_tools,
    a_made_up_token_buys_nothing,
    a_token_expires,
    pages_are_slices,
    an_object_has_no_pages,
    a_page_needs_bounds,
    a_flood_costs_nobody_else,
    a_spent_token_buys_the_bytes_or_nothing,
)
