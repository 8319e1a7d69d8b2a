"""The path compositions of SpaRC for its property sets 2, 3 and 4.

Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024. Links are merged from the head of the question to its tail; each
arrives here as the vector of one step, head side minus tail side. The composition looks at the path alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from qsr.relations import DIRECTIONS, OVERLAPPING
from qsr.theories.paths.grid import grid_labels
from qsr.theories.paths.links import Number, Vector

__all__ = ["merge_intervals", "merge_measured", "merge_signs"]

_OVERLAPPING: Final = frozenset({OVERLAPPING})
#: How many end points of the entity reached so far are known to lie beyond the end of the head that faces it.
_NONE_BEYOND, _END_BEYOND, _BOTH_BEYOND = 0, 1, 2


def merge_measured(steps: Iterable[Vector]) -> frozenset[str]:
    """Property set 2: add the steps up; the signs of the sums give the labels, and "overlapping" is the sum of nothing.

    >>> sorted(merge_measured([(-1, 0, 0), (0, 1, 0)]))
    ['above', 'left']
    """
    x: Number = 0
    y: Number = 0
    z: Number = 0
    for dx, dy, dz in steps:
        x += dx
        y += dy
        z += dz
    return grid_labels(x, y, z)


def merge_signs(steps: Iterable[Vector]) -> frozenset[str]:
    """Property set 3: an axis on which a step goes against what is merged so far says nothing any more.

    "overlapping" remains only where no step moves at all.

    >>> sorted(merge_signs([(-1, 0, 0), (1, 0, 0), (0, 1, 0)]))
    ['above']
    """
    merged: list[Number | None] = [0, 0, 0]
    for step in steps:
        for axis, change in enumerate(step):
            so_far = merged[axis]
            if so_far is not None and change:
                merged[axis] = None if so_far * change < 0 else so_far + change
    if merged == [0, 0, 0]:
        return _OVERLAPPING
    return frozenset(
        label for label, (axis, sign) in DIRECTIONS.items() if (value := merged[axis]) is not None and value * sign > 0
    )


def merge_intervals(steps: Iterable[Vector]) -> frozenset[str]:
    """Property set 4: a label holds where the order of end points along the path entails it.

    A step in a direction puts the whole of one entity beyond the other on that axis; on an unstated axis the two overlap, so
    that an end is known to lie no further back than the other's start; "overlapping" makes both ends equal. Towards each
    side it is enough to carry how many ends of the current entity lie beyond the head's facing end: a step beyond gives both,
    an overlap costs one, and a step the other way leaves none.

    >>> sorted(merge_intervals([(-1, 0, 0), (0, 1, 0), (-1, 0, 0)]))
    ['left']
    """
    beyond = dict.fromkeys(DIRECTIONS, _END_BEYOND)
    equal = True
    for step in steps:
        if step == (0, 0, 0):
            continue
        equal = False
        for label, (axis, sign) in DIRECTIONS.items():
            along = step[axis] * sign
            if along > 0:
                # Where no end is known to lie beyond the head any more, a further step says nothing about the head.
                beyond[label] = _BOTH_BEYOND if beyond[label] else _NONE_BEYOND
            elif along < 0:
                beyond[label] = _NONE_BEYOND
            elif beyond[label]:
                beyond[label] -= 1
    if equal:
        return _OVERLAPPING
    return frozenset(label for label, ends in beyond.items() if ends == _BOTH_BEYOND)
