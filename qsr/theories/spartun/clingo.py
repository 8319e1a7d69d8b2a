"""The backend ``"clingo"``: `encodings/spartun.lp` over a story's facts, integers in and atoms out.

A fresh program per story, and slower than the direct backend by far; it states the rules once more, so that each checks
the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from qsr.relations import LABELS
from qsr.resources import encoding
from qsr.solvers.clingo import ClingoProblem
from qsr.theories.protocol import Limits
from qsr.theories.spartun.facts import Fact
from qsr.theories.spartun.rules import Derived

__all__ = ["ClingoRules"]


@dataclass(frozen=True, slots=True)
class ClingoRules:
    """Derives labels by the encoding; raises LimitReached where the seconds of the limits run out."""

    limits: Limits

    def __call__(self, facts: Iterable[Fact]) -> Derived:
        """Return everything that the rules derive from the facts."""
        stated = list(facts)
        problem = ClingoProblem(encoding("spartun.lp"), [("stated", fact) for fact in stated], seed=self.limits.seed)
        problem.allow(self.limits.seconds)
        found = problem.model(())
        size = 1 + max((max(head, tail) for head, tail, _ in stated), default=-1)
        rows = [[0] * size for _ in LABELS]
        for _, (head, tail, label) in () if found is None else found.atoms:
            rows[label][head] |= 1 << tail
        return Derived(rows)
