"""Possible and entailed by families of codes, of which exactly one holds of any two places.

A candidate is entailed where the others of its family are impossible, so that nothing need be denied and every goal is asked at
most once, with a time of its own: one that takes too long does not hold up the others.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from qsr.solvers import Problem
from qsr.solvers.protocol import Consequences, Decision, Outcome
from qsr.theories.room.clauses import FAMILIES, Clause, clause, number

__all__ = ["one_by_one"]


def one_by_one(problem: Problem, objects: int, guards: Collection[int], goals: Collection[int]) -> Consequences:
    """Decide possible and entailed for clauses about two objects as goals, by `problem.satisfiable` alone."""
    asked = frozenset(goals)
    known: dict[int, Outcome] = {}
    always: dict[int, Outcome] = {}
    for family in dict.fromkeys([_family(goal, objects) for goal in sorted(asked)]):
        known |= {goal: problem.satisfiable(guards, (goal,)) for goal in family}
        left = [goal for goal in family if known[goal] is not Outcome.NO]
        if not left:
            return Consequences(Outcome.NO, Decision(no=asked), Decision(no=asked))
        sure = sum(known[goal] is Outcome.YES for goal in left)
        for goal in asked.intersection(family):
            outcome = known[goal]
            if left == [goal]:
                always[goal] = outcome
            elif outcome is Outcome.NO or sure > (outcome is Outcome.YES):
                always[goal] = Outcome.NO
            else:
                always[goal] = Outcome.UNKNOWN
    consistent = Outcome.YES if Outcome.YES in known.values() else problem.satisfiable(guards)
    if consistent is Outcome.NO:
        return Consequences(consistent, Decision(no=asked), Decision(no=asked))
    return Consequences(consistent, _decision(known, asked), _decision(always, asked))


@lru_cache(maxsize=1 << 12)
def _family(goal: int, objects: int) -> tuple[int, ...]:
    said = clause(goal, objects)
    codes = next(codes for codes in FAMILIES if said.code in codes)
    return tuple(number(Clause(code, said.head, said.tail), objects) for code in codes)


def _decision(outcomes: dict[int, Outcome], asked: frozenset[int]) -> Decision:
    yes = frozenset([goal for goal in asked if outcomes[goal] is Outcome.YES])
    unknown = frozenset([goal for goal in asked if outcomes[goal] is Outcome.UNKNOWN])
    return Decision(yes, asked - yes - unknown, unknown)
