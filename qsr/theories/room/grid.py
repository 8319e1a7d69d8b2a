"""Rooms as grids: the places of an object, and how long, in cells, is half the room.

The published text and the published checker of RoomSpace differ in two places, so the meaning is a mode.

- `code`: what the checker computes. The width that distances are measured by is one less than the cells of the longer side, and
  an object is away from the walls where 0 < x < width, so that a cell at the eastern or northern wall is both against the wall
  and away from it.
- `paper`: distances are measured by the number of cells of the longer side; away from the walls is what is not against one.
- `real`: a continuous room whose longer side has length 1. Its lattices are the points at whole multiples of a step: what holds
  of points of a lattice holds of the room, see `qsr.theories.room.real`.

Sides may differ. Each axis has its own walls and thirds, and distances are measured by the longer side. All of it is decided over
whole numbers: squares are compared with squares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from qsr.errors import UnsupportedQuestion
from qsr.theories.room.clauses import BOUNDS, DIRECTIONS, REGIONS

__all__ = ["LONGEST", "Cell", "Grid", "grid_of", "lattice"]

Cell = tuple[int, int]
#: Cells that a side may have.
LONGEST: Final = 64


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells (x, y) from (0, 0) in the south-west.

    Parameters
    ----------
    places
        Cells on each axis.
    lengths
        What thirds are taken of, on each axis.
    inner
        Away from the walls is 0 < v < inner, on each axis.
    reach
        The width that distances are measured by.
    """

    places: tuple[int, int]
    lengths: tuple[int, int]
    inner: tuple[int, int]
    reach: int

    def third(self, axis: int, at: int) -> int:
        """Return the third, 0, 1 or 2, that a coordinate lies in."""
        return min(2, 3 * at // self.lengths[axis])

    def lies(self, code: str, at: Cell) -> bool:
        """Tell whether a code for one object holds of a cell."""
        if code in REGIONS:
            return REGIONS[code] == (self.third(0, at[0]), self.third(1, at[1]))
        if code == "TPP":
            return any(v in (0, end - 1) for v, end in zip(at, self.places, strict=True))
        return all(0 < v < end for v, end in zip(at, self.inner, strict=True))

    def apart(self, code: str, across: int, up: int) -> bool:
        """Tell whether a code for two objects holds where head minus tail is (across, up)."""
        if code in DIRECTIONS:
            return DIRECTIONS[code] == ((across > 0) - (across < 0), (up > 0) - (up < 0))
        squared, unit = across * across + up * up, self.reach * self.reach
        above, up_to = BOUNDS[code]
        is_above = above is None or above.denominator * squared > above.numerator * unit
        return is_above and (up_to is None or up_to.denominator * squared <= up_to.numerator * unit)


def grid_of(mode: str, sides: tuple[int, int]) -> Grid:
    """Return the grid of mode `code` or `paper`; raise UnsupportedQuestion for one with a side above `LONGEST`."""
    if max(sides) > LONGEST:
        raise UnsupportedQuestion(f"a grid may have up to {LONGEST} cells a side, not {max(sides)}")
    if mode == "code":
        return Grid(sides, sides, sides, max(sides) - 1)
    return Grid(sides, sides, (sides[0] - 1, sides[1] - 1), max(sides))


def lattice(steps: tuple[int, int]) -> Grid:
    """Return the points of a continuous room that has so many steps on each side, both walls among them."""
    return Grid((steps[0] + 1, steps[1] + 1), steps, steps, max(steps))
