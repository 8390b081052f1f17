"""The port that every format answers to."""

from typing import Any, Protocol


class Format(Protocol):
    """Turns plain data into the bytes that leave."""

    @property
    def name(self) -> str:
        """What a caller asks for."""

    @property
    def media_type(self) -> str:
        """What the bytes are sent as."""

    @property
    def text(self) -> bool:
        """Notes are a last line; in other formats they go inside the data."""

    def __call__(self, data: Any, /) -> bytes: ...
