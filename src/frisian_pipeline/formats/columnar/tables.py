"""A list of objects on its way into columns."""

from decimal import Decimal
from itertools import chain
from math import isfinite
from typing import Any

from frisian_pipeline.formats.columnar.cells import ABSENT, Absent, Cells, Kinds, is_one, mark_for
from frisian_pipeline.formats.columnar.derive import derive

Header = dict[str, Any]


def is_nan(cell: Any) -> bool:
    """Tell whether a cell is infinite or no number, which JSON takes for null."""
    return not (cell.is_finite() if type(cell) is Decimal else type(cell) is not float or isfinite(cell))


def finite(cells: Cells, kinds: Kinds) -> tuple[Cells, Kinds]:
    """Cells and their kinds, with null in place of what JSON takes for it."""
    if kinds.isdisjoint((float, Decimal)) or (kinds == {float} and all(map(isfinite, cells))):
        return cells, kinds
    cells = [None if is_nan(cell) else cell for cell in cells]
    return cells, set(map(type, cells))


class Table:
    """
    What is sent of some rows.

    Attributes:
        count: How many rows.
        pinned: The path of a column that comes first and is sent, whatever it holds.
        columns: The cells of each column that is sent, with their kinds, by its path.
        header: What a reader needs to know beside that.
        depth: In how many tables its cells stand.
    """

    def __init__(self, count: int, pinned: str = "", depth: int = 1) -> None:
        self.count = count
        self.pinned = pinned
        self.depth = depth
        self.columns: dict[str, tuple[Cells, Kinds]] = {}
        self.header: Header = {name: {} for name in ("const", "same", "tmpl", "opt", "refs", "sub")} | {"nullobj": []}

    def scalars(self, path: str, cells: Cells, kinds: Kinds, *, fixed: bool) -> None:
        """Add a column of scalars; a fixed one is left out where it is always the same."""
        may_go = fixed and path != self.pinned and self.count > 1
        if may_go and len(kinds) == 1 and Absent not in kinds and is_one(cells):
            self.header["const"][path] = cells[0]
        else:
            self.put(path, cells, kinds)

    def put(self, path: str, cells: Cells, kinds: Kinds) -> None:
        """Send a column; absent in it is a value that it does not hold."""
        if Absent in kinds:
            mark = self.header["opt"][path] = mark_for(cells, kinds)
            cells = [mark if cell is ABSENT else cell for cell in cells]
            kinds = (kinds - {Absent}) | {type(mark)}
        self.columns[path] = (cells, kinds)

    def derive(self) -> None:
        """Leave out what other columns say."""
        if self.count > 1:
            self.header["same"], self.header["tmpl"] = derive(self.columns, self.pinned)
            for path in chain(self.header["same"], self.header["tmpl"]):
                del self.columns[path]
        if self.pinned:
            self.columns = {self.pinned: self.columns[self.pinned]} | self.columns

    def head(self) -> Header:
        """The header alone."""
        return {"cols": list(self.columns), **{name: said for name, said in self.header.items() if said}}

    def rows(self) -> list[Any]:
        """What is sent of each row."""
        columns = [cells for cells, _ in self.columns.values()]
        return list(zip(*columns, strict=True)) if columns else [()] * self.count
