"""The property sets on clingo: claims become integer facts; the meaning stands in `encodings/property_sets.lp`."""

from __future__ import annotations

from qsr import resources
from qsr.errors import BackendUnavailable
from qsr.solvers.clingo import NUMBERS, ClingoProblem, Fact
from qsr.theories.engines import GroundEngine
from qsr.theories.property_sets.claims import BASE_RELATIONS, Claim, Reading, fitting
from qsr.theories.property_sets.edges import scale

__all__ = ["ClingoEngine"]


class ClingoEngine(GroundEngine[Claim]):
    """A story as facts: places, and claims about them.

    Raises
    ------
    BackendUnavailable
        A claim measures between centres, or the scaled distances could exceed clingo's numbers.
    """

    def __init__(self, reading: Reading, unit: int, seed: int) -> None:
        space = reading.space
        background = space.background()
        super().__init__(len(reading.claims) + len(background))
        self._space = space
        self._scale = scale(space, unit)
        #: No path through the constraints can be longer than this.
        self._reach = self._scale
        facts: list[Fact] = [("place", (place,)) for place in range(space.places)]
        facts += [("extended", (place,)) for place in sorted(space.extended)]
        facts += [("axis", (axis,)) for axis in range(space.dimensions)]
        for number, claim in enumerate((*reading.claims, *background)):
            kind = "statement" if number < len(reading.claims) else "background"
            facts += [(kind, (number,)), *self._facts(0, number, claim)]
        self.problem = ClingoProblem(
            resources.encoding("property_sets.lp"), facts, [("base", ()), ("claims", (0,))], seed, self._scale
        )

    def _facts(self, batch: int, number: int, claim: Claim) -> list[Fact]:
        if claim.measures_centres:
            raise BackendUnavailable("clingo-dl has no distances between centres of extended objects")
        facts: list[Fact] = [("claim", (batch, number, claim.head, claim.tail))]
        facts += [("side", (number, side.axis, side.sign)) for side in claim.sides]
        for name, sides in (("distance", claim.sides), ("margin", claim.margins)):
            for side in sides:
                if side.distance is not None:
                    distance = int(side.distance * self._scale)
                    self._reach += abs(distance)
                    facts.append((name, (number, side.axis, side.sign, distance)))
        if claim.topology == ("EQ",):
            facts.append(("same", (number,)))
        else:
            possible = set(fitting(self._space, claim.head, claim.tail))
            facts += [("base", (number, code)) for code, name in enumerate(BASE_RELATIONS) if name in possible and claim.topology]
            facts += [("topology", (number, BASE_RELATIONS.index(name))) for name in claim.topology]
        facts += [(name, (number,)) for name in ("complete", "negated") if getattr(claim, name)]
        if self._reach > NUMBERS // 4:
            raise BackendUnavailable("the distances are too large or too fine for clingo's 32-bit numbers")
        return facts
