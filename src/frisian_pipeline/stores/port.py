"""The port of every store: bytes in, a token out; the token and its binding in, bytes out."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class Store(Protocol):
    """
    Keeps whole results for a while, each under a token that only its owner can redeem, with the tool it came from.

    A token is issued once the store has made sure that it can give the bytes back. ``check_store`` holds a store
    to what is written here.
    """

    def put(self, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
        """
        Keep the content and return a new token for it, also where the same bytes are kept already.

        Set ``is_list`` where the content is a minified JSON array, so that it can be paged.

        Raises:
            StoreError: If the store cannot keep it; then it is not kept, and the answer goes without a token.
        """
        ...

    def get(self, token: str, *, owner: str, tool: str) -> bytes:
        """
        Return the content as it was put, any number of times; its time to live does not begin anew.

        Raises:
            TokenError: If the token is unknown, expired, tampered with, or another owner's or tool's.
        """
        ...

    def page(self, token: str, *, owner: str, tool: str, start: int, stop: int) -> bytes:
        """
        Return the rows from ``start`` up to ``stop``, counted from 0, as a JSON array cut from the kept bytes.

        Like a slice it gives fewer rows, or ``[]``, where the content ends early.

        Raises:
            TokenError: As ``get`` does.
            PageError: If the bounds are not whole numbers from 0; it is a ``ValueError``.
            StoreError: If the content is one object, or not the minified array that ``put`` was told it is.
        """
        ...
