"""Files of calls, as people and editors leave them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from frisian_pipeline.management.recorded import Recorded, read_calls

LINE = b'{"tool": "a"}'


def calls_in(tmp_path: Path, content: bytes) -> dict[int, Recorded]:
    """What is read of a file with this content."""
    (tmp_path / "calls.jsonl").write_bytes(content)
    return read_calls(str(tmp_path / "calls.jsonl"))


class TestReadCalls:
    @pytest.mark.parametrize(
        ("content", "lines"),
        [
            pytest.param(LINE, [1], id="no last newline"),
            pytest.param(b"\xef\xbb\xbf" + LINE + b"\n", [1], id="a mark before UTF-8"),
            pytest.param(LINE + b"\r\n\r\n" + LINE + b"\r\n", [1, 3], id="newlines of Windows"),
            pytest.param(LINE + b"\n" + LINE, [1, 2], id="the same call twice counts twice"),
        ],
    )
    def test_read(self, tmp_path: Path, content: bytes, lines: list[int]) -> None:
        """Calls are read by their lines, whatever editor has written them."""
        assert calls_in(tmp_path, content) == dict.fromkeys(lines, Recorded("a"))

    @pytest.mark.parametrize(
        ("content", "says"),
        [
            pytest.param(b"", "calls.jsonl is empty", id="empty"),
            pytest.param(b"\n \r\n", "calls.jsonl is empty", id="blank"),
            pytest.param(LINE + b"\n[]", "line 2 is no call: Expected `object`, got `array`", id="no object"),
            pytest.param(b'{"tool": 1}', "line 1 is no call: Expected `str`, got `int`", id="no name"),
            pytest.param(
                LINE + b'\n{"tool": "a", "args": {}}', "line 2 .* contains unknown field `args`", id="unknown"
            ),
            pytest.param(b'{"tool": "a", "arguments": null}', "line 1 .* Expected `object`, got `null`", id="null"),
            pytest.param(LINE + b"\n" + bytes(range(14, 256)), "line 2 is no call: JSON is malformed", id="binary"),
            pytest.param(LINE.decode().encode("utf-16"), "line 1 is no call: JSON is malformed", id="UTF-16"),
            pytest.param(b'{"tool": "\xff"}', "line 1 is no call: Invalid UTF-8", id="Latin-1"),
            pytest.param(b'{"tool": "a", "arguments": {"a": ' + b"[" * 200_000, "line 1 is no call", id="deep"),
        ],
    )
    def test_refused(self, tmp_path: Path, content: bytes, says: str) -> None:
        """What is no call is told by its line, with what to write."""
        with pytest.raises(CommandError, match=says):
            calls_in(tmp_path, content)

    def test_standard_input(self, typed: Callable[[bytes], None]) -> None:
        """``-`` is what another command sends."""
        typed(LINE + b"\n")
        assert read_calls("-") == {1: Recorded("a")}

    @pytest.mark.parametrize(
        ("content", "says"),
        [
            (b"", r"^Standard input is empty. Name a file of calls\.$"),
            (LINE + b"\n[]", "^Standard input, line 2 is no call: "),
        ],
        ids=["empty", "no object"],
    )
    def test_no_calls_in_standard_input(self, typed: Callable[[bytes], None], content: bytes, says: str) -> None:
        """What comes from there is told by its name."""
        typed(content)
        with pytest.raises(CommandError, match=says):
            read_calls("-")

    def test_a_directory(self, tmp_path: Path) -> None:
        """A directory is no file."""
        with pytest.raises(CommandError, match=r"cannot be read: Is a directory. Name a file of calls"):
            read_calls(str(tmp_path))
