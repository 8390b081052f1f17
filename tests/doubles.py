"""Stores and stages that behave in one known way."""

from frisian_pipeline import Exchange, TokenError


class FixedStore:
    """A store that keeps one content, always under the token ``TOKEN``."""

    def __init__(self) -> None:
        self.kept: tuple[bytes, str, str] = (b"", "", "")
        self.is_list = False

    def put(self, content: bytes, *, owner: str, tool: str, is_list: bool = False) -> str:
        self.kept, self.is_list = (content, owner, tool), is_list
        return "TOKEN"

    def get(self, token: str, *, owner: str, tool: str) -> bytes:
        content, kept_owner, kept_tool = self.kept
        if (token, owner, tool) != ("TOKEN", kept_owner, kept_tool):
            raise TokenError
        return content

    def page(self, token: str, *, owner: str, tool: str, start: int, stop: int) -> bytes:
        raise TokenError


class Break:
    """A stage that always fails."""

    def __call__(self, exchange: Exchange, /) -> Exchange:
        raise ValueError("the payload is 4711")
