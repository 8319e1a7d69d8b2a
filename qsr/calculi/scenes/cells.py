"""Which RCC8 relation holds between unions of boxes, by sets of cells.

The coordinates of the boxes divide each axis into points and the gaps between them, and space into the products of these:
cells of all dimensions, down to single points. A union of closed boxes is a set of such cells. A cell lies in the interior
if all cells that have it in their closure belong to the set; on one axis those are a gap itself, and a point with the gaps
on both sides. Regions connect where they have a cell in common and overlap where their interiors have; a part is tangential
unless it lies in the interior of the whole (Randell, Cui and Cohn 1992). A set of cells is an integer with a bit per cell,
so a scene with a few hundred regions is compared in a moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qsr.calculi.scenes.places import Number, Region

__all__ = ["relations"]

#: With more bits than this in all regions of a scene together, each pair gets cells of its own.
_MOST_BITS: Final = 1 << 29


def relations(regions: Sequence[Region]) -> list[tuple[int, int, str]]:
    """Return (i, j, base relation of RCC8) for each pair i < j of regions of one dimension.

    >>> relations([(((0, 4), (0, 4)),), (((0, 1), (1, 2)),), (((4, 5), (4, 5)),)])
    [(0, 1, 'TPPI'), (0, 2, 'EC'), (1, 2, 'DC')]
    """
    if not regions:
        return []
    ends = [_ends(region) for region in regions]
    size = len(regions)
    for axis in range(len(ends[0])):
        size *= 2 * len(set().union(*(found[axis] for found in ends))) + 1
    if size > _MOST_BITS and len(regions) > 2:
        pairs = [(i, j) for j in range(len(regions)) for i in range(j)]
        return [(i, j, _relation(*_Cells([regions[i], regions[j]]).sets)) for i, j in pairs]
    sets = _Cells(regions).sets
    return [(i, j, _relation(sets[i], sets[j])) for j in range(len(sets)) for i in range(j)]


def _relation(one: tuple[int, int], other: tuple[int, int]) -> str:
    (closed, inner), (closed_other, inner_other) = one, other
    if not closed & closed_other:
        return "DC"
    if not inner & inner_other:
        return "EC"
    if closed == closed_other:
        return "EQ"
    if not closed & ~closed_other:
        return "TPP" if closed & ~inner_other else "NTPP"
    if not closed_other & ~closed:
        return "TPPI" if closed_other & ~inner else "NTPPI"
    return "PO"


def _ends(region: Region) -> list[set[Number]]:
    return [{end for side in sides for end in side} for sides in zip(*region, strict=True)]


class _Cells:
    """The cells that some regions make; `sets` has the closed set and the interior of each region."""

    def __init__(self, regions: Sequence[Region]) -> None:
        taken = [sorted(set().union(*ends)) for ends in zip(*map(_ends, regions), strict=True)]
        # Points have odd places and gaps even ones, the first and the last gap being outside of everything.
        self._place = [{end: 2 * rank + 1 for rank, end in enumerate(ends)} for ends in taken]
        self._widths = [2 * len(ends) + 1 for ends in taken]
        self._points = [self._points_of(axis) for axis in range(len(taken))]
        self.sets = [self._sets(region) for region in regions]

    def _sets(self, region: Region) -> tuple[int, int]:
        closed = 0
        for box in region:
            places = [(place[start], place[end]) for place, (start, end) in zip(self._place, box, strict=True)]
            closed |= self._block(places)
        inner, stride = closed, 1
        for width, points in zip(self._widths, self._points, strict=True):
            inner &= ~(points & ~(inner >> stride & inner << stride))
            stride *= width
        return closed, inner

    def _block(self, places: Sequence[tuple[int, int]]) -> int:
        """Return the cells from a first to a last place on each axis."""
        block, stride = 1, 1
        for width, (first, last) in zip(self._widths, places, strict=True):
            block = _repeated(block, stride, last - first + 1) << first * stride
            stride *= width
        return block

    def _points_of(self, axis: int) -> int:
        """Return the cells whose place on an axis is odd."""
        stride = 1
        for width in self._widths[:axis]:
            stride *= width
        odd = _repeated((1 << stride) - 1, 2 * stride, self._widths[axis] // 2) << stride
        stride *= self._widths[axis]
        for width in self._widths[axis + 1 :]:
            odd = _repeated(odd, stride, width)
            stride *= width
        return odd


def _repeated(block: int, stride: int, count: int) -> int:
    """Return so many copies of a pattern, each a stride above the one before."""
    found, done, size = 0, 0, 1
    while count:
        if count & 1:
            found |= block << done * stride
            done += size
        count >>= 1
        if count:
            block |= block << size * stride
            size *= 2
    return found
