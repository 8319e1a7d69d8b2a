"""OPRA of granularity 1: points of the plane that face somewhere, related by how each lies as seen from the other [1]_.

What lies around an oriented point has one of four directions: 0 ahead, 1 to the left, 2 behind, 3 to the right; ahead and
behind are half lines, left and right are open half planes. Where X and Y are in different places, ``i_j`` says that Y lies in
direction i of X, and X in direction j of Y; in the same place, ``s_i`` says that Y faces direction i of X. That makes 20
base relations.

The table follows from finitely many scenes. Seen from one point the other two have two directions, and these with their
opposites cut the circle of orientations into sectors; what the relations say depends only on the sector, so one triangle of
each handedness, the orders of three points on a line and the coincidences are enough, with orientations in steps of
a sixteenth of a turn, which meet every sector of these scenes.

References
----------
.. [1] Moratz (2006), Representing relative direction as a binary relation of oriented points, ECAI-06, 407-411.
.. [2] Mossakowski and Moratz (2012), Qualitative reasoning about relative direction of oriented points, Artificial
   Intelligence 180, 34-45.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import Final

from qsr.calculi.derive import Triangle, sign

__all__ = ["RELATIONS", "relation", "triangles"]

#: The base relations, those of different places first.
RELATIONS: Final = (*(f"{i}_{j}" for i in range(4) for j in range(4)), *(f"s_{i}" for i in range(4)))
_TURN: Final = 16
#: Direction of a step in sixteenths of a turn, by the signs of its coordinates; all steps in the scenes are of these slopes.
_ANGLES: Final = {(1, 0): 0, (1, 1): 2, (0, 1): 4, (-1, 1): 6, (-1, 0): 8, (-1, -1): 10, (0, -1): 12, (1, -1): 14}
_SCENES: Final = (
    ((0, 0), (1, 0), (0, 1)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (0, 0), (1, 0)),
    ((0, 0), (0, 0), (0, 0)),
)
Place = tuple[int, int]


def _direction(facing: int, angle: int) -> int:
    """Return which of the four directions an angle is in, for somebody who faces another angle."""
    turned = (angle - facing) % _TURN
    return 2 * (turned >= _TURN // 2) + (turned % (_TURN // 2) > 0)


def relation(x: tuple[Place, int], y: tuple[Place, int]) -> str:
    """Return the base relation of two oriented points, each a place and the sixteenth of a turn that it faces.

    The places have to lie on one line along an axis or a diagonal.

    >>> relation(((0, 0), 0), ((1, 0), 4))
    '0_1'
    """
    (place_x, facing_x), (place_y, facing_y) = x, y
    if place_x == place_y:
        return f"s_{_direction(facing_x, facing_y)}"
    angle = _ANGLES[sign(place_y[0], place_x[0]), sign(place_y[1], place_x[1])]
    return f"{_direction(facing_x, angle)}_{_direction(facing_y, angle + _TURN // 2)}"


def triangles() -> set[Triangle]:
    """Return every (R, S, T) for which some X, Y, Z have X R Y, Y S Z and X T Z."""
    found = set()
    for scene in sorted({order for places in _SCENES for order in permutations(places)}):
        turns = range(_TURN)
        sides = [
            {(f, g): relation((scene[a], f), (scene[b], g)) for f, g in product(turns, repeat=2)}
            for a, b in ((0, 1), (1, 2), (0, 2))
        ]
        found |= {(sides[0][f, g], sides[1][g, h], sides[2][f, h]) for f, g, h in product(turns, repeat=3)}
    return found
