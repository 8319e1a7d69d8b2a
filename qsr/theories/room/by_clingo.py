"""Rooms on clingo: grounded once for a grid and a number of objects; the meaning stands in `encodings/room.lp`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from qsr import resources
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.solvers.protocol import Key, Model
from qsr.theories.room.clauses import BINARY, BOUNDS, DIRECTIONS, REGIONS, WALLS, Clause, number
from qsr.theories.room.grid import Grid

__all__ = ["ENCODING", "ClingoRoom", "room"]

ENCODING: Final = "room.lp"
_CLASSES: Final = {code: place for place, code in enumerate(BOUNDS)}


class ClingoRoom(ClingoProblem):
    """All stories of so many objects in one program; guards and goals are the numbers of clauses."""

    def model(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> Model | None:
        """Return a model whose numbers are the coordinates, by object and axis; None where there is none."""
        found = super().model(guards, holding, failing)
        return None if found is None else _placed(found)

    def models(self, guards: Collection[int], goals: Collection[int], limit: int | None = None) -> Iterator[Model]:
        """Yield at most `limit` such models, no two of which agree on all the goals; raise LimitReached on the time limit."""
        return map(_placed, super().models(guards, goals, limit))


def room(grid: Grid, objects: int, seed: int = 0) -> ClingoRoom:
    """Return the ground program of a grid with so many objects."""
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
    return ClingoRoom(resources.encoding(ENCODING), facts, seed=seed)


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


def _placed(model: Model) -> Model:
    numbers: dict[Key, Fraction] = {(entity, axis): Fraction(at) for name, (entity, axis, at) in model.atoms if name == "at"}
    return Model(model.goals, numbers, model.atoms)
