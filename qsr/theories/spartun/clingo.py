"""The backend ``"clingo"``: `encodings/spartun.lp` over a story's facts, integers in and atoms out.

A fresh program per story, and slower than the direct backend by far; it states the rules once more, so that each checks
the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from qsr.relations import LABELS
from qsr.resources import encoding
from qsr.theories.paths.clingo import facts as program_of
from qsr.theories.paths.clingo import ground, models
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
        control = ground(encoding("spartun.lp"), (), program_of("stated", stated), self.limits)
        found, _ = models(control, self.limits)
        size = 1 + max((max(head, tail) for head, tail, _ in stated), default=-1)
        rows = [[0] * size for _ in LABELS]
        for atom in found[0]:
            head, tail, label = (argument.number for argument in atom.arguments)
            rows[label][head] |= 1 << tail
        return Derived(rows)
