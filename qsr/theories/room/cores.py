"""Minimal sets of clauses that exclude something, by bisection.

The last clause of the shortest contradictory beginning of a story is needed; with it kept, the next one is looked for among those
before it [1]_. That takes as many questions as the set has clauses, times the logarithm of the story, where dropping one clause
after another takes one for each clause. Of several sets both find the one whose last clause comes first.

References
----------
.. [1] Marques-Silva and Previti (2014), On computing preferred MUSes and MCSes, SAT 2014.
"""

from __future__ import annotations

from collections.abc import Collection

from qsr.errors import LimitReached
from qsr.solvers.protocol import Outcome, Problem

__all__ = ["minimal_core"]


def minimal_core(
    problem: Problem, guards: Collection[int], holding: Collection[int], failing: Collection[int]
) -> tuple[int, ...] | None:
    """Return a minimal set of guards, ascending, that leaves no model; None where there is one. Raise LimitReached."""

    def contradicts(clauses: list[int]) -> bool:
        outcome = problem.satisfiable(clauses, holding, failing)
        if outcome is Outcome.UNKNOWN:
            raise LimitReached("a limit was reached before a contradiction was shown or excluded")
        return outcome is Outcome.NO

    left = sorted(set(guards))
    if not contradicts(left):
        return None
    needed: list[int] = []
    while not contradicts(needed):
        # All of `left` is enough, its first `few` are not.
        few, enough = 0, len(left)
        while enough - few > 1:
            middle = (few + enough) // 2
            few, enough = (few, middle) if contradicts([*left[:middle], *needed]) else (middle, enough)
        needed.append(left[enough - 1])
        left = left[: enough - 1]
    return tuple(sorted(needed))
