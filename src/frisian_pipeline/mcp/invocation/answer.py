"""What a view answered."""

from typing import Any

from django.utils.datastructures import CaseInsensitiveMapping
from msgspec import Struct

UNRENDERED = frozenset({"content-type", "content-length"})


class Answer(Struct, frozen=True, kw_only=True):
    """
    What a view answered, before anything of ours has looked at it.

    Attributes:
        status: The HTTP status that REST would have sent.
        data: The view's own data, serializer and all; of an answer that is no JSON a description.
        response: Where its headers are; None where the view was never called.
        described: ``data`` is ours: what kind of answer it was, its size, where it points to.
        content: The bytes of an answer that is described; empty where it is a stream too long to be read.
        view: The view that answered; None where that cannot be told.
        request: Its DRF request, else Django's; None where the view was never called.
    """

    status: int
    data: Any = None
    response: Any = None
    described: bool = False
    content: bytes = b""
    view: Any = None
    request: Any = None

    @property
    def headers(self) -> CaseInsensitiveMapping[str]:
        """The headers that REST would have sent, but for the type and length of what is not rendered."""
        without = frozenset() if getattr(self.response, "is_rendered", True) else UNRENDERED
        found = {} if self.response is None else dict(self.response.items())
        return CaseInsensitiveMapping({name: value for name, value in found.items() if name.lower() not in without})
