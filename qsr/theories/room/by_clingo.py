"""Rooms on clingo: grounded once for a grid and a number of objects; the meaning stands in `encodings/room.lp`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from qsr import resources
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.theories.room.clauses import BINARY, BOUNDS, DIRECTIONS, REGIONS, WALLS, Clause, number
from qsr.theories.room.grid import Grid

__all__ = ["ENCODING", "room"]

ENCODING: Final = "room.lp"
_CLASSES: Final = {code: place for place, code in enumerate(BOUNDS)}


def room(grid: Grid, objects: int, seed: int = 0) -> ClingoProblem:
    """Return the ground program of a grid with so many objects; guards and goals are the numbers of clauses."""
    facts = [*_grid(grid), *(("object", (entity,)) for entity in range(objects))]
    for head, tail in product(range(objects), repeat=2):
        for code in BINARY:
            clause = number(Clause(code, head, tail), objects)
            if code in DIRECTIONS:
                facts.append(("direction", (clause, head, tail, *DIRECTIONS[code])))
            else:
                facts.append(("distance", (clause, head, tail, _CLASSES[code])))
    for entity in range(objects):
        for code, thirds in REGIONS.items():
            facts.append(("region", (number(Clause(code, entity, entity), objects), entity, *thirds)))
        for code, name in zip(WALLS, ("against", "away"), strict=True):
            facts.append((name, (number(Clause(code, entity, entity), objects), entity)))
    return ClingoProblem(resources.encoding(ENCODING), facts, seed=seed, placed="at")


def _grid(grid: Grid) -> Iterator[Fact]:
    for axis, places in enumerate(grid.places):
        for at in range(places):
            yield "places", (axis, at)
            yield "third", (axis, at, grid.third(axis, at))
            if at in (0, places - 1):
                yield "wall", (axis, at)
            if 0 < at < grid.inner[axis]:
                yield "inner", (axis, at)
    for across, up in product(*map(range, grid.places)):
        for code, number_of_class in _CLASSES.items():
            if grid.apart(code, across, up):
                yield "class", (number_of_class, across, up)
