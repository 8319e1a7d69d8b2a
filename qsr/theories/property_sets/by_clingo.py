"""The property sets on clingo: claims become integer facts; the meaning stands in `encodings/property_sets.lp`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from qsr import resources
from qsr.errors import BackendUnavailable
from qsr.solvers.clingo import NUMBERS, ClingoProblem, Fact
from qsr.theories.property_sets.claims import Claim, Reading
from qsr.theories.property_sets.edges import scale

__all__ = ["ENCODING", "ClingoEngine"]

ENCODING: Final = "property_sets.lp"


class ClingoEngine:
    """A story grounded once; each new group of questions grounds only its own claims.

    Raises
    ------
    BackendUnavailable
        A claim measures between centres, or the scaled distances could exceed clingo's numbers.
    """

    def __init__(self, reading: Reading, unit: int, seed: int) -> None:
        self.unit = unit
        self._scale = scale(reading.entities, reading.space, unit)
        #: No path through the constraints can be longer than this.
        self._reach = self._scale
        self._goals: dict[Claim, int] = {}
        self._first_goal = len(reading.claims)
        self._batches = 1
        facts: list[Fact] = [("extended" if reading.space.extended else "points", ())]
        facts += [("entity", (entity,)) for entity in range(reading.entities)]
        facts += [("axis", (axis,)) for axis in range(reading.space.dimensions)]
        for number, claim in enumerate(reading.claims):
            facts += [("statement", (number,)), *self._facts(0, number, claim)]
        self.problem = ClingoProblem(resources.encoding(ENCODING), facts, [("base", ()), ("claims", (0,))], seed, self._scale)

    def _facts(self, batch: int, number: int, claim: Claim) -> list[Fact]:
        if claim.measures_centres:
            raise BackendUnavailable("clingo-dl has no distances between centres of extended objects")
        facts: list[Fact] = [("claim", (batch, number, claim.head, claim.tail))]
        for side in claim.sides:
            facts.append(("side", (number, side.axis, side.sign)))
            if side.distance is not None:
                distance = int(side.distance * self._scale)
                self._reach += abs(distance)
                facts.append(("distance", (number, side.axis, side.sign, distance)))
        flags = {"same": claim.same, "complete": claim.complete, "negated": claim.negated}
        facts += [(name, (number,)) for name, present in flags.items() if present]
        if self._reach > NUMBERS // 4:
            raise BackendUnavailable("the distances are too large or too fine for clingo's 32-bit numbers")
        return facts

    def ask(self, claims: Iterable[Claim]) -> list[int]:
        """Return the goals that stand for the claims."""
        wanted = list(claims)
        facts: list[Fact] = []
        fresh: dict[Claim, int] = {}
        for claim in wanted:
            if claim not in self._goals and claim not in fresh:
                fresh[claim] = self._first_goal + len(self._goals) + len(fresh)
                facts += [("asked", (fresh[claim],)), *self._facts(self._batches, fresh[claim], claim)]
        self._goals |= fresh
        if facts:
            self.problem.ground(facts, [("claims", (self._batches,))], fresh.values())
            self._batches += 1
        return [self._goals[claim] for claim in wanted]
