"""Layouts of a room of cells: one panel with all its cells, or a sketch with a column of characters per cell."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from qsr.draw.numbers import exact
from qsr.draw.places import dimensions
from qsr.exact import items, whole_number
from qsr.witnesses import Walled

if TYPE_CHECKING:
    from qsr.draw.panel import Panel

__all__ = ["Cells"]

#: Cells of a side up to which a sketch is readable in a terminal.
_LONGEST_SIDE: Final = 26
_EMPTY: Final = "."


class Cells(Walled):
    """Places are (column, row); rows are counted upwards. The size is in cells.

    >>> print(Cells({0: (0, 1), 1: (2, 1)}, {0: "bed", 1: "desk"}, (3, 2)).text())
      +-------+
    1 | A . B |
    0 | . . . |
      +-------+
        0 1 2
    A  bed   column 0  row 1
    B  desk  column 2  row 1
    """

    __slots__ = ()
    kind = "cells"
    movable = True

    @staticmethod
    def areas(at: Any) -> Sequence[Sequence[tuple[Any, Any]]]:
        """Return the square of a cell."""
        return [[(one - Fraction(1, 2), one + Fraction(1, 2)) for one in at]]

    unit = " cells"

    def panels(self) -> list[Panel]:
        """Return one panel with a grid, all of it where it has a size; raise ValueError for other than (column, row)."""
        from qsr.draw.boxes import boxes

        if dimensions(self.place) != 2:
            raise ValueError("expected a column and a row for each cell")
        half = Fraction(1, 2)
        squares = {entity: [(Fraction(at) - half, Fraction(at) + half) for at in cell] for entity, cell in self.place.items()}
        return boxes(squares, self.said(), half, self.size, self.told)

    @staticmethod
    def words(at: Any) -> list[str]:
        """Return column and row."""
        column, row = at
        return [f"column {exact(column)}", f"row {exact(row)}"]

    def sketch(self) -> list[str]:
        """Return the cells between walls with numbers; no lines for a room that is too large to be readable."""
        from qsr.draw.sketch import together

        columns, rows = map(int, self.size)
        if max(columns, rows) > _LONGEST_SIDE:
            return []
        found = together({entity: (int(at[0]), int(at[1])) for entity, at in self.place.items()})
        wide = max(len(str(columns - 1)), *map(len, found.values()))
        margin = len(str(rows - 1))
        wall = " " * margin + " +" + "-" * ((wide + 1) * columns + 1) + "+"
        lines = [wall]
        for row in reversed(range(rows)):
            cells = (found.get((column, row), _EMPTY).rjust(wide) for column in range(columns))
            lines.append(f"{row:>{margin}} | {' '.join(cells)} |")
        numbers = " ".join(str(column).rjust(wide) for column in range(columns))
        return [*lines, wall, " " * (margin + 3) + numbers]

    def shifted(self, at: Any, by: Sequence[Fraction]) -> tuple[int, ...]:
        """Return the nearest cell so far off, no further than the walls."""
        moved = (round(one + off) for one, off in zip(at, by, strict=False))
        return tuple(min(max(one, 0), int(side) - 1) for one, side in zip(moved, self.size, strict=True))

    @staticmethod
    def read(value: Any) -> tuple[int, ...]:
        """Return column and row of one entity from JSON."""
        return tuple(map(whole_number, items(value, 2)))
