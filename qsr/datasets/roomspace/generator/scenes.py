"""Rooms with objects at places, drawn from a seed.

A place is a pair of whole numbers from (0, 0) in the south-west: a cell where the room is a grid, a point of a lattice where it
is continuous. The grid of `qsr.theories.room.grid` that goes with the room says how it is measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd
from random import Random
from typing import Final

from qsr.datasets.roomspace.generator.names import numbered, wall_piece, words
from qsr.theories.room.grid import Cell, Grid, grid_of, lattice

__all__ = ["Scene", "draw", "on_cells", "places_of", "steps_of"]

#: Into about how many steps the longer side of a continuous room is cut: few, so that some objects are level with each other.
_STEPS: Final = (12, 18, 24, 36)
#: Share of objects that are put against a wall whatever the rest of the draw; paintings always are.
_AT_WALL: Final = 0.25
#: Share of objects that are put level with an earlier one.
_LEVEL: Final = 0.2


@dataclass(frozen=True, slots=True)
class Scene:
    """A room: what it is called, its objects in the order of introduction, and where they are.

    Parameters
    ----------
    sides
        Cells from west to east and from south to north; for a continuous room the ratio of its sides.
    steps
        Steps of the lattice on each side of a continuous room; None on a grid.
    source
        The file and room that it was taken from, empty where it was drawn.
    """

    kind: str
    names: tuple[str, ...]
    places: tuple[Cell, ...]
    sides: tuple[int, int]
    steps: tuple[int, int] | None = None
    source: str = ""

    def measured(self, mode: str) -> Grid:
        """Return what tells which codes hold of the places: a continuous room is measured in one way, a grid as the mode says."""
        return grid_of(mode, self.sides) if self.steps is None else lattice(self.steps)


def draw(random: Random, furniture: tuple[str, ...], objects: int, sides: tuple[int, int], continuous: bool) -> Scene:
    """Return a room with so many objects, all places equally likely but for walls and objects that are level."""
    names = numbered(random, furniture, objects)
    steps = steps_of(sides, random.choice(_STEPS)) if continuous else None
    last = steps or (sides[0] - 1, sides[1] - 1)
    places: list[Cell] = []
    for name in names:
        spot = [random.randint(0, end) for end in last]
        if places and random.random() < _LEVEL:
            axis = random.randrange(2)
            spot[axis] = random.choice(places)[axis]
        if wall_piece(name) or random.random() < _AT_WALL:
            axis = random.randrange(2)
            spot[axis] = random.choice((0, last[axis]))
        places.append((spot[0], spot[1]))
    return Scene(random.choice(words()["names"]["rooms"]), names, tuple(places), sides, steps)


def steps_of(sides: tuple[int, int], about: int) -> tuple[int, int]:
    """Return the steps of a lattice in the ratio of the sides, about so many on the longer one.

    >>> steps_of((9, 9), 24), steps_of((12, 9), 10)
    ((24, 24), (12, 9))
    """
    common = gcd(*sides)
    least = (sides[0] // common, sides[1] // common)
    times = max(1, -(-about // max(least)))
    return least[0] * times, least[1] * times


def on_cells(scene: Scene) -> Scene:
    """Return a continuous room with each object in the cell that its point lies in."""
    if scene.steps is None:
        return scene
    cells = tuple(
        (
            min(x * scene.sides[0] // scene.steps[0], scene.sides[0] - 1),
            min(y * scene.sides[1] // scene.steps[1], scene.sides[1] - 1),
        )
        for x, y in scene.places
    )
    return replace(scene, places=cells, steps=None)


def places_of(scene: Scene) -> Mapping[str, list[int] | list[str]]:
    """Return name -> place as data: the cell, or in a continuous room the shares of the two sides as fractions."""
    if scene.steps is None:
        return {name: list(place) for name, place in zip(scene.names, scene.places, strict=True)}
    steps = scene.steps
    return {
        name: [str(Fraction(number, side)) for number, side in zip(place, steps, strict=True)]
        for name, place in zip(scene.names, scene.places, strict=True)
    }
