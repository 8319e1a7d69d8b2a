"""The two solvers: clingo with `tower.lp`, and a search of its own that shares nothing with it but the clauses.

Two are needed for certificates: each claim about sentences is judged by a solver that did not make it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from qsr import resources
from qsr.solvers import Model, Problem
from qsr.solvers.clingo import ClingoProblem
from qsr_tower.clauses import Clause, holds

__all__ = ["BACKENDS", "ENCODING", "problem_of"]

BACKENDS = ("clingo", "search")
ENCODING = "qsr_tower:tower.lp"


def problem_of(backend: str, people: int, floors: int, sharing: bool, clauses: Sequence[Clause], seed: int = 0) -> Problem:
    """Return the problem of a tower; guard and goal of a clause are its place in `clauses`."""
    if backend == "search":
        return Trying(people, floors, sharing, clauses)
    facts = [("floors", (floors,)), *(("person", (one,)) for one in range(people)), *([] if sharing else [("alone", ())])]
    facts += [("clause", (number, *claim[:4], int(claim.denied))) for number, claim in enumerate(clauses)]
    return ClingoProblem(resources.encoding(ENCODING), facts, seed=seed, placed="at")


class Trying(Problem):
    """Puts one person after the other on a floor; a clause is looked at as soon as all that it speaks of have theirs."""

    def __init__(self, people: int, floors: int, sharing: bool, clauses: Sequence[Clause]) -> None:
        super().__init__()
        self._people, self._floors, self._sharing, self._clauses = people, floors, sharing, clauses

    def _find(
        self, guards: Collection[int], holding: Collection[int], failing: Collection[int], goals: Collection[int]
    ) -> Model | None:
        due: dict[int, list[Clause]] = {}
        for number, wanted in [*((one, True) for one in (*guards, *holding)), *((one, False) for one in failing)]:
            claim = self._clauses[number]
            due.setdefault(max(claim.head, claim.tail), []).append(claim if wanted else claim._replace(denied=not claim.denied))
        floor = next(self._towers({}, due), None)
        if floor is None:
            return None
        true = frozenset(goal for goal in goals if holds(self._clauses[goal], floor))
        return Model(true, {(person,): Fraction(number) for person, number in floor.items()})

    def _towers(self, floor: dict[int, int], due: dict[int, list[Clause]]) -> Iterator[dict[int, int]]:
        self.deadline.check()
        person = len(floor)
        if person == self._people:
            yield floor
            return
        for number in range(1, self._floors + 1):
            tried = {**floor, person: number}
            free = self._sharing or number not in floor.values()
            if free and all(holds(claim, tried) for claim in due.get(person, ())):
                yield from self._towers(tried, due)
