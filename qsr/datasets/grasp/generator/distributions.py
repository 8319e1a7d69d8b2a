"""What the cells of a grid hold: the five published distributions of energy, obstacles, and the areas where an agent starts.

The parameters are those of the published grids of 11 x 11 cells, which they reproduce there; for other sizes they grow with the
sides, as each function says. The formula of the spiral is lost: what is drawn here is a fit to the published grids. Its shares of
grids with energy in a cell differ from theirs by 0.01 on average over the cells, close to what 400 grids leave to chance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from typing import Final, TypeAlias

__all__ = ["AREAS", "ENERGY", "OBSTACLE_RATE", "Cell", "Scene", "Size", "area", "draw", "first_half"]

#: Row and column, from the upper left corner.
Cell: TypeAlias = tuple[int, int]
#: Rows and columns.
Size: TypeAlias = tuple[int, int]

#: Chance of an obstacle in a cell, whatever was there.
OBSTACLE_RATE: Final = 0.1
AREAS: Final = ("inner", "outer")
#: Ranges of the chance of energy in a cell: anywhere, and in the first half of a skewed grid; the second half has the rest to 1.
_RANDOM: Final = (0.3, 0.7)
_SKEWED: Final = ((0.3, 0.4), (0.6, 0.7))
_CLUSTERS: Final = (3, 5)
#: Of 11 rows, those between the edge and the inner area.
_MARGIN, _PUBLISHED_SIDE = 3, 11
#: Spiral: full turns, points on them, growth of the radius in cells per radian, and how far a point strays in radians and cells.
_TURNS, _POINTS, _GROWTH = 2, 121, 0.573
_STRAY_ANGLE, _STRAY_RADIUS = 0.2, 0.2
#: What the published rows say in place of a probability.
_NO_PROBABILITY: Final = -1


@dataclass(frozen=True, slots=True)
class Scene:
    """A grid as it was drawn; `probability` is what the published rows call ``energy_probability``."""

    size: Size
    start: Cell
    energy: frozenset[Cell]
    obstacles: frozenset[Cell]
    probability: float


def draw(random: Random, kind: str, size: Size, is_blocked: bool, start_area: str) -> Scene:
    """Return a grid.

    Obstacles replace energy, and the agent replaces both.

    Parameters
    ----------
    random
        Where the choices come from.
    kind
        A key of `ENERGY`.
    size
        Rows and columns, at least 3 each.
    is_blocked
        Whether there are obstacles.
    start_area
        One of `AREAS`.
    """
    energy, probability = ENERGY[kind](random, size)
    obstacles = {cell for cell in _cells(size) if random.random() < OBSTACLE_RATE} if is_blocked else set()
    start = random.choice(area(size, start_area))
    return Scene(size, start, frozenset(energy - obstacles - {start}), frozenset(obstacles - {start}), probability)


def area(size: Size, name: str) -> list[Cell]:
    """Return the cells of a start area, by rows: the inner one, or the rest. Of 11 rows 3 to 7 are inner ones, so are columns.

    >>> len(area((11, 11), "inner")), len(area((11, 11), "outer")), area((3, 4), "inner")
    (25, 96, [(1, 1), (1, 2)])
    """
    margins = [max(1, side * _MARGIN // _PUBLISHED_SIDE) for side in size]

    def is_inner(cell: Cell) -> bool:
        return all(margin <= at < side - margin for at, side, margin in zip(cell, size, margins, strict=True))

    return [cell for cell in _cells(size) if is_inner(cell) == (name == "inner")]


def first_half(side: int) -> int:
    """Return how many rows or columns of a side are in the first half of a skewed grid: 6 of 11.

    >>> first_half(11), first_half(8)
    (6, 4)
    """
    return (side + 1) // 2


def _cells(size: Size) -> list[Cell]:
    return [(row, column) for row in range(size[0]) for column in range(size[1])]


def _uniform(random: Random, size: Size) -> tuple[set[Cell], float]:
    probability = random.uniform(*_RANDOM)
    return {cell for cell in _cells(size) if random.random() < probability}, probability


def _skewed(axis: int) -> Callable[[Random, Size], tuple[set[Cell], float]]:
    """Return a distribution with another chance in the first half of the rows (axis 0) or columns (axis 1) than in the second."""

    def drawn(random: Random, size: Size) -> tuple[set[Cell], float]:
        first = random.uniform(*random.choice(_SKEWED))
        half = first_half(size[axis])
        return {cell for cell in _cells(size) if random.random() < (first if cell[axis] < half else 1 - first)}, first

    return drawn


def _clustered(random: Random, size: Size) -> tuple[set[Cell], float]:
    """Fill squares of 3 x 3 cells, which may overlap, about 3 to 5 centres off the edge, as many on every size."""
    number = random.randint(*_CLUSTERS)
    found = set()
    for _ in range(number):
        row, column = (random.randint(1, side - 2) for side in size)
        found |= {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
    return found, number


def _spiral(random: Random, size: Size) -> tuple[set[Cell], float]:
    """Follow a spiral of two turns from the middle, points of which stray; on other sizes it has the same turns, stretched."""
    # As many points as keep the distance between neighbours.
    points = round(_POINTS * max(1.0, max(size) / _PUBLISHED_SIDE))
    stretch = [side / _PUBLISHED_SIDE for side in size]
    middle = [(side - 1) // 2 for side in size]
    found = set()
    for point in range(points):
        turned = 2 * pi * _TURNS * point / points
        angle = turned + random.uniform(-_STRAY_ANGLE, _STRAY_ANGLE)
        radius = _GROWTH * turned + random.uniform(-_STRAY_RADIUS, _STRAY_RADIUS)
        row, column = (
            int(centre + scale * radius * part)
            for centre, scale, part in zip(middle, stretch, (cos(angle), sin(angle)), strict=True)
        )
        if 0 <= row < size[0] and 0 <= column < size[1]:
            found.add((row, column))
    return found, _NO_PROBABILITY


#: Name in the published rows -> what draws the cells with energy. The two skewed names are swapped against the paper, which
#: calls the columns "vertically" skewed: ``upDown`` has another chance in columns 0 to 5 than in 6 to 10, ``leftRight`` in rows.
ENERGY: Final[dict[str, Callable[[Random, Size], tuple[set[Cell], float]]]] = {
    "random": _uniform,
    "upDown": _skewed(1),
    "leftRight": _skewed(0),
    "cluster": _clustered,
    "spiral": _spiral,
}
