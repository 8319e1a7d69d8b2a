"""The sound theory on clingo: claims become integer facts; the meaning stands in `encodings/sound.lp`."""

from __future__ import annotations

from collections.abc import Sequence

from qsr import resources
from qsr.calculi.calculus import bits
from qsr.logic import And, Not, parts_of
from qsr.relations import LABELS
from qsr.solvers.clingo import ClingoProblem, Fact
from qsr.theories.engines import GroundEngine
from qsr.theories.sound.claims import Formula, Holds
from qsr.theories.sound.topology import CALCULUS

__all__ = ["ClingoEngine"]


class ClingoEngine(GroundEngine[Formula]):
    """A story as facts: claims, and the formulas that they are made of."""

    def __init__(self, regions: int, claims: Sequence[Formula], seed: int) -> None:
        super().__init__(len(claims))
        facts: list[Fact] = [("entity", (region,)) for region in range(regions)]
        for one, row in enumerate(CALCULUS.compositions):
            for other, composed in enumerate(row):
                facts += [("composed", (one, other, result)) for result in bits(composed)]
        for number, claim in enumerate(claims):
            facts += [("statement", (number,)), *self._facts(0, number, claim)]
        self.problem = ClingoProblem(resources.encoding("sound.lp"), facts, [("base", ()), ("claims", (0,))], seed)

    def _facts(self, batch: int, number: int, claim: Formula) -> list[Fact]:
        facts: list[Fact] = [("node", (batch, number))]
        if isinstance(claim, Holds):
            return [*facts, ("atom", (number, claim.head, claim.tail, LABELS.index(claim.label)))]
        facts.append(("denied" if isinstance(claim, Not) else "every" if isinstance(claim, And) else "some", (number,)))
        for part in parts_of(claim) or ():
            below, self._next = self._next, self._next + 1
            facts += [("part", (number, below)), *self._facts(batch, below, part)]
        return facts
