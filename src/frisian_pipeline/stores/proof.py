"""A token is given only for what a store has proved that it gives back."""

from frisian_pipeline.stores.port import Store


def put_proved(store: Store, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
    """
    Keep the content and return its token; empty where the store does not give the same bytes back.

    Raises whatever the store raises.
    """
    token = store.put(content, owner=owner, tool=tool, is_list=is_list)
    return token if store.get(token, owner=owner, tool=tool) == content else ""
