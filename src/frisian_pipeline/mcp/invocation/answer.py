"""What a view answered."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class Answer(Struct, frozen=True, kw_only=True):
    """
    What a view answered, before anything of ours has looked at it.

    Attributes:
        status: The HTTP status that REST would have sent.
        data: The view's own data, serializer and all; of an answer that is no JSON a description.
        headers: The headers that REST would have sent, but for the type and length of what is not rendered here.
        described: ``data`` is ours: what kind of answer it was, its size, where it points to.
        content: The bytes of an answer that is described; empty where it is a stream too long to be read.
        view: The view that answered; None where that cannot be told.
        request: Its DRF request, else Django's; None where the view was never called.
    """

    status: int
    data: Any = None
    headers: Mapping[str, str] = {}
    described: bool = False
    content: bytes = b""
    view: Any = None
    request: Any = None
