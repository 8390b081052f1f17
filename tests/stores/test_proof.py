"""What a store must prove before a token is given, and what a token may buy."""

from typing import Any

import pytest

from frisian_pipeline import TokenError, conf
from frisian_pipeline.drf.pipelines import HostStore
from frisian_pipeline.stores.proof import put_proved


class OddStore:
    """Gives what it is told to give."""

    def __init__(self, token: Any = "t", content: Any = b"[1]") -> None:  # noqa: S107
        self.token, self.content = token, content

    def put(self, content: bytes, **_: Any) -> Any:
        return self.token

    def get(self, token: Any, **_: Any) -> Any:
        return self.content

    page = get


class TestPut:
    @pytest.mark.parametrize("token", ["", None, b"t", 7, ["t"]], ids=repr)
    def test_what_is_no_token_is_never_given(self, token: Any) -> None:
        """A store that names none keeps nothing, whatever it gives back for it."""
        assert put_proved(OddStore(token), b"[1]", owner="ann", tool="devices") == ""

    def test_a_token_is_given_for_what_comes_back(self) -> None:
        """The same bytes, and no others."""
        assert put_proved(OddStore(), b"[1]", owner="ann", tool="devices") == "t"
        assert put_proved(OddStore(content=None), b"[1]", owner="ann", tool="devices") == ""


class TestGet:
    @pytest.mark.parametrize("content", [None, "[1]", 7, [1], b"", bytearray()], ids=repr)
    def test_what_is_no_content_is_a_doubt(self, monkeypatch: pytest.MonkeyPatch, content: Any) -> None:
        """A host's store that gives anything but bytes has nothing for the token."""
        monkeypatch.setattr(conf, "store", lambda: OddStore(content=content))
        with pytest.raises(TokenError):
            HostStore().get("t", owner="ann", tool="devices")
        with pytest.raises(TokenError):
            HostStore().page("t", owner="ann", tool="devices", start=0, stop=1)

    @pytest.mark.parametrize(
        "content", [b"[1]", bytearray(b"[1]"), memoryview(b"[1]")], ids=["bytes", "bytearray", "memoryview"]
    )
    def test_bytes_of_any_kind_are_content(self, monkeypatch: pytest.MonkeyPatch, content: Any) -> None:
        """A client of a database may give them in a form of its own."""
        monkeypatch.setattr(conf, "store", lambda: OddStore(content=content))
        assert HostStore().get("t", owner="ann", tool="devices") == b"[1]"
