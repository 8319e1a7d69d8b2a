"""The property sets on Z3: claims as formulas over the rationals, with nothing scaled and centres written as they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qsr.solvers.z3 import Built, Z3Problem
from qsr.theories.property_sets.claims import Claim, Reading

__all__ = ["Z3Engine"]


class Z3Engine:
    """A story loaded into Z3; raises BackendUnavailable where z3 is not installed."""

    def __init__(self, reading: Reading, unit: int, seed: int) -> None:
        self.unit = unit
        self._space = reading.space
        self._reading = reading
        self._starts: dict[tuple[int, int], Any] = {}
        self._ends: dict[tuple[int, int], Any] = {}
        self._goals: dict[Claim, int] = {}
        self.problem = Z3Problem(self._build, seed)

    def _build(self, z3: Any) -> Built:
        numbers: dict[tuple[int, ...], Any] = {}
        background = []
        for entity in range(self._reading.entities):
            for axis in range(self._space.dimensions):
                start = z3.Real(f"start{entity}_{axis}")
                end = z3.Real(f"end{entity}_{axis}") if self._space.extended else start
                self._starts[entity, axis], self._ends[entity, axis] = start, end
                numbers[entity, axis, 0] = start
                if self._space.extended:
                    numbers[entity, axis, 1] = end
                    background.append(start < end)
        guards = {number: self._formula(z3, claim) for number, claim in enumerate(self._reading.claims)}
        return Built(numbers, guards, background=tuple(background))

    def _formula(self, z3: Any, claim: Claim) -> Any:
        said = []
        for side in claim.sides:
            low, high = (claim.head, claim.tail) if side.sign == -1 else (claim.tail, claim.head)
            low_end, high_start = self._ends[low, side.axis], self._starts[high, side.axis]
            said.append(low_end <= high_start if self._space.extended else low_end < high_start)
            if side.distance is not None:
                distance = z3.RealVal(str(side.distance))
                if claim.centres:
                    said.append(self._twice_centre(high, side.axis) - self._twice_centre(low, side.axis) == 2 * distance)
                else:
                    said.append(high_start - low_end == distance)
        axes = range(self._space.dimensions)
        if claim.same:
            said += [self._starts[claim.head, axis] == self._starts[claim.tail, axis] for axis in axes]
            said += [self._ends[claim.head, axis] == self._ends[claim.tail, axis] for axis in axes]
        if claim.negated:
            return z3.Not(z3.And(*said))
        if claim.complete:
            for axis in set(axes) - {side.axis for side in claim.sides}:
                said.append(self._ends[claim.head, axis] >= self._starts[claim.tail, axis])
                said.append(self._ends[claim.tail, axis] >= self._starts[claim.head, axis])
        return z3.And(*said)

    def _twice_centre(self, entity: int, axis: int) -> Any:
        return self._starts[entity, axis] + self._ends[entity, axis]

    def ask(self, claims: Iterable[Claim]) -> list[int]:
        """Return the goals that stand for the claims."""
        goals = []
        for claim in claims:
            if claim not in self._goals:
                self._goals[claim] = len(self._goals)
                self.problem.add_goal(self._goals[claim], self._formula(self.problem.z3, claim))
            goals.append(self._goals[claim])
        return goals
