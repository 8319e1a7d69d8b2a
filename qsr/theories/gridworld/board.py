"""Cells as integers, and how far they are apart: the board as the planner sees it.

A cell is a bit of a whole number: rows are laid end to end with one column between them that nothing enters, so that one move
of all cells of a set is a shift. Moves can be undone, whatever the obstacles: distances and walks are the same in both
directions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from qsr.theories.gridworld.simulate import DIAGONALS, MOVES
from qsr.theories.gridworld.world import Cell, World

__all__ = ["Board", "bits"]


class Board:
    """The cells of a world under one set of moves.

    Parameters
    ----------
    world
        The world.
    moves
        4 or 8.
    """

    def __init__(self, world: World, moves: int) -> None:
        self._width = world.columns + 1
        self._names = {
            down * self._width + right: name for name, (down, right) in MOVES.items() if moves == 8 or name not in DIAGONALS
        }
        self.moves = moves
        self.start = self.number(world.start)
        self._free = 0
        for row in range(world.rows):
            self._free |= ((1 << world.columns) - 1) << row * self._width
        for cell in world.obstacles:
            self._free &= ~(1 << self.number(cell))
        self._levels: dict[int, list[int]] = {}
        #: Cell -> moves from the start; only cells that can be reached.
        self.distance = {cell: away for away, level in enumerate(self.levels(self.start)) for cell in bits(level)}
        #: Cell -> units, of the cells that can be reached, the nearest first.
        self.units = dict(
            sorted(
                (
                    (cell, units)
                    for cell, units in ((self.number(at), count) for at, count in world.energy)
                    if cell in self.distance
                ),
                key=lambda one: (self.distance[one[0]], one[0]),
            )
        )

    def number(self, cell: Cell) -> int:
        """Return the integer that stands for a cell."""
        return cell[0] * self._width + cell[1]

    def action(self, cell: int, following: int) -> str:
        """Return the move that leads from one cell to a neighbouring one."""
        return self._names[following - cell]

    def neighbours(self, cell: int) -> list[int]:
        """Return the cells that one move leads to, ascending."""
        return list(bits(self.levels(cell)[1])) if len(self.levels(cell)) > 1 else []

    def levels(self, cell: int) -> list[int]:
        """Return the sets of cells 0, 1, 2 ... moves away, each as the bits of a whole number."""
        known = self._levels.get(cell)
        if known is None:
            seen = level = 1 << cell
            known = self._levels[cell] = [level]
            while level := self._spread(level) & ~seen:
                known.append(level)
                seen |= level
        return known

    def apart(self, cell: int, other: int) -> int:
        """Return the moves between two cells that can be reached from each other."""
        bit = 1 << other
        return next(away for away, level in enumerate(self.levels(cell)) if level & bit)

    def way(self, cell: int, other: int) -> list[str]:
        """Return the moves of a shortest walk from one cell to another."""
        levels = self.levels(other)
        walk = [cell]
        for away in reversed(range(self.apart(other, cell))):
            walk.append(next(bits(self._spread(1 << walk[-1]) & levels[away])))
        return [self.action(one, following) for one, following in pairwise(walk)]

    def _spread(self, cells: int) -> int:
        reached = 0
        for shift in self._names:
            reached |= cells << shift if shift > 0 else cells >> -shift
        return reached & self._free


def bits(cells: int) -> Iterator[int]:
    """Yield the members of a set of cells, ascending."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low
