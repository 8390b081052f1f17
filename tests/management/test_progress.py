"""A line that says how far a command is."""

from io import StringIO

from frisian_pipeline.management.progress import with_progress


class Terminal(StringIO):
    """Is one, as far as anybody asks."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str, style_func: object = None, ending: str = "\n") -> int:
        return super().write(text + ending)


class TestWithProgress:
    def test_on_a_terminal(self) -> None:
        """Whoever waits sees how many are done; when all are, the line is empty again."""
        out = Terminal()
        assert list(with_progress("ab", out, "calls")) == ["a", "b"]
        assert out.getvalue() == "\r0 of 2 calls\r1 of 2 calls\r" + " " * 12 + "\r"

    def test_elsewhere(self) -> None:
        """A log is told nothing."""
        out = StringIO()
        assert list(with_progress("ab", out, "calls")) == ["a", "b"]
        assert out.getvalue() == ""
