"""The backend ``"clingo"``: an encoding such as `encodings/spartun.lp` over a story's facts, integers in and atoms out.

A fresh program per story, and slower than the direct backend by far; it states the rules once more, so that each checks
the other.
"""

from __future__ import annotations

from collections.abc import Iterable

from qsr.resources import encoding
from qsr.solvers.clingo import ClingoProblem
from qsr.theories.protocol import Limits
from qsr.theories.spartun.facts import Fact
from qsr.theories.spartun.rules import Derived, matrices

__all__ = ["derive_by_clingo"]


def derive_by_clingo(limits: Limits, facts: Iterable[Fact], program: str = "spartun.lp") -> Derived:
    """Return everything that the rules derive from the facts; raise LimitReached where the seconds of the limits run out."""
    problem = ClingoProblem(encoding(program), [("stated", fact) for fact in facts], seed=limits.seed)
    problem.allow(limits.seconds)
    found = problem.model(())
    return Derived(matrices([] if found is None else [(head, tail, label) for _, (head, tail, label) in found.atoms]))
