"""The cells of a grid as bits of a whole number, and the relations between cells as rows of such numbers.

Cell (x, y) is bit y * columns + x. Rows are made when first used; the tables of a few grids are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from qsr.theories.room.clauses import BINARY, DIRECTIONS
from qsr.theories.room.grid import Cell, Grid

__all__ = ["Image", "Link", "Links", "Partner", "Rows", "Tables", "tables"]

#: For each cell the set of cells that are related to it.
Rows: TypeAlias = tuple[int, ...]
#: From a set of cells to all cells that are related to one of them.
Image: TypeAlias = Callable[[int], int]
#: Another object, how its cells are related to those of the object at hand, and that in one go where there is a way.
Partner: TypeAlias = tuple[int, Rows, Image | None]


#: Up to so many cells images are looked up by bytes. A table holds 32 sets for each cell.
_BY_BYTES: Final = 400


class Link(NamedTuple):
    """A code for two objects: whether it is read from tail to head, and whether it is denied."""

    code: str
    backwards: bool = False
    denied: bool = False


#: All that links two objects, each link once and in ascending order.
Links: TypeAlias = tuple[Link, ...]


class Tables:
    """Sets of cells for the codes of one grid."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.columns, self.rows = grid.places
        #: All cells.
        self.whole = (1 << self.columns * self.rows) - 1
        self._sets: dict[str, int] = {}
        self._rows: dict[Links, Rows] = {}
        self._partners: dict[Links, tuple[Rows, Image | None]] = {}
        self._directions: dict[str, tuple[tuple[Rows, Image], tuple[Rows, Image]]] = {}

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit's number."""
        return bit % self.columns, bit // self.columns

    def cells(self, code: str, denied: bool = False) -> int:
        """Return where one object may be of which the code holds, or does not."""
        if code not in self._sets:
            grid = self.grid
            if code in BINARY:
                # A relation of an object to itself.
                found = self.whole if grid.apart(code, 0, 0) else 0
            else:
                found = sum(1 << bit for bit in range(self.columns * self.rows) if grid.lies(code, self.cell(bit)))
            self._sets[code] = found
        return self.whole & ~self._sets[code] if denied else self._sets[code]

    def partner(self, links: Links) -> tuple[Rows, Image | None]:
        """Return rows and image of links between two objects."""
        if links not in self._partners:
            self._partners[links] = (self.related(links), self.image(links))
        return self._partners[links]

    def related(self, links: Links) -> Rows:
        """Return for each cell of the first object where the second may be, so that all the links hold."""
        if links not in self._rows:
            if len(links) == 1:
                (link,) = links
                rows = self._made(link.code, -1 if link.backwards else 1)
                self._rows[links] = tuple(self.whole & ~row for row in rows) if link.denied else rows
            else:
                parts = [self.related((link,)) for link in links]
                joint = parts[0]
                for part in parts[1:]:
                    joint = tuple(one & other for one, other in zip(joint, part, strict=True))
                self._rows[links] = joint
        return self._rows[links]

    def image(self, links: Links) -> Image | None:
        """Return how links take a set of cells to those related to one of them; None where that is better done cell by cell."""
        if len(links) == 1:
            (link,) = links
            if not link.denied and link.code in DIRECTIONS:
                return self.direction(link.code)[link.backwards][1]
        return _by_bytes(self.related(links)) if self.columns * self.rows <= _BY_BYTES else None

    def direction(self, code: str) -> tuple[tuple[Rows, Image], tuple[Rows, Image]]:
        """Return rows and image of a direction, from head to tail and from tail to head."""
        if code not in self._directions:
            both = [self.related((link,)) for link in (Link(code), Link(code, backwards=True))]
            across, up = DIRECTIONS[code]
            self._directions[code] = ((both[0], self._shifts(across, up)), (both[1], self._shifts(-across, -up)))
        return self._directions[code]

    def _shifts(self, across: int, up: int) -> Image:
        """Return the image for a first object that lies so from the second: one step the other way, then all further ones."""
        whole, columns = self.whole, self.columns
        line = sum(1 << columns * row for row in range(self.rows))
        #: How far, and the cells that so many steps west or east can lead to.
        steps = [(far, line * (((1 << columns) - 1) >> far)) for far in (1, *_doubled(columns))]
        steps = [(far, kept if across > 0 else kept << far) for far, kept in steps]
        rows = [columns * far for far in (1, *_doubled(self.rows))]

        def image(cells: int) -> int:
            if across > 0:
                far, kept = steps[0]
                cells = cells >> far & kept
                for far, kept in steps[1:]:
                    cells |= cells >> far & kept
            elif across < 0:
                far, kept = steps[0]
                cells = cells << far & kept
                for far, kept in steps[1:]:
                    cells |= cells << far & kept
            if up > 0:
                cells >>= rows[0]
                for far in rows[1:]:
                    cells |= cells >> far
            elif up < 0:
                cells <<= rows[0]
                for far in rows[1:]:
                    cells |= cells << far
            return cells & whole

        return image

    def _made(self, code: str, sign: int) -> Rows:
        """Return the rows of one code, head first for sign 1; each is put together from its lines of cells."""
        apart, columns = self.grid.apart, self.columns
        #: Head minus tail on the y axis, and the x of the first object -> the x of the second, as bits.
        lines = {
            (up, x): sum(1 << other for other in range(columns) if apart(code, sign * (x - other), sign * up))
            for up in range(1 - self.rows, self.rows)
            for x in range(columns)
        }
        return tuple(
            sum(lines[y - other, x] << other * columns for other in range(self.rows))
            for y in range(self.rows)
            for x in range(columns)
        )


def _by_bytes(rows: Rows) -> Image:
    """Return the image under these rows, looked up for eight cells at once."""
    tables = []
    for first in range(0, len(rows), 8):
        table = [0]
        for row in rows[first : first + 8]:
            table += [row | other for other in table]
        tables.append(table)
    length = len(tables)

    def image(cells: int) -> int:
        reached = 0
        for table, byte in zip(tables, cells.to_bytes(length, "little"), strict=True):
            if byte:
                reached |= table[byte]
        return reached

    return image


def _doubled(length: int) -> list[int]:
    """Return 1, 2, 4 and so on below the length: shifts that together reach every distance."""
    return [1 << power for power in range((length - 1).bit_length())]


@lru_cache(maxsize=16)
def tables(grid: Grid) -> Tables:
    """Return the tables of a grid."""
    return Tables(grid)
