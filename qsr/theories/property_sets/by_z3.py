"""The property sets on Z3: claims as formulas over the rationals, with nothing scaled and centres written as they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from qsr.solvers.z3 import Built, Z3Problem
from qsr.theories.engines import Engine
from qsr.theories.property_sets.claims import Claim, Reading

__all__ = ["Z3Engine"]


class Z3Engine(Engine[Claim]):
    """A story loaded into Z3; raises BackendUnavailable where z3 is not installed."""

    problem: Z3Problem

    def __init__(self, reading: Reading, unit: int, seed: int) -> None:
        super().__init__()
        self._space = reading.space
        self._reading = reading
        self._starts: dict[tuple[int, int], Any] = {}
        self._ends: dict[tuple[int, int], Any] = {}
        self.problem = Z3Problem(self._build, seed)

    def _build(self, z3: Any) -> Built:
        numbers: dict[tuple[int, ...], Any] = {}
        background = []
        for place in range(self._space.places):
            for axis in range(self._space.dimensions):
                start = end = z3.Real(f"start{place}_{axis}")
                numbers[place, axis, 0] = start
                if place in self._space.extended:
                    end = numbers[place, axis, 1] = z3.Real(f"end{place}_{axis}")
                    background.append(start < end)
                self._starts[place, axis], self._ends[place, axis] = start, end
        background += [self._formula(z3, claim) for claim in self._space.background()]
        guards = {number: self._formula(z3, claim) for number, claim in enumerate(self._reading.claims)}
        return Built(numbers, guards, background=tuple(background))

    def _formula(self, z3: Any, claim: Claim) -> Any:
        said = []
        for side in claim.sides:
            low, high = (claim.head, claim.tail) if side.sign == -1 else (claim.tail, claim.head)
            low_end, high_start = self._ends[low, side.axis], self._starts[high, side.axis]
            said.append(low_end < high_start if self._space.pointlike(claim) else low_end <= high_start)
            if side.distance is not None:
                distance = z3.RealVal(str(side.distance))
                if claim.centres:
                    said.append(self._twice_centre(high, side.axis) - self._twice_centre(low, side.axis) == 2 * distance)
                else:
                    said.append(high_start - low_end == distance)
        for margin in claim.margins:
            ends, sign = (self._ends, 1) if margin.sign == 1 else (self._starts, -1)
            apart = sign * (ends[claim.tail, margin.axis] - ends[claim.head, margin.axis])
            said.append(apart == z3.RealVal(str(margin.distance)))
        if claim.topology:
            said.append(z3.Or([self._base_relation(z3, name, claim.head, claim.tail) for name in claim.topology]))
        if claim.negated:
            return z3.Not(z3.And(said))
        if claim.complete and claim.sides:
            for axis in set(range(self._space.dimensions)) - {side.axis for side in claim.sides}:
                said.append(self._meet(z3, axis, claim.head, claim.tail))
        return z3.And(said)

    def _base_relation(self, z3: Any, name: str, head: int, tail: int) -> Any:
        if name.endswith("PPI"):
            return self._base_relation(z3, name[:-1], tail, head)
        axes, starts, ends = range(self._space.dimensions), self._starts, self._ends
        joined = z3.And([self._meet(z3, axis, head, tail) for axis in axes])
        if name == "DC":
            return z3.Not(joined)
        same = z3.And([z3.And(starts[head, a] == starts[tail, a], ends[head, a] == ends[tail, a]) for a in axes])
        if name == "EQ":
            return same
        part, whole = self._part(z3, head, tail), self._part(z3, tail, head)
        deep = z3.And([z3.And(starts[tail, a] < starts[head, a], ends[head, a] < ends[tail, a]) for a in axes])
        if name == "NTPP":
            return deep
        if name == "TPP":
            return z3.And(part, z3.Not(deep), z3.Not(same))
        # A point has no interior that something else could share or leave alone.
        if not {head, tail} <= self._space.extended:
            return z3.BoolVal(False)
        shared = z3.And([z3.And(starts[head, a] < ends[tail, a], starts[tail, a] < ends[head, a]) for a in axes])
        return z3.And(shared, z3.Not(part), z3.Not(whole)) if name == "PO" else z3.And(joined, z3.Not(shared))

    def _part(self, z3: Any, inner: int, outer: int) -> Any:
        axes, starts, ends = range(self._space.dimensions), self._starts, self._ends
        return z3.And([z3.And(starts[outer, a] <= starts[inner, a], ends[inner, a] <= ends[outer, a]) for a in axes])

    def _meet(self, z3: Any, axis: int, one: int, other: int) -> Any:
        return z3.And(self._ends[one, axis] >= self._starts[other, axis], self._ends[other, axis] >= self._starts[one, axis])

    def _twice_centre(self, place: int, axis: int) -> Any:
        return self._starts[place, axis] + self._ends[place, axis]

    def _added(self, claims: Sequence[Claim]) -> Iterable[int]:
        for goal, claim in enumerate(claims, len(self._goals)):
            self.problem.add_goal(goal, self._formula(self.problem.z3, claim))
            yield goal
