"""How far a long job has come."""

WIDTH = 40


class Progress:
    """
    A bar that fills on a terminal; elsewhere a line every ten percent.

    Args:
        total: How many steps there are.
        out: Where to write; a stream, or Django's wrapper of one.
    """

    def __init__(self, total, out):
        self.total = max(total, 1)
        self.out = out
        self.done = 0
        self.shown = 0

    def advance(self, steps):
        """Say that this many more steps are done."""
        self.done += steps
        percent = 100 * self.done // self.total
        if self.out.isatty():
            self._fill(percent)
        elif percent // 10 > self.shown // 10:
            self.out.write(f"{percent:3} %\n")
        self.shown = percent

    def _fill(self, percent):
        full = "#" * (WIDTH * percent // 100)
        end = "\n" if percent == 100 else ""
        self.out.write(f"\r[{full:.<{WIDTH}}] {percent:3} %{end}")
        self.out.flush()
