"""A token is given only for what a store has proved that it gives back, and buys nothing but that."""

from typing import Any

from frisian_pipeline.errors import TokenError
from frisian_pipeline.stores.port import Store


def kept_bytes(content: Any) -> bytes:
    """
    Return what a store gave back.

    Raises:
        TokenError: If it is no bytes, or none: nothing like that was ever kept.
    """
    if not isinstance(content, bytes | bytearray | memoryview) or not content:
        raise TokenError
    return bytes(content)


def put_proved(store: Store, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
    """
    Keep the content and return its token; empty where the store does not give the same bytes back.

    Raises whatever the store raises.
    """
    token = store.put(content, owner=owner, tool=tool, is_list=is_list)
    proved = isinstance(token, str) and token and store.get(token, owner=owner, tool=tool) == content
    return token if proved else ""
