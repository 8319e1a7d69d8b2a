"""Oriented points of the plane in numbers: a place and a vector that says where it faces (OPRA of granularity 1, Moratz 2006).

What lies around an oriented point has one of four directions: 0 ahead, 1 to the left, 2 behind, 3 to the right; ahead and
behind are half lines, left and right are open half planes. Where X and Y are in different places, ``i_j`` says that Y lies in
direction i of X, and X in direction j of Y; in the same place, ``s_i`` says that Y faces direction i of X. That makes 20
base relations.

Directions are signs of two products of vectors, so they are exact whatever the angles are. There is no way back: whether an
atomic network of this calculus has points is NP-hard (Wolter and Lee 2010), and closure does not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from qsr.calculi.calculus import Calculus
from qsr.calculi.scenes.places import Point, point

__all__ = ["RELATIONS", "OrientedPoints", "oriented_points"]

#: The base relations, those of different places first.
RELATIONS: Final = (*(f"{i}_{j}" for i in range(4) for j in range(4)), *(f"s_{i}" for i in range(4)))
#: A place and the direction it faces.
Oriented: TypeAlias = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class OrientedPoints:
    """The model of OPRA of granularity 1."""

    kind: str = "oriented points"

    def place(self, value: Any) -> Oriented:
        """Return a place and the vector it faces; raise ValueError for what is none."""
        if not isinstance(value, Sequence) or len(value) != 2:
            raise ValueError(f"expected a point and the vector that it faces, not {value!r:.60}")
        place, facing = point(value[0], 2), point(value[1], 2)
        if not any(facing):
            raise ValueError("expected a vector that it faces, not one without length")
        return place, facing

    def relations(self, places: Sequence[Any]) -> list[tuple[int, int, str]]:
        """Return (i, j, base relation) for each pair i < j of places."""
        return [(i, j, _relation(places[i], places[j])) for j in range(len(places)) for i in range(j)]


def oriented_points(calculus: Calculus) -> OrientedPoints:
    """Return the model of OPRA of granularity 1; raise UnknownName where the calculus has other relations."""
    calculus.mask(RELATIONS)
    return OrientedPoints()


def _relation(one: Oriented, other: Oriented) -> str:
    (place, facing), (there, facing_there) = one, other
    if place == there:
        return f"s_{_direction(facing, facing_there)}"
    step, back = _difference(there, place), _difference(place, there)
    return f"{_direction(facing, step)}_{_direction(facing_there, back)}"


def _direction(facing: Point, towards: Point) -> int:
    """Return whether a vector points ahead (0), to the left (1), behind (2) or to the right (3) for who faces another one."""
    turn = facing[0] * towards[1] - facing[1] * towards[0]
    if turn:
        return 1 if turn > 0 else 3
    return 0 if facing[0] * towards[0] + facing[1] * towards[1] > 0 else 2


def _difference(end: Point, start: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]
