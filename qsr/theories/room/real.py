"""Continuous rooms, as exactly as each story allows.

Without distances only the order of the coordinates counts, the thirds they lie in and the walls they touch. An axis has at most
as many different coordinates as there are objects: a lattice with room for all of them in each third decides the story, and
its points are a layout.

With distances there are three steps, each exact in what it says.

1. What the story says without its distances is impossible: so is the whole.
2. The objects find places on a lattice of `LATTICES` steps: so they do in the room, at rational points.
3. Else Z3 decides over the reals, or says that it took too long.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Final

from qsr.errors import LimitReached
from qsr.solvers import Problem
from qsr.solvers.protocol import Consequences, Model, Outcome
from qsr.theories.room.by_bitset import BitsetProblem, places
from qsr.theories.room.by_z3 import Z3Room
from qsr.theories.room.check import broken
from qsr.theories.room.clauses import BOUNDS, clause
from qsr.theories.room.domain import Domain
from qsr.theories.room.families import one_by_one
from qsr.theories.room.grid import Grid, lattice

__all__ = ["LATTICES", "RealByClingo", "RealProblem"]

#: Steps on the longer side. Grids of 9 and of 12 cells lie in these, so that no layout found there is lost.
LATTICES: Final = (18, 24)


class _LatticeProblem(BitsetProblem):
    """A lattice; a search that is given up is no matter, because nothing follows from a lattice without a layout."""

    def _by_clingo(self, guards: Collection[int], holding: Collection[int], failing: Collection[int]) -> None:
        raise LimitReached("too many cells were tried")


class RealProblem(Problem):
    """A continuous room with so many objects; guards and goals are the numbers of clauses."""

    def __init__(self, domain: Domain, objects: int, seed: int = 0) -> None:
        super().__init__()
        self._domain, self._objects, self._seed = domain, objects, seed
        steps = 3 * (objects + 1)
        self._steps = (steps, steps)
        self._order = self._ordered(lattice(self._steps))
        self._lattices: list[tuple[tuple[int, int], BitsetProblem]] | None = None
        self._z3: Z3Room | None = None
        #: While one question is decided: what is known of its goals, and whether Z3 has to wait.
        self._known: dict[tuple[int, ...], Outcome] | None = None
        self._is_sketch = False

    def _ordered(self, grid: Grid) -> Problem:
        return BitsetProblem(grid, self._objects, self._seed)

    def consequences(self, guards: Collection[int], goals: Collection[int]) -> Consequences:
        """Decide possible and entailed, all goals by the first two steps before any by the third."""
        self._known, self._is_sketch = {}, True
        try:
            one_by_one(self, self._objects, guards, goals)
            self._is_sketch = False
            return one_by_one(self, self._objects, guards, goals)
        finally:
            self._known, self._is_sketch = None, False

    def satisfiable(self, guards: Collection[int], holding: Collection[int] = (), failing: Collection[int] = ()) -> Outcome:
        """Tell whether some layout has exactly these guards on, the goals `holding` true and the goals `failing` false."""
        if self._known is None or failing:
            return super().satisfiable(guards, holding, failing)
        key = tuple(holding)
        if key not in self._known or self._known[key] is Outcome.UNKNOWN:
            self._known[key] = super().satisfiable(guards, holding)
        return self._known[key]

    def _find(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> Model | None:
        self.deadline.check()
        kept = [[one for one in group if not self._measured(one)] for group in (guards, holding, failing)]
        measured = any(len(some) < len(group) for some, group in zip(kept, (guards, holding, failing), strict=True))
        self._order.allow(self.deadline.remaining)
        model = self._order.model(*kept)
        if model is None:
            return None
        if not measured:
            return self._scaled(model, self._steps, goals)
        for steps, problem in self._on_lattices():
            problem.allow(self.deadline.remaining)
            try:
                model = problem.model(guards, holding, failing)
            except LimitReached:
                continue
            if model is not None:
                return self._scaled(model, steps, goals)
        if self._is_sketch:
            raise LimitReached("Z3 comes later")
        if self._z3 is None:
            self._z3 = Z3Room(self._domain, self._objects, self._seed)
        self._z3.allow(self.deadline.remaining)
        return self._z3._find(guards, holding, failing, goals)

    def _measured(self, numbered: int) -> bool:
        return clause(numbered, self._objects).code in BOUNDS

    def _on_lattices(self) -> list[tuple[tuple[int, int], BitsetProblem]]:
        """Return lattices with one step on both axes; none where the sides have no such ratio."""
        if self._lattices is None:
            self._lattices = []
            for steps in LATTICES:
                sides = [steps * side for side in self._domain.lengths]
                if all(side.denominator == 1 for side in sides):
                    whole = (int(sides[0]), int(sides[1]))
                    self._lattices.append((whole, _LatticeProblem(lattice(whole), self._objects, self._seed)))
        return self._lattices

    def _scaled(self, model: Model, steps: tuple[int, int], goals: Collection[int]) -> Model:
        lengths = self._domain.lengths
        place = {
            entity: tuple(at * lengths[axis] / steps[axis] for axis, at in enumerate(cell))
            for entity, cell in enumerate(places(model, self._objects))
        }
        true = frozenset(goal for goal in goals if not broken(self._domain, [clause(goal, self._objects)], place))
        return Model(true, {(entity, axis): Fraction(at) for entity, point in place.items() for axis, at in enumerate(point)})


class RealByClingo(RealProblem):
    """The same with clingo for the order of coordinates, and Z3 for all distances."""

    def _ordered(self, grid: Grid) -> Problem:
        from qsr.theories.room.by_clingo import room

        return room(grid, self._objects, self._seed)

    def _on_lattices(self) -> list[tuple[tuple[int, int], BitsetProblem]]:
        return []
