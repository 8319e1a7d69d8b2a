"""Which RCC8 relation holds between two finite unions of boxes, by exact arithmetic and without any solver.

A region is a finite union of closed boxes with sides along the axes, none of them flat: a regular closed set, in one piece or
in several. RCC8 is read on point sets (Randell, Cui and Cohn 1992): regions connect where they share a point and overlap where
their interiors do; a part is tangential unless it lies within the interior of the whole. The interior is that of the union: the
seam of two boxes that share a face belongs to it, a corner in which only two boxes meet does not.

Nothing here depends on distances, only on the order of the coordinates on each axis. So each coordinate is replaced by its rank
there. A box lies in the interior of a union if and only if the box, grown by half a rank on every side, lies in the union: the
coordinates of the union divide space into cells, the box touches exactly those cells that the grown box enters, and a point is
inner if and only if the union has every cell that touches it. So the interior needs no test but the one for containment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Final, TypeAlias

__all__ = ["Box", "Interval", "Number", "Region", "bounding_box", "rcc8_of", "share_inner_points", "share_points"]

Number: TypeAlias = int | Fraction
#: Start and end on one axis, the start below the end.
Interval: TypeAlias = tuple[Number, Number]
#: One interval per axis.
Box: TypeAlias = tuple[Interval, ...]
#: The union of its boxes, which may share points.
Region: TypeAlias = Sequence[Box]

#: A box in integers that stand in the order of its coordinates.
_Ranks: TypeAlias = tuple[tuple[int, int], ...]
#: Ranks are even, so that what lies halfway between two of them is an integer too.
_STEP: Final = 2


def bounding_box(region: Region) -> Box:
    """Return the least box that contains a region: a (start, end) pair per axis.

    Raises
    ------
    ValueError
        For a region without boxes, for boxes of different dimensions, and for a box without extent on some axis.

    Examples
    --------
    >>> bounding_box([((0, 1), (0, 1)), ((1, 3), (-1, 0))])
    ((0, 3), (-1, 1))
    """
    _check(region)
    return tuple((min(start for start, _ in sides), max(end for _, end in sides)) for sides in zip(*region, strict=True))


def rcc8_of(one: Region, other: Region) -> str:
    """Return the base relation of RCC8 of two regions, by its name in `qsr.calculi`.

    Parameters
    ----------
    one, other
        Boxes of one dimension; the regions are their unions.

    Raises
    ------
    ValueError
        As `bounding_box`, and for regions of different dimensions.

    Examples
    --------
    >>> room = [((0, 4), (0, 4))]
    >>> rcc8_of([((0, 1), (1, 2))], room), rcc8_of([((4, 5), (4, 5))], room)
    ('TPP', 'EC')

    What looks like a border may be a seam:

    >>> rcc8_of([((1, 2), (1, 2))], [((0, 2), (0, 3)), ((2, 3), (0, 3))])
    'NTPP'
    """
    _check(one)
    _check(other)
    if len(one[0]) != len(other[0]):
        raise ValueError(f"expected regions of one dimension; these have {len(one[0])} and {len(other[0])}")
    first, second = _ranked(one, other)
    if not any(share_inner_points(box, another) for box in first for another in second):
        return "EC" if any(share_points(box, another) for box in first for another in second) else "DC"
    inside, around = _is_part(first, second), _is_part(second, first)
    if inside and around:
        return "EQ"
    if inside:
        return "NTPP" if _is_part(map(_grown, first), second) else "TPP"
    if around:
        return "NTPPI" if _is_part(map(_grown, second), first) else "TPPI"
    return "PO"


def _check(region: Region) -> None:
    if not region:
        raise ValueError("expected a region of at least one box")
    for box in region:
        if not box or len(box) != len(region[0]):
            raise ValueError("expected boxes of one dimension, a (start, end) pair per axis")
        for start, end in box:
            if not start < end:
                raise ValueError(f"expected a start below the end of each side of a box, not {start} and {end}")


def _ranked(one: Region, other: Region) -> tuple[list[_Ranks], list[_Ranks]]:
    """Return the boxes of two regions with each coordinate as its rank on the axis; a box that is there twice stays once."""
    # Over one denominator all are integers, which compare a good deal faster than fractions.
    scale = lcm(*(end.denominator for box in (*one, *other) for side in box for end in side))

    def whole(box: Box) -> _Ranks:
        return tuple(
            (start.numerator * (scale // start.denominator), end.numerator * (scale // end.denominator)) for start, end in box
        )

    first, second = (list(dict.fromkeys(map(whole, region))) for region in (one, other))
    rank_of = [
        {number: _STEP * rank for rank, number in enumerate(sorted({number for side in sides for number in side}))}
        for sides in zip(*first, *second, strict=True)
    ]

    def ranked(box: _Ranks) -> _Ranks:
        return tuple((rank[start], rank[end]) for rank, (start, end) in zip(rank_of, box, strict=True))

    return [ranked(box) for box in first], [ranked(box) for box in second]


def _grown(box: _Ranks) -> _Ranks:
    return tuple((start - _STEP // 2, end + _STEP // 2) for start, end in box)


def share_points(box: Box, other: Box) -> bool:
    """Tell whether two boxes have a point in common."""
    return all(
        start <= end_of_other and start_of_other <= end
        for (start, end), (start_of_other, end_of_other) in zip(box, other, strict=True)
    )


def share_inner_points(box: Box, other: Box) -> bool:
    """Tell whether two boxes have an inner point in common."""
    return all(
        start < end_of_other and start_of_other < end
        for (start, end), (start_of_other, end_of_other) in zip(box, other, strict=True)
    )


def _is_part(boxes: Iterable[_Ranks], cover: Sequence[_Ranks]) -> bool:
    """Tell whether each box lies in the union of the cover."""
    return all(_is_covered(box, cover) for box in boxes)


def _is_covered(box: _Ranks, cover: Sequence[_Ranks]) -> bool:
    """Tell whether a box lies in a union: cut each box of the cover out of it until nothing is left, or nothing to cut with."""
    near = [other for other in cover if share_inner_points(box, other)]
    # One that covers it alone, or else the largest part of it, leaves the fewest pieces.
    near.sort(key=lambda other: -_common_size(box, other))
    left = [box]
    for other in near:
        left = [piece for part in left for piece in _without(part, other)]
        if not left:
            return True
    return False


def _common_size(box: _Ranks, other: _Ranks) -> int:
    sides = zip(box, other, strict=True)
    return prod(min(end, end_of_other) - max(start, start_of_other) for (start, end), (start_of_other, end_of_other) in sides)


def _without(box: _Ranks, other: _Ranks) -> list[_Ranks]:
    """Return boxes, without common inner points, whose union is the closure of what the other leaves of a box."""
    if not share_inner_points(box, other):
        return [box]
    pieces = []
    rest = list(box)
    for axis, (start_of_other, end_of_other) in enumerate(other):
        start, end = rest[axis]
        if start < start_of_other:
            pieces.append((*rest[:axis], (start, start_of_other), *rest[axis + 1 :]))
        if end_of_other < end:
            pieces.append((*rest[:axis], (end_of_other, end), *rest[axis + 1 :]))
        rest[axis] = (max(start, start_of_other), min(end, end_of_other))
    return pieces
